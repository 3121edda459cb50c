// Formats the results as Markdown tables, for the terminal and for docs/bench.md. It also selects the best of several
// rounds: on a shared machine a slow round says more about other programs than about the server.
import { cpus, totalmem } from 'node:os'
import type { PrefillResult } from './prefill.ts'
import type { Memory } from './processes.ts'
import type { SlowReadResult } from './slow-reader.ts'
import type { TimedRequest } from './timed-requests.ts'

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

/** Our server, and what it is compared with: the baseline, or our server without an option. */
export interface CaseResult {
  readonly name: string
  readonly title: string
  readonly ours: readonly Measurement[]
  readonly other: readonly Measurement[]
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
  /** Each with an option of our server and without it. */
  readonly options: readonly CaseResult[]
  readonly lists: readonly TimedRequest[]
}

export const wholeText = (value: number): string => Math.round(value).toLocaleString('en')
export const shortText = (value: number): string => (value < 10 ? value.toFixed(1) : wholeText(value))
export const tableRow = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

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

function caseRow({ title, ours, other }: CaseResult): string {
  const a = best(ours)
  const b = best(other)
  const others = mean([...ours, ...other].map((round) => round.others))
  const client = mean([...ours, ...other].map((round) => round.client))
  const ratio = (a.perSecond / b.perSecond).toFixed(2)
  const work = (b.cpu / a.cpu).toFixed(2)
  const shares = [wholeText(a.serverCpu), client.toFixed(2), others.toFixed(2)]
  return tableRow([title, ...cells(a), ...cells(b), `**${ratio}**`, work, ...shares])
}

const headerFor = (other: string): string[] => [
  tableRow([
    ...['request', 'req/s', 'p50 ms', 'p99 ms', 'us CPU', `${other} req/s`, 'p50 ms', 'p99 ms', 'us CPU'],
    ...['ratio', 'by CPU', 'us server', 'client cores', 'others’ cores'],
  ]),
  tableRow(['---', ...Array.from({ length: 13 }, () => '---:')]),
]

export const memoryText = ({ rss, pss }: Memory): string => `${wholeText(rss)} MB RSS, ${wholeText(pss)} MB PSS`

export function tableOf(result: DatabaseResult): string {
  const { database, tasks, readyMs, idle, after, baselineAfter, growth, slow, prefill, options, lists } = result
  const lines = [
    `### ${database}, ${wholeText(tasks)} tasks`,
    '',
    ...headerFor('baseline'),
    ...result.cases.map(caseRow),
    '',
  ]
  if (options.length > 0) lines.push(...headerFor('without'), ...options.map(caseRow), '')
  lines.push(
    `- Start to ready: ${wholeText(readyMs)} ms. Memory: idle ${memoryText(idle)}; after the run ${memoryText(after)}; baseline after the run ${memoryText(baselineAfter)}.`,
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
  if (lists.length > 0) {
    const texts = lists.map(({ path, median, longest }) => `\`${path}\` ${shortText(median)} (${shortText(longest)})`)
    lines.push(`- Lists right after a write, median and longest in ms: ${texts.join(', ')}.`)
  }
  return lines.join('\n')
}

export const machine = (): string =>
  `${cpus().length} cores (${process.arch}, ${cpus()[0]?.model ?? 'unknown'}), ${wholeText(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`
