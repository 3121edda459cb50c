// The arithmetic of planning: the days that a calendar shows, how records move by days, and where their bars are in a
// week. It knows nothing of the records or of the screen.
import type { IsoDate } from '@stint/sdk'
import { addDays, addMonths, daysBetween, firstOfMonth, mondayOf } from './day.ts'

/** The first and the last day of something that is planned. A milestone has the same day twice. */
export interface PlanDates {
  readonly begin: IsoDate
  readonly end: IsoDate
}

export type CalendarSpan = 'month' | 'week'

/** The Mondays of the weeks that are shown: all that have a day of the month, or the week of the day. */
export function shownWeeks(span: CalendarSpan, day: string): IsoDate[] {
  const first = mondayOf(span === 'week' ? day : firstOfMonth(day))
  const last = span === 'week' ? first : addDays(addMonths(firstOfMonth(day), 1), -1)
  return Array.from({ length: Math.floor(daysBetween(first, last) / 7) + 1 }, (_, at) => addDays(first, at * 7))
}

/** The same day of another month, or the same weekday of another week. */
export const stepped = (span: CalendarSpan, day: string, by: number): IsoDate =>
  span === 'week' ? addDays(day, by * 7) : addMonths(firstOfMonth(day), by)

export const movedBy = ({ begin, end }: PlanDates, days: number): PlanDates => ({
  begin: addDays(begin, days),
  end: addDays(end, days),
})

/** With another first or last day. Neither passes the other. */
export function resizedBy({ begin, end }: PlanDates, edge: 'begin' | 'end', days: number): PlanDates {
  const moved = addDays(edge === 'begin' ? begin : end, days)
  if (edge === 'begin') return { begin: moved > end ? end : moved, end }
  return { begin, end: moved < begin ? begin : moved }
}

export const sameDates = (one: PlanDates, other: PlanDates): boolean =>
  one.begin === other.begin && one.end === other.end

/** The part of a bar that is in one week. */
export interface WeekBar<Item> {
  readonly item: Item
  /** The first column, 0 to 6, and the number of columns. */
  readonly column: number
  readonly columns: number
  /** The row in the week, from 0. */
  readonly lane: number
  /** Whether the bar begins and ends in this week. */
  readonly begins: boolean
  readonly ends: boolean
}

interface PlacedWeek<Item> {
  readonly bars: readonly WeekBar<Item>[]
  /** The number of lanes in use. */
  readonly lanes: number
  /** The items without a lane, for each day, 0 to 6, on which they begin or end. */
  readonly hidden: readonly (readonly Item[])[]
}

/** Places bars in the lanes of a week: earlier items of the list first, each in the highest lane that is free. */
export function placeInWeek<Item extends PlanDates>(
  items: readonly Item[],
  monday: string,
  maxLanes: number,
): PlacedWeek<Item> {
  const sunday = addDays(monday, 6)
  const taken: boolean[][] = []
  const bars: WeekBar<Item>[] = []
  const hidden: Item[][] = Array.from({ length: 7 }, () => [])
  for (const item of items) {
    if (item.end < monday || item.begin > sunday) continue
    const column = Math.max(0, daysBetween(monday, item.begin))
    const columns = Math.min(6, daysBetween(monday, item.end)) - column + 1
    const days = Array.from({ length: columns }, (_, at) => column + at)
    const free = taken.findIndex((lane) => days.every((day) => lane[day] !== true))
    const lane = free === -1 ? taken.length : free
    if (lane >= maxLanes) {
      for (const day of new Set([item.begin, item.end])) hidden[daysBetween(monday, day)]?.push(item)
      continue
    }
    taken[lane] ??= []
    for (const day of days) taken[lane][day] = true
    bars.push({ item, column, columns, lane, begins: item.begin >= monday, ends: item.end <= sunday })
  }
  return { bars, lanes: taken.length, hidden }
}

/** What ends in the week comes first, because it is due; then what begins in it; then what only passes through. */
export function weekOrder<Item extends PlanDates>(items: readonly Item[], monday: string): Item[] {
  const sunday = addDays(monday, 6)
  const rank = ({ begin, end }: Item): number => (end <= sunday ? 0 : begin >= monday ? 1 : 2)
  return [...items].sort((one, other) => rank(one) - rank(other) || one.end.localeCompare(other.end))
}
