// Days in the format of the API (YYYY-MM-DD), and weeks that begin on Monday, like timesheets. The current day depends
// on the time zone of the account.
import { dayIn, type IsoDate, isoDate } from '@stint/sdk'
import { nowDate } from './clock.ts'

const DAY_MS = 86_400_000

const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): IsoDate => isoDate(new Date(ms).toISOString().slice(0, 10))

export const todayIn = (timezone: string): IsoDate => dayIn(timezone, nowDate())

export const addDays = (day: string, days: number): IsoDate => dayOf(midnight(day) + days * DAY_MS)

export const daysBetween = (from: string, to: string): number => Math.round((midnight(to) - midnight(from)) / DAY_MS)

/** The Monday of a day's week. */
export function mondayOf(day: string): IsoDate {
  const weekday = (new Date(midnight(day)).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

export const weekOf = (monday: string): IsoDate[] => Array.from({ length: 7 }, (_, at) => addDays(monday, at))

export const firstOfMonth = (day: string): IsoDate => isoDate(`${day.slice(0, 8)}01`)

export function addMonths(day: string, months: number): IsoDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}
