// Converts a calendar day of a zone to its first and last instant, so that instants can be filtered by local day
// (decision 32). It only uses dayInZone() and has no own knowledge of zones.
import { addDays, dayInZone, epochOf, utcText } from './calendar.ts'

const MS_PER_SECOND = 1000
const MS_PER_MINUTE = 60_000

// Outside of these years the UTC day is used: before 1973 zones changed at other times than whole minutes, and no
// record is that old.
const FIRST_EXACT_DAY = '1973-01-02'
const LAST_EXACT_DAY = '9999-12-29'

// The first and the last second in wire format. If the zone skipped the day, the first is after the last.
export function instantsOfDay(date: string, zone: string): { first: string; last: string } {
  if (date < FIRST_EXACT_DAY || date > LAST_EXACT_DAY) return { first: `${date} 00:00:00`, last: `${date} 23:59:59` }
  return { first: utcText(startOfDay(date, zone)), last: utcText(startOfDay(addDays(date, 1), zone) - MS_PER_SECOND) }
}

// No zone differs more than 15 hours from UTC, so the day begins within 15 hours of midnight UTC. A binary search finds
// the minute.
function startOfDay(date: string, zone: string): number {
  const midnight = epochOf(`${date} 00:00:00`) / MS_PER_MINUTE
  let before = midnight - 15 * 60
  let onDay = midnight + 15 * 60
  while (onDay - before > 1) {
    const middle = Math.floor((before + onDay) / 2)
    if (dayInZone(middle * MS_PER_MINUTE, zone) < date) before = middle
    else onDay = middle
  }
  return onDay * MS_PER_MINUTE
}
