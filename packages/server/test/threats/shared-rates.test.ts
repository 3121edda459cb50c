// Limits per minute hold for all servers on one database together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimit } from '../../src/api/rate-limit.ts'
import type { Database } from '../../src/io/database.ts'
import { eachDatabase } from '../fixture/databases.ts'

const minute = 60_000 * 1000

/** A database whose calls can be awaited: the limits do not wait for them. */
function watched(database: Database): { addRates: Database['addRates']; idle(): Promise<unknown> } {
  const calls: Promise<unknown>[] = []
  return {
    addRates: (...given) => {
      const call = database.addRates(...given)
      calls.push(call)
      return call
    },
    // One turn more, so that the caller has taken the result.
    idle: () => Promise.all(calls.splice(0)).then(() => new Promise(setImmediate)),
  }
}

eachDatabase((_kind, _open, testDatabase) => {
  test('T-285: a token that uses two servers is refused about when its limit is reached', async () => {
    const target = await testDatabase()
    const stores = [await target.open({ workersMayShare: true }), await target.open({ workersMayShare: true })].map(
      watched,
    )
    const limits = stores.map((store) => new RateLimit(store))
    let allowed = 0
    for (let second = 0; second < 40; second++) {
      for (const limit of limits) {
        for (let request = 0; request < 5; request++) {
          try {
            limit.countRequest('token', 100, minute + second * 1000)
            allowed++
          } catch (error) {
            assert.equal((error as { code?: number }).code, 12)
          }
        }
      }
      for (const store of stores) await store.idle()
    }
    // Both servers learn of the other's requests once a second, in which each gets five.
    assert.ok(allowed >= 100 && allowed <= 110, `${allowed} of 400 requests were allowed`)
    const rate = limits[0]?.countRequest('another token', 100, minute + 40_000)
    assert.equal(rate?.used, 1)
    assert.equal(limits[1]?.countRequest('token', 100, minute + 60_000).used, 1)
    await stores[1]?.idle()
  })

  test('T-285: a server whose clock is a minute behind changes nothing, one that was far ahead is ignored', async () => {
    const database = await (await testDatabase()).open()
    const add = async (at: number, used: number) => (await database.addRates(at, [{ key: 'k', used }])).get('k')
    assert.equal(await add(1000, 3), 3)
    assert.equal(await add(1000, 4), 7)
    assert.equal(await add(999, 5), undefined)
    assert.equal(await add(1000, 1), 8)
    assert.equal(await add(1001, 2), 2)
    assert.equal(await add(5000, 9), 9)
    assert.equal(await add(1002, 1), 1)
  })
})
