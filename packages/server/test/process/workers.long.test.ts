// Several processes on one port behave like one server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { allDatabases } from '../fixture/database-servers.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const requestCount = 400
const concurrency = 16

const quotaUsed = async (server: StintServer, token: string): Promise<number> =>
  Number(((await server.request('/quota/', { token })).json.quota as JsonObject).used)

/** The statuses of this many requests, each over its own connection, so that every process gets some. */
async function statuses(server: StintServer, token: string, count: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let remaining = count
  const work = async (): Promise<void> => {
    while (remaining-- > 0) {
      const { status } = await server.request('/me/', { token })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return statuses
}

const processesOf = (server: StintServer): Set<unknown> =>
  new Set(server.logLines().flatMap(({ reqid, pid }) => (reqid === undefined ? [] : [pid])))

/** Sends requests until this many different processes have responded. */
async function untilServedBy(server: StintServer, count: number): Promise<void> {
  while (processesOf(server).size < count) {
    await server.request('/me/', { token: server.token })
    await sleep(50)
  }
}

eachDatabaseEnv((newPlace) => {
  test('T-66, T-06: two processes serve, count exactly, and both reject a revoked token at once', async () => {
    const place = await newPlace()
    const data = processes.newFolder()
    const server = await processes.serve(data, { ...place, STINT_WORKERS: '2', STINT_LOG: 'info' })
    const { token } = server
    await untilServedBy(server, 2)
    const before = await quotaUsed(server, token)
    assert.deepEqual(await statuses(server, token, requestCount), new Map([[200, requestCount]]))
    assert.equal((await quotaUsed(server, token)) - before, requestCount)

    const tokenCommand = (...args: string[]) =>
      processes.run({ args: ['token', '--person', 'admin', ...args], env: { ...place, STINT_DATA: data } }).finished
    assert.equal((await tokenCommand('--revoke')).code, 0)
    assert.deepEqual(await statuses(server, token, 40), new Map([[401, 40]]))
    const another = (await tokenCommand()).stdout.trim()
    assert.deepEqual(await statuses(server, another, 40), new Map([[200, 40]]))

    const count = await quotaUsed(server, another)
    const ending = await server.process.stop()
    assert.deepEqual([ending.code, ending.stderr], [0, ''])
    assert.equal(ending.stdout.split('Stint is ready').length, 2, 'the banner must be printed once')
    await assert.rejects(server.request('/healthz'), { code: 'ECONNREFUSED' })
    const later = await processes.serve(data, place)
    assert.equal(await quotaUsed(later, another), count, 'the count was lost at the end')
    await later.process.stop()
  })

  test('T-79: a killed process is replaced', async () => {
    const server = await processes.serve(processes.newFolder(), {
      ...(await newPlace()),
      STINT_WORKERS: '2',
      STINT_LOG: 'info',
    })
    const { token } = server
    await untilServedBy(server, 2)
    const [victim] = processesOf(server)
    process.kill(Number(victim), 'SIGKILL')
    await server.process.waitForOutput(/a worker ended; starting another/)
    await untilServedBy(server, 3)
    assert.ok(server.logLines().some(({ msg, worker }) => worker === victim && /starting another/.test(String(msg))))
    assert.deepEqual(await statuses(server, token, 40), new Map([[200, 40]]))
    assert.equal((await server.process.stop()).code, 0)
  })
}, allDatabases)
