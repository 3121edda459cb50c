// The model of a large installation (bench/capacity-model.ts) against queueing theory, where that has exact answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Installation, type RequestCost, simulate } from '../../bench/capacity-model.ts'
import { Random } from '../fixture/random.ts'

const small: Installation = {
  accounts: 1000,
  perSecond: 500,
  servers: 1,
  coordinatorCores: 0,
  machines: 1,
  coresPerMachine: 1,
  commitMs: 0,
}
const free: RequestCost = { share: 1, server: 0, coordinator: 0, database: 0, writes: false }

function simulated(installation: Installation, costs: readonly RequestCost[], seconds = 100) {
  const random = new Random(7)
  return simulate(() => random.next(), seconds, installation, costs)
}

function assertNear(actual: number, expected: number, part: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= part * expected, `${what} is ${actual}, expected about ${expected}`)
}

const stations: Readonly<Record<string, Partial<RequestCost>>> = {
  server: { server: 1000 },
  'core of the database': { database: 1000 },
}
for (const [name, cost] of Object.entries(stations)) {
  test(`one ${name} that is busy half of the time answers as an M/M/1 queue does`, () => {
    const { p50, p99 } = simulated(small, [{ ...free, ...cost }])
    // Times in an M/M/1 queue are exponential with a mean of 1 / (1000 - 500) seconds.
    assertNear(p50, 2 * Math.LN2, 0.1, 'p50')
    assertNear(p99, 2 * Math.log(100), 0.15, 'p99')
  })
}

test('the use of every part is requests per second times the mean cost', () => {
  const mix = [
    { ...free, share: 3, server: 400, coordinator: 800, database: 1200 },
    { ...free, share: 1, server: 800, coordinator: 400, database: 400, writes: true },
  ]
  const result = simulated({ ...small, servers: 2, coordinatorCores: 4, machines: 2, coresPerMachine: 4 }, mix)
  assertNear(result.serverUse, (500 * 500e-6) / 2, 0.05, 'the use of the servers')
  assertNear(result.coordinatorUse, (500 * 700e-6) / 4, 0.05, 'the use of the coordinator')
  assertNear(result.databaseUse, (500 * 1000e-6) / 8, 0.05, 'the use of the database')
})

test('writes of one account wait for the disk one after the other, those of many accounts do not', () => {
  const writes = [{ ...free, database: 100, writes: true }]
  const disk = { ...small, perSecond: 400, commitMs: 2, coresPerMachine: 4 }
  const many = simulated({ ...disk, accounts: 1_000_000 }, writes)
  const one = simulated({ ...disk, accounts: 1 }, writes)
  assert.equal(one.busiestAccountPerSecond > 390, true)
  assert.ok(one.p50 > 4, `400 writes of one account of 2.1 ms each wait, p50 is ${one.p50} ms`)
  assert.ok(many.p50 < 2.3, `writes of many accounts hardly wait, p50 is ${many.p50} ms`)
})

test('the busiest of a million accounts sends about one request of twenty', () => {
  const { busiestAccountPerSecond } = simulated({ ...small, accounts: 1_000_000, perSecond: 2000 }, [free], 60)
  assertNear(busiestAccountPerSecond, 2000 * (Math.LN2 / Math.log(1_000_001)), 0.1, 'the busiest account')
})
