// How many statements lists keep: any caller can send any combination of filters, so the number has a bound (T-90). And
// which lists run off the event loop (T-78), and that a long one lets others run (T-74).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/define/actor.ts'
import { Invalid } from '../../src/define/api-error.ts'
import { ListReader } from '../../src/engine/list.ts'
import type { AppliedFilter, ListQuery } from '../../src/engine/query-parameters.ts'
import { resources } from '../../src/resources/all.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { newAccount, newClient } from '../fixture/rows.ts'

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

const actorOf = (accountid: number): Actor => ({
  accountid,
  personid: 1,
  role: 'Administrator',
  restricted: false,
  clientid: null,
  timezone: 'Europe/Berlin',
  today: '2026-03-01',
  now: '2026-03-01 12:00:00',
  channel: 'token',
  requestid: null,
})

eachDatabase((_kind, open) => {
  test('T-78, T-92: deep pages and long lists of ids run off the event loop, short ones do not', async (t) => {
    const database = await open()
    const actor = actorOf(await newAccount(database))
    const reader = new ListReader(database, resourceByName)
    const offloaded = t.mock.method(database, 'readOffloaded')
    const countOf = async (more: Partial<ListQuery>): Promise<number> => {
      const before = offloaded.mock.callCount()
      await reader.list(resourceByName('task'), actor, { ...query(0), ...more })
      return offloaded.mock.callCount() - before
    }
    const ids = (length: number): AppliedFilter[] => {
      const filter = resourceByName('task').filters?.projectid
      assert.ok(filter)
      const parsed = filter.parse(Array.from({ length }, (_, at) => at + 1).join(), 'Europe/Berlin')
      assert.ok(!(parsed instanceof Invalid))
      return [{ name: 'projectid', filter, parsed }]
    }
    assert.equal(await countOf({}), 0)
    // A page beyond the end counts the ids, which is offloaded for every offset.
    assert.equal(await countOf({ offset: 1000 }), 1)
    assert.equal(await countOf({ offset: 1001 }), 2)
    assert.equal(await countOf({ filters: ids(100) }), 0)
    assert.equal(await countOf({ filters: ids(101) }), 1)
  })

  test('T-74: other requests get a turn after each chunk of a long list', async (t) => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, async (tx) => {
      for (let at = 0; at < 360; at++) await newClient(tx, `Client ${at}`)
    })
    const reader = new ListReader(database, resourceByName)
    const list = () => reader.list(resourceByName('client'), actorOf(accountid), { ...query(0), limit: 0 })
    const results: unknown[] = []
    const read = database.readOffloaded.bind(database)
    const offloaded = t.mock.method(database, 'readOffloaded', async (...call: Parameters<typeof read>) => {
      const result = await read(...call)
      results.push(result)
      return result
    })
    for await (const _ of (await list()).chunks ?? []);
    // Now every chunk is there at once, as it is when a thread reads faster than the event loop serializes.
    offloaded.mock.mockImplementation(async () => results.shift())
    const { chunks } = await list()
    let turn = 0
    const countTurns = (): void => {
      turn++
      timer = setImmediate(countTurns)
    }
    let timer = setImmediate(countTurns)
    const turns: number[] = []
    for await (const chunk of chunks ?? []) if (chunk.length > 0) turns.push(turn)
    clearImmediate(timer)
    assert.equal(turns.length, 4)
    assert.equal(new Set(turns).size, 4, 'no two chunks in one turn')
  })

  test('T-90: the statements of a list are kept from its second use on, and of a limited number of lists', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const actor = actorOf(accountid)
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
