// The operator manual and the code list the same kinds of mails. It is a file of its own, because the mutation test
// runs the scenarios in a folder without the documentation.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mailKinds, noticeKinds } from '../src/mail/mail-kinds.ts'

test('the operator manual lists all kinds of mails', () => {
  const manual = readFileSync(new URL('../../../docs/operate.md', import.meta.url), 'utf8')
  const [, part = ''] = manual.split('\n## Mail\n')
  const kinds = Array.from(part.split('\n## ')[0]?.matchAll(/^\| `(\w+)` \|/gm) ?? [], ([, kind]) => kind)
  assert.deepEqual(kinds, [...mailKinds, ...noticeKinds])
})
