// Days and weeks of the demo company: in its time zone, with weeks that start on a Monday.
import { testNow } from '../../../server/test/fixture/test-clock.ts'

const dayMs = 86_400_000

/** The current day in the time zone of the company. */
export const today = (): string => new Date(testNow()).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })

/** The day that is this many days later, or earlier for a negative number. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The Monday of this week, or of a later or earlier week. */
export function monday(weeks: number): string {
  const now = today()
  return dayAfter(now, weeks * 7 - ((new Date(now).getUTCDay() + 6) % 7))
}

/** A day as lists show it: the year only if it is not the current one. */
export function shownDay(day: string, locale = 'en-GB'): string {
  const year = day.startsWith(today().slice(0, 4)) ? {} : { year: 'numeric' as const }
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year, timeZone: 'UTC' })
  return format.format(Date.parse(day))
}
