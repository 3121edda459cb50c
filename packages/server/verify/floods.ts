// Floods of all kinds, with and without a token, against a server as `npm start` starts it, while another client asks
// again and again. It fails if the server ends, needs too much memory or answers the other client with an error. The
// latency of that client is printed beside its goal and not judged: it depends on the machine.
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../bench/processes.ts'
import { floodCallers, floodConnections, floodKinds } from '../test/process/flood-kinds.ts'
import type { StintServer } from '../test/process/stint-process.ts'
import type { VerifyRun } from './verify-run.ts'

const maxMegabytes = 400
const goalMs = 500
const pauseMs = 20

interface Observed {
  readonly latencies: number[]
  refused: number
  megabytes: number
}

/** Asks until the flood is over. A 503 is an answer: under overload the server refuses some requests. */
async function observe(server: StintServer, flood: Promise<unknown>, observed: Observed): Promise<void> {
  let isOver = false
  void flood.then(() => {
    isOver = true
  })
  while (!isOver) {
    const began = performance.now()
    const { status, text } = await server.request('/task/?limit=10', { token: 'demo-manager' })
    if (status === 503) observed.refused++
    else if (status !== 200) throw new Error(`another client got ${status}: ${text}`)
    else observed.latencies.push(performance.now() - began)
    observed.megabytes = Math.max(observed.megabytes, memoryOf(server.process.pid).rss)
    await sleep(pauseMs)
  }
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

export async function floods(run: VerifyRun): Promise<string> {
  const total = run.numberOf('floods', 50)
  const server = await run.processes.serve(run.processes.newFolder(), {
    STINT_TLS: 'auto',
    STINT_DEMO: '1',
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1024',
  })
  const observed: Observed = { latencies: [], refused: 0, megabytes: 0 }
  const kinds = [...floodKinds].flatMap(([kind, flood]) =>
    Object.entries(floodCallers).map(([who, headers]) => ({ name: `${kind} ${who}`, flood, headers })),
  )
  for (let at = 0; at < total; at++) {
    const { name, flood, headers } = kinds[at % kinds.length] ?? {}
    if (name === undefined || flood === undefined || headers === undefined) throw new Error('there is no kind of flood')
    const [before, refused] = [observed.latencies.length, observed.refused]
    const running = Promise.all(Array.from({ length: floodConnections }, () => flood(server, headers)))
    await observe(server, running, observed)
    if (server.process.result !== undefined) throw new Error(`${name}: the server has ended`)
    if (observed.megabytes > maxMegabytes) throw new Error(`${name}: ${observed.megabytes.toFixed(0)} MB`)
    const own = observed.latencies.slice(before).toSorted((one, other) => one - other)
    run.log(
      `${at + 1} of ${total}, ${name}: another client got ${own.length} answers, the longest after ${(own.at(-1) ?? 0).toFixed(0)} ms, and ${observed.refused - refused} refusals`,
    )
  }
  const sorted = observed.latencies.toSorted((one, other) => one - other)
  const [p50, p99, longest] = [0.5, 0.99, 1].map((part) => percentile(sorted, part).toFixed(0))
  return `${total} floods; another client got ${sorted.length} answers, p50 ${p50} ms, p99 ${p99} ms (goal: under ${goalMs}), longest ${longest} ms, and ${observed.refused} refusals with 503; at most ${observed.megabytes.toFixed(0)} MB`
}
