// The periods of something that recurs every month, quarter or year, as calendar days. A period that is billed begins
// with any month and has one day on which it is billed: in its first month, or in the month after it. A calendar
// period is that of the calendar: quarters begin in January, April, July and October.
import { addDays } from './calendar.ts'

export const cadences = ['month', 'quarter', 'year'] as const
export type Cadence = (typeof cadences)[number]

export const billings = ['advance', 'arrears'] as const
export type Billing = (typeof billings)[number]

/** The day of a month that stands for its last one, as every day does that a month does not have. */
export const lastDayOfMonth = 31

const monthsIn: Readonly<Record<Cadence, number>> = { month: 1, quarter: 3, year: 12 }
const monthsPerYear = 12
const lastYear = 9999

export interface PeriodRule {
  readonly every: Cadence
  readonly billing: Billing
  /** From 1 to 31. */
  readonly day: number
}

export interface Period {
  /** The first and the last day. */
  readonly begin: string
  readonly end: string
  /** The day on which it is billed. */
  readonly date: string
}

/** The number of months since January of the year 0. */
export const monthNumber = (day: string): number =>
  Number(day.slice(0, 4)) * monthsPerYear + Number(day.slice(5, 7)) - 1

/** The first day of the month that is `months` after that of `day`; null outside of the calendar. */
export function monthAfter(day: string, months: number): string | null {
  const at = monthNumber(day) + months
  const year = Math.floor(at / monthsPerYear)
  if (year < 1 || year > lastYear) return null
  return `${String(year).padStart(4, '0')}-${String((at % monthsPerYear) + 1).padStart(2, '0')}-01`
}

/** That day of the month, or its last day if it is shorter. */
function dayOfMonth(month: string, day: number): string {
  const wanted = addDays(month, day - 1)
  return wanted.slice(0, 7) === month.slice(0, 7) ? wanted : addDays(monthAfter(month, 1) ?? wanted, -1)
}

export interface CalendarPeriod {
  /** The first and the last day. */
  readonly begin: string
  readonly end: string
}

/** The calendar month, quarter or year of a day. */
export function calendarPeriod(day: string, every: Cadence): CalendarPeriod {
  const begin = monthAfter(day, -(monthNumber(day) % monthsIn[every])) ?? day
  const next = monthAfter(begin, monthsIn[every])
  return { begin, end: next === null ? `${lastYear}-12-31` : addDays(next, -1) }
}

/** The number of periods from that of one day to that of another. */
export const periodsBetween = (from: string, to: string, every: Cadence): number =>
  Math.floor(monthNumber(to) / monthsIn[every]) - Math.floor(monthNumber(from) / monthsIn[every])

/** The period that begins with this month; null outside of the calendar. */
export function periodAt(begin: string, { every, billing, day }: PeriodRule): Period | null {
  const next = monthAfter(begin, monthsIn[every])
  if (next === null) return null
  return { begin, end: addDays(next, -1), date: dayOfMonth(billing === 'advance' ? begin : next, day) }
}

/** The first month of the period after the one that begins with `begin`. */
export const nextPeriod = (begin: string, { every }: PeriodRule): string | null => monthAfter(begin, monthsIn[every])

/** The periods from `begin` on that are billed until `today` and begin until `last`, and the month after them. */
export function periodsDue(
  begin: string,
  rule: PeriodRule,
  today: string,
  last: string | null,
): { readonly due: readonly Period[]; readonly next: string } {
  const due: Period[] = []
  let next = begin
  while (last === null || next <= last) {
    const [period, following] = [periodAt(next, rule), nextPeriod(next, rule)]
    if (period === null || following === null || period.date > today) break
    due.push(period)
    next = following
  }
  return { due, next }
}
