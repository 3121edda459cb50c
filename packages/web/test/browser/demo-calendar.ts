// Days and weeks as the demo company counts them: in its own zone, weeks beginning on a Monday. It knows of no page and no server.

import { testNow } from '../../../server/test/fixture/test-clock.ts'

const dayMs = 86_400_000

/** The day it is for the company. */
export const today = (): string => new Date(testNow()).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })

/** So many days after this one, or before. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The Monday of this week, or of one so many weeks later or earlier. */
export function monday(weeks: number): string {
  const now = today()
  return dayAfter(now, weeks * 7 - ((new Date(now).getUTCDay() + 6) % 7))
}
