// Named time spans: this month, last month, this quarter. A span has a first and a last day, both inclusive; "all time"
// has neither.
import { type IsoDate, isoDate } from '@stint/sdk'
import { addDays, addMonths, daysBetween, firstOfMonth, mondayOf } from './day.ts'

export interface Span {
  readonly datebegin?: IsoDate | undefined
  readonly dateend?: IsoDate | undefined
}

export const spanNames = [
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'thisYear',
  'lastYear',
  'twelveMonths',
  'allTime',
] as const
export type SpanName = (typeof spanNames)[number]

const months = (first: IsoDate, count: number): Span => ({
  datebegin: first,
  dateend: addDays(addMonths(first, count), -1),
})

const week = (monday: IsoDate): Span => ({ datebegin: monday, dateend: addDays(monday, 6) })

export function spanNamed(name: SpanName, today: IsoDate): Span {
  const month = firstOfMonth(today)
  const year = Number(today.slice(0, 4))
  const ofYear = (which: number): Span => months(isoDate(`${String(which).padStart(4, '0')}-01-01`), 12)
  switch (name) {
    case 'thisWeek':
      return week(mondayOf(today))
    case 'lastWeek':
      return week(addDays(mondayOf(today), -7))
    case 'thisMonth':
      return months(month, 1)
    case 'lastMonth':
      return months(addMonths(month, -1), 1)
    case 'thisQuarter':
      return months(addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3)), 3)
    case 'thisYear':
      return ofYear(year)
    case 'lastYear':
      return ofYear(year - 1)
    case 'twelveMonths':
      return months(addMonths(month, -11), 12)
    case 'allTime':
      return {}
  }
}

const monthNumber = (day: IsoDate): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** The span of the same length before a span: as many months before whole months, otherwise as many days. */
export function spanBefore({ datebegin, dateend }: Span): Required<Span> | null {
  if (datebegin === undefined || dateend === undefined || dateend < datebegin) return null
  const after = addDays(dateend, 1)
  const isMonths = datebegin.endsWith('-01') && after.endsWith('-01')
  const begin = isMonths
    ? addMonths(datebegin, monthNumber(datebegin) - monthNumber(after))
    : addDays(datebegin, -daysBetween(datebegin, after))
  return { datebegin: begin, dateend: addDays(datebegin, -1) }
}

/** The name of a span, if it is one of the given names; null otherwise. */
export const nameOfSpan = <N extends SpanName>(span: Span, today: IsoDate, names: readonly N[]): N | null =>
  names.find((name) => {
    const { datebegin, dateend } = spanNamed(name, today)
    return datebegin === span.datebegin && dateend === span.dateend
  }) ?? null
