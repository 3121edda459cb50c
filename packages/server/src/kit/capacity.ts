// The capacity of a span of days: the hours that somebody with given weekly hours works in it. Monday to Friday are the
// working days, and each has a fifth of the weekly hours. It knows no holidays and no absences.
import { addDays, daysBetween, mondayOf } from './calendar.ts'
import { type CalendarPeriod, calendarPeriod } from './periods.ts'

const daysInWeek = 7
const workingDaysInWeek = 5

/** The working days from Monday until that day, including it. */
const workedInWeek = (day: string): number => Math.min(daysBetween(mondayOf(day), day) + 1, workingDaysInWeek)

/** The number of days from Monday to Friday in the span, both ends included. */
export function workingDays({ begin, end }: CalendarPeriod): number {
  const weeks = daysBetween(mondayOf(begin), mondayOf(end)) / daysInWeek
  const beforeBegin = daysBetween(mondayOf(begin), begin)
  return weeks * workingDaysInWeek + workedInWeek(end) - Math.min(beforeBegin, workingDaysInWeek)
}

/**
 * The capacity in the unit of the weekly hours. It is exact for weekly hours of two decimals in millionths of an hour;
 * anything else would be cut to a whole unit.
 */
export const capacityOf = (weekly: bigint, days: number): bigint => (weekly * BigInt(days)) / BigInt(workingDaysInWeek)

export type SpanPart = 'week' | 'month'

function partOf(day: string, part: SpanPart): CalendarPeriod {
  if (part === 'month') return calendarPeriod(day, 'month')
  const begin = mondayOf(day)
  return { begin, end: addDays(begin, daysInWeek - 1) }
}

/** The weeks or months of a span with the days that are in it: the first and the last one may be a part of theirs. */
export function partsOfSpan(
  { begin, end }: CalendarPeriod,
  part: SpanPart,
): readonly { readonly whole: CalendarPeriod; readonly inSpan: CalendarPeriod }[] {
  const parts = []
  for (let day = begin; ; ) {
    const whole = partOf(day, part)
    const last = whole.end < end ? whole.end : end
    parts.push({ whole, inSpan: { begin: day, end: last } })
    if (last === end) return parts
    day = addDays(last, 1)
  }
}
