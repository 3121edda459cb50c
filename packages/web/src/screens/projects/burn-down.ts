// Computes the burn-down of a project's budget: how much was used until the end of each week, and how much of the
// project's time has passed. Pure functions; project-burn-down.tsx fetches the data and draws the chart.
import { Decimal, type IsoDate, isoDate } from '@stint/sdk'
import { addDays, daysBetween, mondayOf } from '../../kit/day.ts'

/** Hours by the Monday of their week, and their hourly rate; the rate is null for budgets in hours. */
export interface WeeklyHours {
  readonly rate: Decimal | null
  readonly weeks: readonly { readonly name: string | null; readonly hours: Decimal }[]
}

export interface BurnDown {
  readonly weeks: readonly IsoDate[]
  /** Null for future weeks. */
  readonly used: readonly (Decimal | null)[]
}

interface ProjectSpan {
  readonly datestart: IsoDate
  readonly dateend: IsoDate | null
}

/** More points would not be visible in the chart. */
const maxWeeks = 400
const zero = Decimal.from(0)

/** The part of a budget that hours of one rate use, rounded as on the server. */
const usedBy = (hours: Decimal, rate: Decimal | null): Decimal => (rate === null ? hours : hours.times(rate).round(2))

export function burnDownOf(
  { datestart, dateend }: ProjectSpan,
  today: IsoDate,
  burning: readonly WeeklyHours[],
): BurnDown {
  const logged = burning.flatMap(({ weeks }) => weeks.flatMap(({ name }) => (name === null ? [] : [name]))).toSorted()
  const start = mondayOf(datestart)
  const first = [start, logged[0] ?? start].toSorted()[0] ?? start
  const ends = [mondayOf(today), logged.at(-1) ?? start, dateend === null ? start : mondayOf(dateend)].toSorted()
  const last = ends.at(-1) ?? start
  const count = Math.round(daysBetween(first, last) / 7) + 1
  const all = Array.from({ length: count }, (_, at) => addDays(isoDate(first), at * 7))
  const weeks = all.slice(-maxWeeks)
  const used = weeks.map((monday) => (monday > today ? null : usedUntil(monday, burning)))
  return { weeks, used }
}

function usedUntil(monday: IsoDate, burning: readonly WeeklyHours[]): Decimal {
  let sum = zero
  for (const { rate, weeks } of burning) {
    let hours = zero
    for (const week of weeks) if (week.name !== null && week.name <= monday) hours = hours.plus(week.hours)
    sum = sum.plus(usedBy(hours, rate))
  }
  return sum
}

/** The share of a project's duration that has passed at the end of a day, 0 to 1; null if it has no end date. */
export function elapsedShare({ datestart, dateend }: ProjectSpan, day: IsoDate): number | null {
  if (dateend === null || dateend < datestart) return null
  const all = daysBetween(datestart, dateend) + 1
  return Math.min(1, Math.max(0, (daysBetween(datestart, day) + 1) / all))
}
