// Floods of all kinds, with and without a token, against a server as `npm start` starts it, while another client asks
// again and again. It fails if the server ends, needs too much memory or answers the other client with an error. The
// latency of that client is printed beside its goal and not judged: it depends on the machine. The floods are made in
// another process, because they would delay this client too.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { floodCallers, floodKinds } from '../test/process/flood-kinds.ts'
import { type Flooder, startFlooder } from '../test/process/flood-process.ts'
import type { StintServer } from '../test/process/stint-process.ts'
import type { VerifyRun } from './verify-run.ts'

const maxMegabytes = 400
const goalMs = 500
const everyMs = 40
const memoryEveryMs = 200

/** Every second request is sent over a new connection, the others over connections that are kept. */
const ways = ['new connection', 'kept connection'] as const
type Way = (typeof ways)[number]

interface Observed {
  readonly latencies: Record<Way, number[]>
  refused: number
  megabytes: number
}

const newObserved = (): Observed => ({
  latencies: { 'new connection': [], 'kept connection': [] },
  refused: 0,
  megabytes: 0,
})

/** A 503 is an answer: under overload the server refuses some requests. */
async function ask(server: StintServer, dueAt: number, way: Way, agent: Agent, observed: Observed): Promise<void> {
  const options = way === 'kept connection' ? { agent } : {}
  const { status, text } = await server.request('/task/?limit=10', { token: 'demo-manager', ...options })
  if (status === 503) observed.refused++
  else if (status !== 200) throw new Error(`another client got ${status}: ${text}`)
  else observed.latencies[way].push(performance.now() - dueAt)
}

function megabytesOf(server: StintServer): number {
  if (server.process.result !== undefined) throw new Error('the server has ended')
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/**
 * Asks until the flood is over. A request is sent when it is due, also if earlier ones have no response, and its
 * latency counts from then: a client that waits would ask less often while the server is slow.
 */
async function observe(server: StintServer, flood: Promise<unknown>, agent: Agent): Promise<Observed> {
  const observed = newObserved()
  let isOver = false
  const over = flood.finally(() => {
    isOver = true
  })
  const asked: Promise<void>[] = []
  let failure: unknown
  let memoryAt = 0
  const began = performance.now()
  for (let count = 0; !isOver; count++) {
    const dueAt = began + count * everyMs
    await sleep(Math.max(0, dueAt - performance.now()))
    const way = count % 2 === 0 ? 'new connection' : 'kept connection'
    const answered = ask(server, dueAt, way, agent, observed)
    asked.push(
      answered.catch((error: unknown) => {
        failure ??= error
      }),
    )
    if (dueAt < memoryAt) continue
    memoryAt = dueAt + memoryEveryMs
    observed.megabytes = Math.max(observed.megabytes, megabytesOf(server))
  }
  await over
  await Promise.all(asked)
  if (failure !== undefined) throw failure
  return observed
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

function latencyLine(latencies: readonly number[]): string {
  const sorted = latencies.toSorted((one, other) => one - other)
  const [p50, p99, longest] = [0.5, 0.99, 1].map((part) => percentile(sorted, part).toFixed(0))
  return `${sorted.length} answers, p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms`
}

async function floodOneByOne(run: VerifyRun, flooder: Flooder, total: number): Promise<string> {
  const server = await run.processes.serve(run.processes.newFolder(), {
    STINT_TLS: 'auto',
    STINT_DEMO: '1',
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1024',
  })
  const kinds = [...floodKinds.keys()].flatMap((kind) => Object.keys(floodCallers).map((caller) => ({ kind, caller })))
  const agent = new Agent({ keepAlive: true })
  const all = newObserved()
  for (let at = 0; at < total; at++) {
    const { kind = '', caller = '' } = kinds[at % kinds.length] ?? {}
    const { url, port } = server
    const observed = await observe(server, flooder.flood({ kind, caller, url, port }), agent).catch((error) => {
      throw new Error(`${kind} ${caller}: another client got no answer`, { cause: error })
    })
    for (const way of ways) all.latencies[way].push(...observed.latencies[way])
    all.refused += observed.refused
    all.megabytes = Math.max(all.megabytes, observed.megabytes)
    if (all.megabytes > maxMegabytes) throw new Error(`${kind} ${caller}: ${all.megabytes.toFixed(0)} MB`)
    run.log(`${at + 1} of ${total}, ${kind} ${caller}: ${latencyLine(ways.flatMap((way) => observed.latencies[way]))}`)
  }
  agent.destroy()
  const byWay = ways.map((way) => `over a ${way} ${latencyLine(all.latencies[way])}`)
  const both = latencyLine(ways.flatMap((way) => all.latencies[way]))
  return `${total} floods; another client got ${both} (goal: p99 under ${goalMs} ms); ${byWay.join('; ')}; ${all.refused} refusals with 503; at most ${all.megabytes.toFixed(0)} MB`
}

export async function floods(run: VerifyRun): Promise<string> {
  const flooder = startFlooder()
  try {
    return await floodOneByOne(run, flooder, run.numberOf('floods', 50))
  } finally {
    flooder.end()
  }
}
