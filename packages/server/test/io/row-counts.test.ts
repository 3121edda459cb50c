// The stored number of rows of each table is right or not known, whatever was written: with it, lists of all records do
// not count them (docs/adr/0065-row-counts.md).
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../src/define/actor.ts'
import { ListReader } from '../../src/engine/list.ts'
import type { Database, WriteTransaction } from '../../src/io/database.ts'
import { minStoredRows, RowCounter, rowCount, storedRowCount } from '../../src/io/row-counts.ts'
import { accountSlot, deleteRows, slot, sql, sqlName, statement, updateRows } from '../../src/io/sql.ts'
import { resources } from '../../src/resources/all.ts'
import { eachDatabase, suiteDatabase } from '../fixture/databases.ts'
import { loadDemoCompany, thursday } from '../fixture/demo-company.ts'
import { newAccount, newClient } from '../fixture/rows.ts'

const tables = [...new Set([...resources.values()].map(({ table }) => table)), 'invoicedtime', 'event']
const demoAccount = 1

/** As if every table had been counted when it was empty. */
const beginCounting = (database: Database, accountid: number): Promise<void> =>
  database.write(accountid, async (tx) => {
    for (const table of tables) {
      const begin = sql`insert into tableversion (accountid, tablename, n, rowcount, rowcountat)
        values (${accountSlot}, ${sql.lit(table)}, 0, 0, 0) on conflict do nothing`
      await tx.run('tableversion', statement(begin))
    }
  })

/** The stored number, null when it is not known, and the real one. */
async function numbersOf(database: Database, accountid: number, table: string): Promise<(number | null)[]> {
  const real = sql`(select count(*) from ${sqlName(table)} where accountid = ${accountSlot})`
  const numbers = statement(sql`select ${storedRowCount(table)}, ${real}, ${rowCount(table)}`)
  const row = (await database.read(accountid, (tx) => tx.first(numbers))) ?? []
  return row.map((value) => (value === null ? null : Number(value)))
}

suiteDatabase((_kind, _open, create) => {
  test('the demo company was made of all kinds of writes: no stored number is wrong', async () => {
    const { open } = await create()
    const database = await open()
    await beginCounting(database, demoAccount)
    await loadDemoCompany(database, thursday)
    const known: string[] = []
    for (const table of tables) {
      const [stored = null, real, counted] = await numbersOf(database, demoAccount, table)
      assert.equal(counted, real, table)
      if (stored === null) continue
      assert.equal(stored, real, table)
      if (stored > 0) known.push(table)
    }
    for (const table of ['client', 'project', 'task', 'time', 'timesheet', 'invoice', 'expense', 'event'])
      assert.ok(known.includes(table), `the number of rows of ${table} is not known`)
  })
})

const removeNamed = deleteRows('client', sql`name = ${slot('name')}`)
const renameAll = updateRows('client', sql`phone = '1'`, sql`1 = 1`)
const noTimes = statement(sql`delete from invoicedtime where accountid = ${accountSlot}`)
const noVersions = statement(sql`delete from tableversion where accountid = ${accountSlot}`)
const noVersion = statement(sql`update tableversion set n = n + 1 where accountid = ${accountSlot}`)

