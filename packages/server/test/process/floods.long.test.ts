// Threat T-86 with a whole server over TLS: floods of HTTP/2 streams, cancelled streams, pings and unread responses,
// with and without a token, and of pipelined requests over HTTP/1.1. The server must keep running, in bounded memory,
// and answer another client. How fast it answers is measured by `npm run verify -- floods`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { floodCallers, floodConnections, floodKinds } from './flood-kinds.ts'
import { type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
/** Measured on a quiet machine: 304 MB. A busy one collects garbage later. */
const maxMemoryKb = 500 * 1024
const maxAttempts = 5

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks as a client should: after a 503 again, when Retry-After says so. On a busy machine that can happen. */
async function askPatiently(server: StintServer): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const { status, headers } = await server.request('/me/', { token: 'demo-manager' })
    if (status !== 503 || attempt === maxAttempts) return status
    const seconds = Number(headers['retry-after'])
    assert.ok(seconds > 0, 'a 503 says when to try again')
    await pause(seconds * 1000)
  }
}

/** Another client, which asks again and again until the flood is over. */
async function askMeanwhile(server: StintServer, flood: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = []
  let isOver = false
  void flood.then(() => {
    isOver = true
  })
  while (!isOver) {
    statuses.push(await askPatiently(server))
    await pause(50)
  }
  return statuses
}

test('T-86: no flood stops the server, fills its memory or keeps another client from its answer', async () => {
  const server = await processes.serve(processes.newFolder(), {
    STINT_TLS: 'auto',
    STINT_DEMO: '1',
    // As `npm start` starts it.
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1024',
  })
  // A token that was accepted before works from an address that sends wrong ones.
  assert.equal((await server.request('/me/', { token: 'demo-manager' })).status, 200)
  for (const [who, headers] of Object.entries(floodCallers)) {
    for (const [kind, flood] of floodKinds) {
      const running = Array.from({ length: floodConnections }, () => flood(server, headers))
      const statuses = await askMeanwhile(server, Promise.all(running))
      assert.equal(server.process.result, undefined, `${kind} ${who}: the server has ended`)
      assert.deepEqual(
        statuses.filter((status) => status !== 200),
        [],
        `${kind} ${who}: ${statuses.length} answers`,
      )
      const [, memory = ''] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')) ?? []
      assert.ok(Number(memory) < maxMemoryKb, `${kind} ${who}: ${memory} KB`)
    }
  }
})
