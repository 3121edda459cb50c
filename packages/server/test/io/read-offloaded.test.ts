// Offloaded reads, which may take long: they see committed data, block no other request, and are limited in number and
// time. The engine decides which requests are offloaded.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Busy } from '../../src/io/errors.ts'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import { openSqlite } from '../../src/io/sqlite.ts'
import { maxPreparedBeforeReopen, ReaderConnection } from '../../src/io/sqlite-reader-thread.ts'
import { eachDatabase, TestDatabases, testClock } from '../fixture/databases.ts'
import { newAccount, newClient } from '../fixture/rows.ts'

const clientNames = statement(sql`select name from client where accountid = ${accountSlot} order by name`)
/** Counts to a number one by one: its duration grows with the number, and it reads no table. */
const countingQuery = statement(
  sql`with recursive c (n) as (select 1 union all select n + 1 from c where n < ${slot('last')}) select count(*) from c`,
)
const slowRows = 3_000_000

eachDatabase((kind, open) => {
  test('an offloaded read sees everything that was acknowledged before it', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    for (const name of ['a', 'b', 'c']) {
      await database.write(accountid, (tx) => newClient(tx, name))
      const rows = await database.readOffloaded(accountid, (tx) => tx.all(clientNames))
      assert.equal(rows.at(-1)?.[0], name)
      assert.deepEqual(await database.readOffloaded(accountid, (tx) => tx.first(clientNames)), ['a'])
    }
  })

  test('T-78: a slow offloaded read does not block other requests', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    let finished = false
    const long = database
      .readOffloaded(accountid, (tx) => tx.first(countingQuery, { last: slowRows }))
      .then((row) => {
        finished = true
        return row
      })
    for (let round = 0; round < 20; round++) {
      await database.write(accountid, (tx) => newClient(tx, `n${round}`))
      await database.read(accountid, (tx) => tx.all(clientNames))
      await database.countRequest(accountid, '2026-03-01')
    }
    assert.equal(finished, false)
    assert.deepEqual(await long, [slowRows])
  })

  test('T-86: offloaded reads are counted while they run or wait, and failed ones not longer', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    assert.equal(database.longReads, 0)
    const counts = await Promise.all(
      Array.from({ length: 12 }, () => database.readOffloaded(accountid, async () => database.longReads)),
    )
    // Of two threads that start, either may be ready first.
    assert.equal(Math.max(...counts), 12)
    const failed = database.readOffloaded(accountid, () => Promise.reject(new Error('mine')))
    await assert.rejects(failed, /mine/)
    assert.equal(database.longReads, 0)
  })

  test('an error in an offloaded read does not affect others', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    const outcomes = await Promise.allSettled([
      database.readOffloaded(accountid, (tx) => tx.all(statement(sql`select nothing from nowhere`))),
      database.readOffloaded(accountid, async (tx) => {
        await tx.all(clientNames)
        throw new Error('mine')
      }),
      database.readOffloaded(accountid, (tx) => tx.all(clientNames)),
    ])
    assert.deepEqual(
      outcomes.map((one) => one.status),
      ['rejected', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await database.readOffloaded(accountid, (tx) => tx.all(clientNames)), [])
  })

  test('only a few run at a time, and the others wait in order', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    let running = 0
    let most = 0
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        database.readOffloaded(accountid, async (tx) => {
          running++
          most = Math.max(most, running)
          order.push(at)
          await tx.all(clientNames)
          running--
        }),
      ),
    )
    assert.ok(most <= (kind === 'sqlite' ? 2 : 3), `${most} ran at the same time`)
    // The first few start as their connections open; all that had to wait keep their order.
    const waited = order.filter((at) => at >= 3)
    assert.deepEqual(
      waited,
      Array.from({ length: 17 }, (_, at) => at + 3),
    )
  })
})

describe('the threads of SQLite', () => {
  const databases = new TestDatabases()
  after(() => databases.clear())

  test('T-78: with more than a hundred waiting reads, the next one is rejected as busy', async () => {
    const database = await (await databases.create('sqlite')).open()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 110 }, () => database.readOffloaded(1, (tx) => tx.first(countingQuery, { last: 10 }))),
    )
    const rejected = outcomes.filter((one) => one.status === 'rejected')
    assert.equal(rejected.length, 8)
    for (const one of rejected) assert.ok(one.reason instanceof Busy)
  })

  test('T-90: a thread releases its statements after a number of different ones, and never within a job', async () => {
    const { dataFolder } = await databases.create('sqlite')
    const connection = new ReaderConnection(join(dataFolder, 'stint.sqlite'))
    for (let at = 0; at < maxPreparedBeforeReopen; at++) {
      assert.deepEqual(connection.execute({ text: `select ${at} + ?`, values: [1n] }), { rows: [[at + 1]] })
    }
    assert.equal(connection.preparedCount, maxPreparedBeforeReopen)
    connection.execute({})
    assert.equal(connection.preparedCount, 0)
    for (let time = 0; time < 5; time++) connection.execute({ text: 'select 1' })
    // It is kept from the second time on.
    assert.equal(connection.preparedCount, 2)
    connection.close()
  })

  test('T-78: a statement that takes too long is aborted, and its thread is replaced', async () => {
    const { dataFolder } = await databases.create('sqlite')
    const options = { dataFolder, clock: testClock, log: () => undefined, workersMayShare: false }
    const database = await openSqlite({ ...options, readTimeoutMs: 700 })
    try {
      const both = [slowRows, slowRows].map((last) =>
        database.readOffloaded(1, (tx) => tx.first(countingQuery, { last: last * 4 })),
      )
      await Promise.all(both.map((one) => assert.rejects(one, Busy)))
      assert.deepEqual(await database.readOffloaded(1, (tx) => tx.first(countingQuery, { last: 5 })), [5])
    } finally {
      await database.close()
    }
  })
})