eachDatabase((kind, open) => {
  test('each kind of write changes the stored number, or makes it unknown', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await beginCounting(database, accountid)
    const write = (work: (tx: WriteTransaction) => Promise<unknown>): Promise<unknown> =>
      database.write(accountid, work)
    const ids: number[] = []
    await write(async (tx) => {
      for (const name of ['a', 'b', 'c']) ids.push(await newClient(tx, name))
    })
    assert.deepEqual(await numbersOf(database, accountid, 'client'), [3, 3, 3])
    await write((tx) => tx.remove('client', ids[0] ?? 0))
    await write((tx) => tx.remove('client', ids[0] ?? 0))
    await write((tx) => tx.update('client', ids[1] ?? 0, { name: 'd' }))
    assert.deepEqual(await numbersOf(database, accountid, 'client'), [2, 2, 2])
    const outcomes = await Promise.allSettled(
      ['e', 'fails', 'f'].map((name) =>
        write(async (tx) => {
          await newClient(tx, name)
          if (name === 'fails') throw new Error(name)
        }),
      ),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await numbersOf(database, accountid, 'client'), [4, 4, 4])
    await write((tx) => tx.run('invoicedtime', noTimes))
    assert.deepEqual(await numbersOf(database, accountid, 'invoicedtime'), [0, 0, 0])
    await write((tx) => tx.run('client', renameAll))
    await write((tx) => tx.run('client', removeNamed, { name: 'e' }))
    const [stored, ...real] = await numbersOf(database, accountid, 'client')
    assert.ok(stored === null || stored === 3, kind)
    assert.deepEqual(real, [3, 3])
  })

  test('a server of an older version, which does not know the number, makes it unknown', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await beginCounting(database, accountid)
    await database.write(accountid, (tx) => newClient(tx, 'a'))
    await database.write(accountid, (tx) => tx.run('tableversion', noVersion))
    assert.deepEqual(await numbersOf(database, accountid, 'client'), [null, 1, 1])
    await database.write(accountid, (tx) => newClient(tx, 'b'))
    assert.deepEqual(await numbersOf(database, accountid, 'client'), [null, 2, 2])
  })

  test('a large list that was counted is counted only once, and its number stays right', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const add = (count: number): Promise<void> =>
      database.write(accountid, async (tx) => {
        for (let at = 0; at < count; at++) await newClient(tx, `client ${at}`)
      })
    await add(minStoredRows - 1)
    const client = resources.get('client')
    assert.ok(client)
    const reader = new ListReader(database, () => client)
    const listed = async (): Promise<number> =>
      (await reader.list(client, actorOf(accountid), { filters: [], sort: null, limit: 10, offset: 0, may: false }))
        .count
    assert.equal(await listed(), minStoredRows - 1)
    assert.deepEqual(await numbersOf(database, accountid, 'client'), [null, minStoredRows - 1, minStoredRows - 1])
    await add(1)
    assert.equal(await listed(), minStoredRows)
    while ((await numbersOf(database, accountid, 'client'))[0] !== minStoredRows) await sleep(5)
    await add(2)
    assert.deepEqual((await numbersOf(database, accountid, 'client'))[0], minStoredRows + 2)
    assert.equal(await listed(), minStoredRows + 2)
  })

  test('rows that were loaded without a version are counted too', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => newClient(tx, 'a'))
    await database.write(accountid, (tx) => tx.run('tableversion', noVersions))
    const counter = new RowCounter(database)
    assert.equal(await counter.storedRows(accountid, 'client'), null)
    while ((await numbersOf(database, accountid, 'client'))[0] === null) await sleep(5)
    assert.equal(await counter.storedRows(accountid, 'client'), 1)
    await database.write(accountid, (tx) => newClient(tx, 'b'))
    assert.deepEqual(await numbersOf(database, accountid, 'client'), [2, 2, 2])
  })

  /** Stores the number of clients, of which there is one, while others write before each of its own writes. */
  async function countWhile(t: TestContext, other: (tx: WriteTransaction) => Promise<unknown>): Promise<unknown[]> {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => newClient(tx, 'a'))
    const counter = new RowCounter(database)
    const write = database.write.bind(database)
    const ended = Promise.withResolvers<void>()
    let writes = 0
    t.mock.method(database, 'write', async (...args: Parameters<typeof write>) => {
      await write(accountid, other)
      const result = await write(...args)
      writes++
      if (writes === 2) ended.resolve()
      return result
    })
    counter.storeLater(accountid, ['client'])
    await ended.promise
    return numbersOf(database, accountid, 'client')
  }

  test('a table that others write while it is counted has the right number', async (t) => {
    assert.deepEqual(await countWhile(t, (tx) => newClient(tx, 'b')), [3, 3, 3])
  })

  test('no number is stored if somebody writes meanwhile who does not know how many rows', async (t) => {
    const other = async (tx: WriteTransaction): Promise<void> => {
      await newClient(tx, 'b')
      await tx.run('tableversion', noVersion)
    }
    assert.deepEqual(await countWhile(t, other), [null, 3, 3])
  })

  test('two servers that count at the same time store the right number', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await database.write(accountid, (tx) => newClient(tx, 'a'))
    for (const counter of [new RowCounter(database), new RowCounter(database)])
      counter.storeLater(accountid, ['client'])
    while ((await numbersOf(database, accountid, 'client'))[0] === null) await sleep(5)
    assert.deepEqual(await numbersOf(database, accountid, 'client'), [1, 1, 1])
  })
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
