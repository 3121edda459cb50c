// The rules about one record, apart from any definition: how an operation is refused by a rule that reads other rows.
// The rules of the definitions are in scenarios/may.test.ts and in the scenarios of each resource.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badRequest } from '../../src/define/api-error.ts'
import type { RecordRule, Removal } from '../../src/define/resource.ts'
import { RuleCheck, rulesFor } from '../../src/engine/record-rules.ts'
import { sql } from '../../src/io/sql.ts'
import { resources } from '../../src/resources/all.ts'

/** A check of a delete whose only rule reads other rows and is reported with other errors. */
function checkOf(letter: 't' | 'f'): RuleCheck {
  const time = resources.get('time')
  assert.ok(time)
  const rule: RecordRule = {
    where: () => sql`time.billable = 't'`,
    readsOtherRows: () => null,
    reportedWithOthers: true,
    error: () => badRequest('date: is in an approved week'),
  }
  const viewer = { role: 'Manager', restricted: false } as const
  const asked = { tx: { first: async () => [letter] }, actor: viewer, id: 1, previous: {} } as unknown as Removal
  return new RuleCheck(rulesFor({ ...time, allowed: { delete: [rule] } }, viewer), 'delete', '', asked)
}

test('a rule whose error is reported with others also refuses an operation that has no others', async () => {
  await assert.rejects(checkOf('f').enforce(), { verbose: ['date: is in an approved week'] })
  assert.equal((await checkOf('f').enforceOtherRows()).length, 1)
  await checkOf('t').enforce()
})
