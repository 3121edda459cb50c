// The counter of the quota and the version of an account's people, on both databases: exact, durable, and visible to
// all processes at once. Limits and counted requests are tested in the api layer.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { QuotaUsage } from '../../src/io/database.ts'
import { startChild } from '../fixture/child-process.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { newAccount, newClient, newPerson } from '../fixture/rows.ts'

const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1)
const ordinals = (admissions: readonly QuotaUsage[]): number[] =>
  admissions.map(({ used }) => used).sort((a, b) => a - b)

eachDatabase((_kind, open, testDatabase) => {
  test('T-66: 1000 concurrent requests get 1000 different numbers per account', async () => {
    const database = await open()
    const accounts = [await newAccount(database), await newAccount(database)]
    const all = await Promise.all(
      accounts.flatMap((accountid) =>
        Array.from({ length: 1000 }, async (_, at) => {
          for (let turn = 0; turn < at % 7; turn++) await new Promise(setImmediate)
          return { accountid, ...(await database.countRequest(accountid, '2026-03-01')) }
        }),
      ),
    )
    for (const accountid of accounts) {
      assert.deepEqual(ordinals(all.filter((one) => one.accountid === accountid)), upTo(1000))
      assert.deepEqual(await database.quotaUsage(accountid, '2026-03-01'), {
        used: 1000,
        day: '2026-03-01',
        version: 0,
      })
    }
  })

  test('T-66: all processes share one counter, and it continues after a restart', async () => {
    const target = await testDatabase()
    const [one, other] = [await target.open({ workersMayShare: true }), await target.open({ workersMayShare: true })]
    const accountid = await newAccount(one)
    const admitted = await Promise.all(
      Array.from({ length: 300 }, (_, at) => (at % 3 === 0 ? one : other).countRequest(accountid, '2026-03-01')),
    )
    assert.deepEqual(ordinals(admitted), upTo(300))
    await Promise.all([one.close(), other.close()])
    const again = await target.open()
    assert.equal((await again.countRequest(accountid, '2026-03-01')).used, 301)
  })

  test('T-115: the requests of a person have their own counter, which all processes share', async () => {
    const target = await testDatabase()
    const [one, other] = [await target.open({ workersMayShare: true }), await target.open({ workersMayShare: true })]
    const accountid = await newAccount(one)
    const personid = await one.write(accountid, (tx) => newPerson(tx))
    const counted = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? one : other).countPersonRequest(personid, '2026-03-01')),
    )
    assert.deepEqual(
      counted.map(({ used }) => used).sort((a, b) => a - b),
      upTo(40),
    )
    assert.equal((await one.countPersonRequest(personid, '2026-03-02')).used, 1)
    assert.equal((await one.quotaUsage(accountid, '2026-03-01')).used, 0)
  })

  test('T-66: a killed server has counted every request that it admitted', async () => {
    const target = await testDatabase()
    const first = await target.open()
    const accountid = await newAccount(first)
    await first.close()
    const child = startChild('admit-requests', { url: target.url, dataFolder: target.dataFolder, accountid: accountid })
    let admitted = 0
    child.on('message', (used) => {
      admitted = Number(used)
      if (admitted >= 200) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    assert.ok(admitted >= 200)
    const { used } = await (await target.open()).quotaUsage(accountid, '2026-03-01')
    assert.ok(used >= admitted, `${used} are counted of ${admitted}`)
  })

  test('T-80: the day does not go back with the clock over midnight, and a new day begins at one', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    assert.equal((await database.quotaUsage(accountid, '2026-03-01')).used, 0)
    const days = ['2026-03-01', '2026-03-01', '2026-03-02', '2026-03-01', '2026-03-01', '2026-03-03']
    const results: string[] = []
    for (const day of days) {
      const { used, day: counted } = await database.countRequest(accountid, day)
      results.push(`${counted} ${used}`)
    }
    assert.deepEqual(results, [
      '2026-03-01 1',
      '2026-03-01 2',
      '2026-03-02 1',
      '2026-03-02 2',
      '2026-03-02 3',
      '2026-03-03 1',
    ])
    const usage = async (day: string): Promise<string> => {
      const { used, day: counted } = await database.quotaUsage(accountid, day)
      return `${counted} ${used}`
    }
    assert.equal(await usage('2026-03-02'), '2026-03-03 1')
    assert.equal(await usage('2026-03-04'), '2026-03-04 0')
  })

  test('T-80: a day that a wrong clock stored is not believed, and is logged once', async () => {
    const target = await testDatabase()
    const log: string[] = []
    const database = await target.open({ log: (line) => log.push(line) })
    const accountid = await newAccount(database)
    log.splice(0)
    for (let count = 0; count < 3; count++) await database.countRequest(accountid, '2036-03-01')
    assert.equal((await database.quotaUsage(accountid, '2026-03-01')).used, 0)
    for (const used of [1, 2]) {
      const counted = await database.countRequest(accountid, '2026-03-01')
      assert.deepEqual([counted.used, counted.day], [used, '2026-03-01'])
    }
    assert.equal((await database.countRequest(accountid, '2026-03-02')).used, 1)
    assert.equal((await database.countRequest(accountid, '2026-02-28')).used, 1)
    assert.equal(log.length, 2)
    assert.match(log[0] ?? '', /were last counted on 2036-03-01, .*Counting starts anew on 2026-03-01\.$/)
    assert.match(log[1] ?? '', /were last counted on 2026-03-02, .*Counting starts anew on 2026-02-28\.$/)
  })

  test('T-80: requests around midnight that are counted together are counted for the later day', async () => {
    const database = await open()
    const accountid = await newAccount(database)
    await Promise.all(['2026-03-02', '2026-03-01', '2026-03-02'].map((day) => database.countRequest(accountid, day)))
    const { used, day } = await database.quotaUsage(accountid, '2026-03-01')
    assert.deepEqual([used, day], [3, '2026-03-02'])
  })

  test('the version changes at once with every change of a person or a token, and with nothing else', async () => {
    const target = await testDatabase()
    const [one, other] = [await target.open({ workersMayShare: true }), await target.open({ workersMayShare: true })]
    const [accountid, theirs] = [await newAccount(one), await newAccount(one)]
    const version = async (): Promise<number> => (await one.countRequest(accountid, '2026-03-01')).version
    const start = await version()
    await one.write(accountid, (tx) => newClient(tx, 'no person'))
    await other.write(accountid, (tx) => newClient(tx, 'no person'))
    await one.write(theirs, (tx) => newPerson(tx))
    assert.equal(await version(), start)
    const person = await one.write(accountid, (tx) => newPerson(tx))
    const afterOwn = await version()
    assert.ok(afterOwn > start)
    await other.write(accountid, (tx) => tx.update('person', person, { active: 'f' }))
    const afterOther = await version()
    assert.ok(afterOther > afterOwn)
    assert.equal((await one.quotaUsage(accountid, '2026-03-01')).version, afterOther)
    await other.write(accountid, (tx) => tx.remove('person', person))
    assert.ok((await version()) > afterOther)
  })
})
