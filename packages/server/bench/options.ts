// The rows of the benchmark that compare our server with itself: responses that are compressed with those that are not,
// and a limit per minute with none. The limits of requests that run at the same time are always on.
import type { BenchRequest } from './load-generator.ts'
import type { DatabaseSite, Progress } from './load-rows.ts'
import type { LoadedServer, Meter } from './measure.ts'
import { type RunningServer, startServer } from './processes.ts'
import { best, type CaseResult } from './report.ts'

/** The largest that can be set, so that no request is rejected. */
const ratePerMinute = 1_000_000
/** Longer than one page, so that it is sent in pieces. */
const streamedLength = 1000

interface OptionContext {
  readonly meter: Meter
  readonly server: RunningServer
  /** A copy of the database for the server with a limit. */
  readonly copy: DatabaseSite
  readonly byId: readonly BenchRequest[]
  readonly list: readonly BenchRequest[]
  readonly warmupAnswers: number
  readonly progress: Progress
}

const withEncoding = (requests: readonly BenchRequest[], encoding: string): BenchRequest[] =>
  requests.map((request) => ({ ...request, headers: { 'Accept-Encoding': encoding } }))

export async function measureOptions(context: OptionContext): Promise<CaseResult[]> {
  const { meter, server, list, warmupAnswers, progress } = context
  const streamed: BenchRequest[] = [{ method: 'GET', path: `/task/?limit=${streamedLength}` }]
  const results: CaseResult[] = []
  const compare = async (title: string, ours: LoadedServer, other: LoadedServer): Promise<void> => {
    const [a, b] = await meter.measureInTurn(ours, other)
    results.push({ name: title, title, ours: a, other: b })
    progress(`  ${title}: ${Math.round(best(a).perSecond)} of ${Math.round(best(b).perSecond)} a second`)
  }
  const lists = { connections: 32, warmupAnswers }
  // A person may receive two such lists at the same time.
  const streams = { connections: 2, warmupAnswers: warmupAnswers / 100 }
  for (const encoding of ['br', 'gzip', 'zstd']) {
    const compressed = { server, load: { ...lists, requests: withEncoding(list, encoding) } }
    await compare(`ten tasks, ${encoding}`, compressed, { server, load: { ...lists, requests: list } })
    const stream = { server, load: { ...streams, requests: withEncoding(streamed, encoding) } }
    await compare(`1,000 tasks in pieces, ${encoding}`, stream, { server, load: { ...streams, requests: streamed } })
  }
  const limited = await startServer({ ...context.copy, ratePerMinute })
  try {
    for (const [title, requests] of [['one task by id', context.byId] as const, ['ten tasks', list] as const]) {
      const load = { ...lists, requests }
      await compare(`${title}, with a limit per minute`, { server: limited, load }, { server, load })
    }
  } finally {
    await limited.stop()
  }
  return results
}
