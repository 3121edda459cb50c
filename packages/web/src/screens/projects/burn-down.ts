// How a project uses its budget up, week by week: what was taken until the end of each week, and what an even pace
// from its first to its last day would have taken. Pure; what is asked of the server and drawn is elsewhere.
import { Decimal, type IsoDate, isoDate } from '@stint/sdk'
import { addDays, daysBetween, mondayOf } from '../../kit/day.ts'

/** Hours by the Monday of their week, and what an hour of them takes: money, or itself. */
export interface WeeklyHours {
  readonly rate: Decimal | null
  readonly weeks: readonly { readonly name: string | null; readonly hours: Decimal }[]
}

export interface BurnDown {
  readonly weeks: readonly IsoDate[]
  /** Null for weeks to come. */
  readonly used: readonly (Decimal | null)[]
}

interface ProjectSpan {
  readonly datestart: IsoDate
  readonly dateend: IsoDate | null
}

/** More points than this say nothing more in a picture. */
const maxWeeks = 400
const zero = Decimal.from(0)

/** What is taken of a budget by hours of one rate, rounded as the server does. */
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

/** The share of a project's time that has gone at the end of a day, 0 to 1; null when it has no end. */
export function elapsedShare({ datestart, dateend }: ProjectSpan, day: IsoDate): number | null {
  if (dateend === null || dateend < datestart) return null
  const all = daysBetween(datestart, dateend) + 1
  return Math.min(1, Math.max(0, (daysBetween(datestart, day) + 1) / all))
}
