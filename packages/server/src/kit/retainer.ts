// The arithmetic of a budget per calendar month, quarter or year (docs/adr/0044-retainers.md): what each period has and
// uses. Nothing is stored: what is carried over follows from the hours of the earlier periods. All amounts are exact
// integers in one unit, which the caller chooses.
import { addDays } from './calendar.ts'
import { exactAmount } from './money.ts'
import { type Cadence, type CalendarPeriod, calendarPeriod, periodsBetween } from './periods.ts'

export interface RetainerTerms {
  readonly every: Cadence
  /** Whether a period gets what the ones before it left, or pays back what they overran. */
  readonly carriesOver: boolean
  /** The budget of each period. */
  readonly budget: bigint
  readonly datestart: string
  readonly dateend: string | null
}

export interface RetainerPeriod extends CalendarPeriod {
  readonly carriedover: bigint
  /** The budget and what was carried over. */
  readonly available: bigint
  readonly used: bigint
  readonly remaining: bigint
}

/** Hours of a month, of one work type and rate. */
export interface MonthlyHours {
  /** Such as 2026-05. */
  readonly month: string
  readonly worktypeid: number
  readonly rate: bigint
  readonly hours: bigint
}

export interface PeriodWork {
  readonly hours: bigint
  /** Each work type and rate rounded to cents, as on an invoice of the period. */
  readonly value: bigint
}

/** Hours and their value by the first day of their period. */
export function workByPeriod(work: readonly MonthlyHours[], every: Cadence): ReadonlyMap<string, PeriodWork> {
  const lines = Map.groupBy(work, ({ month, worktypeid, rate }) =>
    [calendarPeriod(`${month}-01`, every).begin, worktypeid, rate].join(' '),
  )
  const periods = new Map<string, PeriodWork>()
  for (const [line, rows] of lines) {
    const [begin = ''] = line.split(' ')
    const hours = rows.reduce((sum, row) => sum + row.hours, 0n)
    const before = periods.get(begin) ?? { hours: 0n, value: 0n }
    const value = exactAmount(hours, rows[0]?.rate ?? 0n)
    periods.set(begin, { hours: before.hours + hours, value: before.value + value })
  }
  return periods
}

/**
 * The periods that have a day in the range, from that of the first day of the project to that of its last. `used` is by
 * the first day of a period. What was used before the first period counts in none.
 */
export function retainerPeriods(
  { every, carriesOver, budget, datestart, dateend }: RetainerTerms,
  used: ReadonlyMap<string, bigint>,
  range: CalendarPeriod,
): RetainerPeriod[] {
  const first = calendarPeriod(datestart, every).begin
  const last = dateend !== null && dateend < range.end ? dateend : range.end
  const from = range.begin < first ? first : calendarPeriod(range.begin, every).begin
  let earlier = 0n
  for (const [begin, amount] of used) if (begin >= first && begin < from) earlier += amount
  const count = Math.max(0, periodsBetween(from, last, every) + 1)
  const before = BigInt(periodsBetween(first, from, every))
  let period = calendarPeriod(from, every)
  return Array.from({ length: count }, (_, at) => {
    const { begin, end } = period
    const carriedover = carriesOver ? budget * (before + BigInt(at)) - earlier : 0n
    const [available, amount] = [budget + carriedover, used.get(begin) ?? 0n]
    earlier += amount
    period = calendarPeriod(addDays(end, 1), every)
    return { begin, end, carriedover, available, used: amount, remaining: available - amount }
  })
}

const wholePercent = 1_000_000n

/** True when this part of what is available is used, or nothing is available; `percent` is in ten-thousandths. */
export const isShareUsed = ({ used, available }: RetainerPeriod, percent: bigint): boolean =>
  used * wholePercent >= available * percent
