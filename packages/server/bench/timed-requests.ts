// Times single requests one after another, where throughput says little: lists with filters of two values after a
// write, when nothing is cached, and reports with what another client notices of them meanwhile.
import { errorMessage } from '../src/kit/error-message.ts'
import { bodyOf, casesFor } from './cases.ts'
import type { BenchRequest } from './load-generator.ts'
import type { LoadedDatabase } from './load-rows.ts'
import { dayText } from './rows.ts'

export interface TimedRequest {
  readonly path: string
  /** Milliseconds: the median and the maximum. */
  readonly median: number
  readonly longest: number
}

export interface TimedReport {
  readonly path: string
  readonly ms: number
  /** What the server answered instead of the report. */
  readonly failure: string | undefined
  readonly goalMs: number
  /** Another client reads a task again and again meanwhile: milliseconds of its requests. */
  readonly others: { readonly answered: number; readonly p99: number; readonly longest: number }
}

const listsAfterWrites: readonly (readonly [write: 'time' | 'create', path: string])[] = [
  ['time', '/time/?approved=f'],
  ['time', '/time/?approved=t'],
  ['time', '/time/?invoiced=f'],
  ['time', '/time/?billable=f'],
  ['time', '/time/?activeonly=t'],
  ['create', '/task/?excludeclosed=t'],
  ['create', '/task/?overdue=t'],
  ['create', '/task/?hasduedate=f'],
  ['create', '/task/?sortfield=datedue&sortdir=DESC'],
]

const repeats = 5

async function msOf(port: number, request: BenchRequest): Promise<number> {
  const began = performance.now()
  await bodyOf(port, request)
  return performance.now() - began
}

const sortedTimes = (durations: readonly number[]): { median: number; longest: number } => {
  const sorted = durations.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 }
}

/** Each list is requested after a write, so that its count is not in the cache. */
export async function timeLists(port: number, loaded: LoadedDatabase): Promise<TimedRequest[]> {
  const { create, 'create time': createTime } = casesFor(loaded)
  const writes = { create: create[0], time: createTime[0] }
  const results: TimedRequest[] = []
  for (const [write, path] of listsAfterWrites) {
    const durations: number[] = []
    const request = writes[write]
    if (request === undefined) continue
    for (let repeat = 0; repeat < repeats; repeat++) {
      await bodyOf(port, request)
      durations.push(await msOf(port, { method: 'GET', path }))
    }
    results.push({ path, ...sortedTimes(durations) })
  }
  return results
}

const month = `datebegin=${dayText(366)}&dateend=${dayText(396)}`
const year = `datebegin=${dayText(366)}&dateend=${dayText(730)}`
const reportPaths = ['/timereport/?groupby=project', '/timereport/?groupby=person', '/utilization/?', '/margin/?']
const monthGoalMs = 2000
const yearGoalMs = 10_000

export async function timeReports(port: number, taskid: number): Promise<TimedReport[]> {
  const results: TimedReport[] = []
  for (const [days, goalMs] of [[month, monthGoalMs] as const, [year, yearGoalMs] as const]) {
    for (const report of reportPaths) {
      const path = `${report}${report.endsWith('?') ? '' : '&'}${days}`
      results.push(await timeReport(port, path, goalMs, taskid))
    }
  }
  return results
}

async function timeReport(port: number, path: string, goalMs: number, taskid: number): Promise<TimedReport> {
  let isOver = false
  const began = performance.now()
  const report = bodyOf(port, { method: 'GET', path })
    .then(
      () => undefined,
      (error: unknown) => errorMessage(error),
    )
    .finally(() => {
      isOver = true
    })
  const durations: number[] = []
  while (!isOver) durations.push(await msOf(port, { method: 'GET', path: `/task/${taskid}/` }))
  const failure = await report
  const ms = performance.now() - began
  const sorted = durations.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  return { path, ms, failure, goalMs, others: { answered: durations.length, p99, longest: sorted.at(-1) ?? 0 } }
}
