// When a mail with collected notifications is due: hourly ones at the next full hour, daily ones at seven in the
// morning of the recipient. A pure function of the time; the mails are written in `digest.ts`.
import { addDays, dayInZone, epochOf, utcText } from '../kit/calendar.ts'
import { instantsOfDay } from '../kit/day-in-zone.ts'
import type { Delivery } from './mail-kinds.ts'

const hourMs = 3_600_000
const dailyHour = 7

const dailyTime = (day: string, zone: string): string =>
  utcText(epochOf(instantsOfDay(day, zone).first) + dailyHour * hourMs)

/** Null for a mail that is not collected. */
export function mailDueAt(delivery: Delivery, now: string, zone: string): string | null {
  const epoch = epochOf(now)
  if (delivery === 'hourly') return utcText((Math.floor(epoch / hourMs) + 1) * hourMs)
  if (delivery !== 'daily') return null
  const day = dayInZone(epoch, zone)
  const today = dailyTime(day, zone)
  return now < today ? today : dailyTime(addDays(day, 1), zone)
}
