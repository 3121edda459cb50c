// How many statements lists keep: any caller can send any combination of filters, so the number has a bound (T-90).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/define/actor.ts'
import { Invalid } from '../../src/define/api-error.ts'
import { ListReader } from '../../src/engine/list.ts'
import type { AppliedFilter, ListQuery } from '../../src/engine/query-parameters.ts'
import { resources } from '../../src/resources/all.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { newAccount } from '../fixture/rows.ts'

const resourceByName = (name: string) => {
  const resource = resources.get(name)
  assert.ok(resource)
  return resource
}

const texts = { projectid: '1', moduleid: '1', statusid: '1', priorityid: '1', milestoneid: '1', clientid: '1' }
const dates = ['datedue', 'dateopen', 'dateclosed'].map((name) => [name, '2026-01-01'] as const)

const filters = [...Object.entries(texts), ...dates].map(([name, text]): AppliedFilter => {
  const filter = resourceByName('task').filters?.[name]
  assert.ok(filter)
  const parsed = filter.parse(text, 'Europe/Berlin')
  assert.ok(!(parsed instanceof Invalid))
  return { name, filter, parsed }
})

/** A different combination of filters for each number. */
const query = (number: number): ListQuery => ({
  filters: filters.filter((_, at) => (number >> at) % 2 === 1),
  sort: null,
  limit: 10,
  offset: 0,
  may: false,
})

eachDatabase((_kind, open) => {
  test('T-90: the statements of a list are kept from its second use on, and of a limited number of lists', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const actor: Actor = {
      accountid,
      personid: 1,
      role: 'Administrator',
      restricted: false,
      clientid: null,
      timezone: 'Europe/Berlin',
      today: '2026-03-01',
      now: '2026-03-01 12:00:00',
    }
    const reader = new ListReader(database, resourceByName, 20)
    const list = (number: number) => reader.list(resourceByName('task'), actor, query(number))
    for (let number = 0; number < 50; number++) assert.equal((await list(number)).count, 0)
    assert.equal(reader.cachedLists, 0)
    for (let number = 0; number < 10; number++) await list(number)
    assert.equal(reader.cachedLists, 10)
    for (let number = 10; number < 50; number++) await list(number)
    assert.equal(reader.cachedLists, 20)
  })
})
