// The changes of an automatic note as the application shows them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownChanges } from '../src/records/notes/shown-changes.ts'

test('a value that was set for the first time has no old one', () => {
  const html = '<ul><li>Sent to: (none) → ada@example.com</li><li>Tax: 7 → (none)</li><li>Title: a (none) → b</li></ul>'
  assert.equal(
    shownChanges(html),
    '<ul><li>Sent to: ada@example.com</li><li>Tax: 7 → (none)</li><li>Title: a (none) → b</li></ul>',
  )
  assert.equal(shownChanges(''), '')
})
