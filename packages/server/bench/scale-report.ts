// The Markdown of `npm run bench -- --scale`: what each request costs with few and with many records, and what else
// takes longer with many.
import type { BuiltIndexes } from './load-rows.ts'
import type { Memory } from './processes.ts'
import { type Measurement, memoryText, shortText, tableRow, wholeText } from './report.ts'
import type { TimedReport, TimedRequest } from './timed-requests.ts'

export interface ScaleRow {
  readonly title: string
  readonly small: Measurement
  readonly large: Measurement
}

export interface ScaleResult {
  readonly database: string
  readonly smallTasks: number
  readonly largeTasks: number
  readonly rows: readonly ScaleRow[]
  readonly lists: readonly TimedRequest[]
  readonly reports: readonly TimedReport[]
  readonly readyMs: { readonly small: number; readonly large: number }
  readonly built: BuiltIndexes
  readonly idle: Memory
  readonly after: Memory
  readonly backup: { readonly seconds: number; readonly megabytes: number }
}

const cells = ({ perSecond, p50, p99, cpu }: Measurement): string[] => [
  wholeText(perSecond),
  shortText(p50),
  shortText(p99),
  wholeText(cpu),
]

const costRow = ({ title, small, large }: ScaleRow): string =>
  tableRow([
    ...[title, ...cells(small), ...cells(large)],
    `**${(small.perSecond / large.perSecond).toFixed(2)}**`,
    (large.cpu / small.cpu).toFixed(2),
    ((small.others + large.others) / 2).toFixed(2),
  ])

const costHeader = [
  tableRow([
    ...['request', 'few: req/s', 'p50 ms', 'p99 ms', 'us CPU', 'many: req/s', 'p50 ms', 'p99 ms', 'us CPU'],
    ...['cost', 'by CPU', 'others’ cores'],
  ]),
  tableRow(['---', ...Array.from({ length: 11 }, () => '---:')]),
]

const reportRow = ({ path, ms, failure, goalMs, others }: TimedReport): string =>
  tableRow([
    ...[`\`${path}\``, failure === undefined ? wholeText(ms) : `failed after ${wholeText(ms)}`, wholeText(goalMs)],
    ...[wholeText(others.answered), shortText(others.p99), shortText(others.longest)],
  ])

export function scaleTable(result: ScaleResult): string {
  const { database, smallTasks, largeTasks, readyMs, built, idle, after, backup } = result
  return [
    `### ${database}, ${wholeText(smallTasks)} and ${wholeText(largeTasks)} tasks`,
    '',
    ...costHeader,
    ...result.rows.map(costRow),
    '',
    'The goal for the cost of many is at most 1.20 times that of few. Lists with many, right after a write, so that nothing is cached:',
    '',
    tableRow(['list', 'median ms', 'longest ms']),
    tableRow(['---', '---:', '---:']),
    ...result.lists.map(({ path, median, longest }) =>
      tableRow([`\`${path}\``, shortText(median), shortText(longest)]),
    ),
    '',
    'Reports over all entries, and what another client notices meanwhile:',
    '',
    tableRow(['report', 'ms', 'goal ms', 'others’ requests', 'their p99 ms', 'longest ms']),
    tableRow(['---', '---:', '---:', '---:', '---:', '---:']),
    ...result.reports.map(reportRow),
    ...result.reports.flatMap(({ failure }) => (failure === undefined ? [] : ['', `- ${failure}`])),
    '',
    `- Start to ready: ${wholeText(readyMs.large)} ms, with few ${wholeText(readyMs.small)} ms. Memory with many: idle ${memoryText(idle)}; after the run ${memoryText(after)}.`,
    `- A migration that builds the search indexes over all rows takes ${shortText(built.searchIndexes)} s, one that builds all other indexes ${shortText(built.otherIndexes)} s.`,
    `- \`stint backup\` took ${shortText(backup.seconds)} s for ${wholeText(backup.megabytes)} MB while the server ran.`,
  ].join('\n')
}
