// Formats the measurements of the web application as Markdown tables. Of cold loads it shows medians and their ratio,
// of navigations percentiles: one slow screen must not disappear in an average.
import type { ColdLoad } from './cold-home.ts'
import type { Navigation } from './navigation.ts'

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

/** The value below which this share of the values is; 0.5 is the median. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

const median = (values: readonly number[]): number => percentile(values, 0.5)
const whole = (value: number): string => Math.round(value).toLocaleString('en')

interface Measured {
  readonly name: string
  readonly loads: readonly ColdLoad[]
}

const coldNumbers = ['requests', 'kilobytes', 'frame', 'firstPaint', 'largestPaint', 'firstTask'] as const

const mediansOf = (loads: readonly ColdLoad[]): number[] =>
  coldNumbers.map((name) => median(loads.map((load) => load[name])))

export function coldTable(measured: readonly Measured[]): string {
  const [ours, compared] = measured.map(({ loads }) => mediansOf(loads))
  const rows = measured.map(({ name, loads }) =>
    row([name, ...mediansOf(loads).map(whole), loads.at(-1)?.largestElement ?? '']),
  )
  if (ours !== undefined && compared !== undefined)
    rows.push(row(['ratio', ...ours.map((value, at) => (value / (compared[at] ?? Number.NaN)).toFixed(2)), '']))
  return [
    row([
      'cold Home',
      'requests',
      'KB',
      'frame ms',
      'first paint ms',
      'largest paint ms',
      'first task ms',
      'largest part',
    ]),
    row(['---', ...coldNumbers.map(() => '---:'), '---']),
    ...rows,
    '',
  ].join('\n')
}

export function navigationTable(all: readonly Navigation[]): string {
  const kinds = [
    { name: 'first visit', these: all.filter(({ isFirst }) => isFirst) },
    { name: 'later visit', these: all.filter(({ isFirst }) => !isFirst) },
    { name: 'all visits', these: all },
  ]
  const rows = kinds.flatMap(({ name, these }) =>
    (['firstData', 'complete'] as const).map((until) => {
      const values = these.map((one) => one[until])
      return row([
        name,
        until === 'firstData' ? 'heading and first data' : 'nothing loads',
        values.length,
        ...[median(values), percentile(values, 0.95), Math.max(...values)].map(whole),
      ])
    }),
  )
  return [
    row(['click until painted', 'until', 'clicks', 'p50 ms', 'p95 ms', 'max ms']),
    row(['---', '---', '---:', '---:', '---:', '---:']),
    ...rows,
    '',
  ].join('\n')
}

/** The screens by the median of their first visits, slowest first. Home is open at the start, so it has none. */
export function slowestTable(all: readonly Navigation[]): string {
  const rows = [...Map.groupBy(all, ({ screen }) => screen)]
    .map(([screen, visits]) => {
      const [first, later] = [true, false].map((isFirst) => visits.filter((visit) => visit.isFirst === isFirst))
      const of = (some: readonly Navigation[] = [], value: (visit: Navigation) => number): number =>
        some.length === 0 ? Number.NaN : median(some.map(value))
      return {
        screen,
        first: of(first, ({ firstData }) => firstData),
        complete: of(first, ({ complete }) => complete),
        later: of(later, ({ firstData }) => firstData),
        requests: of(first, ({ requests }) => requests),
      }
    })
    .sort((one, other) => (other.first || 0) - (one.first || 0))
    .map(({ screen, ...values }) =>
      row([screen, ...Object.values(values).map((value) => (Number.isNaN(value) ? '' : whole(value)))]),
    )
  return [
    row(['screen', 'first visit ms', 'nothing loads ms', 'later visit ms', 'requests after the click']),
    row(['---', '---:', '---:', '---:', '---:']),
    ...rows,
    '',
  ].join('\n')
}
