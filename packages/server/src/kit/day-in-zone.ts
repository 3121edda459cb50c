// A calendar day of a zone as the instants it lasts, so that what happened at an instant can be looked for by the day people
// remember (decision 32). It asks the platform which day an instant falls on, and nothing else of zones.
import { addDays, dayInZone, epochOf, utcText } from './calendar.ts'

const MS_PER_SECOND = 1000
const MS_PER_MINUTE = 60_000

// Of years in which nothing of ours happened, Greenwich's days are good enough; earlier zones did not turn at whole minutes.
const FIRST_EXACT_DAY = '1973-01-02'
const LAST_EXACT_DAY = '9999-12-29'

// The first and the last second, as instants of the wire. A day that a zone left out has its first after its last.
export function instantsOfDay(date: string, zone: string): { first: string; last: string } {
  if (date < FIRST_EXACT_DAY || date > LAST_EXACT_DAY) return { first: `${date} 00:00:00`, last: `${date} 23:59:59` }
  return { first: utcText(startOfDay(date, zone)), last: utcText(startOfDay(addDays(date, 1), zone) - MS_PER_SECOND) }
}

// No zone is more than 15 hours from Greenwich, so the day begins within them; halving them to the minute takes few looks.
function startOfDay(date: string, zone: string): number {
  const midnight = epochOf(`${date} 00:00:00`) / MS_PER_MINUTE
  let before = midnight - 15 * 60
  let within = midnight + 15 * 60
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dayInZone(middle * MS_PER_MINUTE, zone) < date) before = middle
    else within = middle
  }
  return within * MS_PER_MINUTE
}
