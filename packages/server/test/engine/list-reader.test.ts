// How many statements lists keep: any caller can send any combination of filters, so the number has a bound (T-90). And
// which lists run off the event loop (T-78), that a long one lets others run (T-74), and which statement a search uses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../src/define/actor.ts'
import { Invalid } from '../../src/define/api-error.ts'
import { ListReader } from '../../src/engine/list.ts'
import type { AppliedFilter, ListQuery } from '../../src/engine/query-parameters.ts'
import { storedRowCount } from '../../src/io/row-counts.ts'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import { StatementWatch } from '../../src/io/statement-watch.ts'
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

const setRows = statement(sql`update tableversion set rowcount = ${slot('rows')}, rowcountat = n
  where accountid = ${accountSlot} and tablename = 'client'`)
const storedRows = statement(sql`select ${storedRowCount('client')}`)

eachDatabase((kind, open, create) => {
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

  test('a search knows that the account has many rows before anybody lists them all', async (t) => {
    const watch = new StatementWatch()
    const { mock } = t.mock.method(watch, 'recordStatement')
    const database = await (await create()).open({ watch })
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => newClient(tx, 'Northern Lights'))
    const filter = resourceByName('client').filters?.search
    const parsed = filter?.parse('northern')
    assert.ok(filter && parsed && !(parsed instanceof Invalid))
    const searchesManyRows = async (rows: number | null): Promise<boolean> => {
      await database.write(accountid, (tx) => tx.run('tableversion', setRows, { rows }))
      const before = mock.callCount()
      const asked = { ...query(0), filters: [{ name: 'search', filter, parsed }] }
      const { count } = await new ListReader(database, resourceByName).list(
        resourceByName('client'),
        actorOf(accountid),
        asked,
      )
      assert.equal(count, 1)
      return mock.calls.slice(before).some(({ arguments: [{ text }] }) => text.includes('(indexed.accountid + 0)'))
    }
    assert.equal(await searchesManyRows(19_999), false)
    assert.equal(await searchesManyRows(20_000), kind === 'postgres')
    assert.equal(await searchesManyRows(null), false)
    if (kind === 'sqlite') return
    // The unknown number is stored for the next search.
    const stored = async () => (await database.read(accountid, (tx) => tx.first(storedRows)))?.[0] ?? null
    while ((await stored()) === null) await sleep(10)
    assert.equal(await stored(), 1)
  })
})
