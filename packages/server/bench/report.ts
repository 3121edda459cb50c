// Formats the results as Markdown tables, for the terminal and for docs/bench.md. It also selects the best of several
// rounds: on a shared machine a slow round says more about other programs than about the server.
import { cpus, totalmem } from 'node:os'
import { type CaseName, caseTitles } from './cases.ts'
import type { PrefillResult } from './prefill.ts'
import type { Memory } from './processes.ts'
import type { SlowReadResult } from './slow-reader.ts'

/** One measurement of one server. */
export interface Measurement {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Microseconds of CPU time per request, of the server with its threads and of PostgreSQL's processes. */
  readonly cpu: number
  /** The part of it that the server itself has used, with its threads. */
  readonly serverCpu: number
  /** Cores used by the load generator, and by programs outside of this run. */
  readonly client: number
  readonly others: number
}

export interface CaseResult {
  readonly name: CaseName
  readonly ours: readonly Measurement[]
  readonly baseline: readonly Measurement[]
}

export interface DatabaseResult {
  readonly database: string
  readonly tasks: number
  readonly cases: readonly CaseResult[]
  readonly readyMs: number
  readonly idle: Memory
  readonly after: Memory
  readonly baselineAfter: Memory
  readonly growth: { readonly smallTasks: number; readonly small: Measurement; readonly large: Measurement } | undefined
  readonly slow: SlowReadResult | undefined
  readonly prefill: PrefillResult | undefined
}

const wholeText = (value: number): string => Math.round(value).toLocaleString('en')
const shortText = (value: number): string => (value < 10 ? value.toFixed(1) : wholeText(value))
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The best round, because it is least affected by other programs. */
export const best = (rounds: readonly Measurement[]): Measurement => ({
  ...rounds.reduce((most, next) => (next.perSecond > most.perSecond ? next : most)),
  cpu: Math.min(...rounds.map(({ cpu }) => cpu)),
  serverCpu: Math.min(...rounds.map(({ serverCpu }) => serverCpu)),
})

const cells = ({ perSecond, p50, p99, cpu }: Measurement): string[] => [
  wholeText(perSecond),
  shortText(p50),
  shortText(p99),
  wholeText(cpu),
]

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function caseRow({ name, ours, baseline }: CaseResult): string {
  const a = best(ours)
  const b = best(baseline)
  const others = mean([...ours, ...baseline].map((round) => round.others))
  const client = mean([...ours, ...baseline].map((round) => round.client))
  const ratio = (a.perSecond / b.perSecond).toFixed(2)
  const work = (b.cpu / a.cpu).toFixed(2)
  const shares = [wholeText(a.serverCpu), client.toFixed(2), others.toFixed(2)]
  return row([caseTitles[name], ...cells(a), ...cells(b), `**${ratio}**`, work, ...shares])
}

const header = [
  row([
    ...['request', 'req/s', 'p50 ms', 'p99 ms', 'us CPU', 'baseline req/s', 'p50 ms', 'p99 ms', 'us CPU'],
    ...['ratio', 'by CPU', 'us server', 'client cores', 'others’ cores'],
  ]),
  row(['---', ...Array.from({ length: 13 }, () => '---:')]),
]

export function tableOf(result: DatabaseResult): string {
  const { database, tasks, readyMs, idle, after, baselineAfter, growth, slow, prefill } = result
  const lines = [`### ${database}, ${wholeText(tasks)} tasks`, '', ...header, ...result.cases.map(caseRow), '']
  const memory = ({ rss, pss }: Memory): string => `${wholeText(rss)} MB RSS, ${wholeText(pss)} MB PSS`
  lines.push(
    `- Start to ready: ${wholeText(readyMs)} ms. Memory: idle ${memory(idle)}; after the run ${memory(after)}; baseline after the run ${memory(baselineAfter)}.`,
  )
  if (growth !== undefined) {
    const { small, large, smallTasks } = growth
    lines.push(
      `- Default list at ${wholeText(tasks)} tasks costs ${(small.perSecond / large.perSecond).toFixed(2)} times that at ${wholeText(smallTasks)} (goal: at most 1.30).`,
    )
  }
  if (slow !== undefined) {
    const { maxRss, writers, megabytes, seconds } = slow
    lines.push(
      `- A slow reader of the whole list (${wholeText(megabytes)} MB in ${shortText(seconds)} s, ${slow.whole ? 'whole' : 'BROKEN'}): at most ${wholeText(maxRss)} MB RSS (goal: under 300); meanwhile 8 writers made ${wholeText(writers.answered / writers.seconds)} tasks a second, p50 ${shortText(writers.p50)} ms, p99 ${shortText(writers.p99)} ms, longest ${shortText(writers.longest)} ms.`,
    )
  }
  if (prefill !== undefined) {
    const { entries, median, longest } = prefill
    lines.push(
      `- A prefill of ${wholeText(entries)} entries took ${wholeText(median)} ms (goal: under 1,000), the longest of five ${wholeText(longest)} ms.`,
    )
  }
  return lines.join('\n')
}

export const machine = (): string =>
  `${cpus().length} cores (${process.arch}, ${cpus()[0]?.model ?? 'unknown'}), ${wholeText(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`
