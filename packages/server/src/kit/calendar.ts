// The proleptic Gregorian calendar of the years 0001 to 9999 in wire format: days are YYYY-MM-DD, instants are UTC,
// YYYY-MM-DD HH:MM:SS, and both compare as text. It never reads the clock: the caller passes the instant. It does not
// use Date, so that the machine's time zone has no influence.

const MS_PER_SECOND = 1000
const MS_PER_MINUTE = 60_000
const SECONDS_PER_DAY = 86_400

// Far more than there are zones. The limit is needed because a zone name can be written with many mixtures of case.
const MAX_ZONES = 2000

const DATE = /^([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})$/
const TIME = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?Z?$/

// Accepts YYYY-MM-DD and YYYY/MM/DD of an existing day (decision 12) and returns YYYY-MM-DD.
export function parseDate(text: string): string | null {
  const match = DATE.exec(text)
  if (match === null) return null
  const [, year = '', , month = '', day = ''] = match
  const exists =
    Number(year) >= 1 &&
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysInMonth(Number(year), Number(month))
  return exists ? `${year}-${month}-${day}` : null
}

// A blank or a T between date and time, seconds optional, a trailing Z allowed. A date alone means its first second
// (decision 12). Fractions and offsets are rejected, not dropped.
export function parseDateTime(text: string): string | null {
  const date = parseDate(text.slice(0, 10))
  if (date === null) return null
  if (text.length === 10) return `${date} 00:00:00`
  if (text[10] !== ' ' && text[10] !== 'T') return null
  const match = TIME.exec(text.slice(11))
  if (match === null) return null
  const [, hour = '', minute = '', second = '00'] = match
  const exists = Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59
  return exists ? `${date} ${hour}:${minute}:${second}` : null
}

export function utcText(epochMs: number): string {
  const seconds = Math.floor(epochMs / MS_PER_SECOND)
  if (seconds === lastSecond.number) return lastSecond.text
  lastSecond = { number: seconds, text: textOfSecond(seconds) }
  return lastSecond.text
}

// Every request needs the current second, so the last result is cached.
let lastSecond = { number: Number.NaN, text: '' }

function textOfSecond(seconds: number): string {
  const day = Math.floor(seconds / SECONDS_PER_DAY)
  const rest = seconds - day * SECONDS_PER_DAY
  const time = [rest / 3600, (rest / 60) % 60, rest % 60].map((part) => padded(Math.floor(part), 2))
  return `${dateOfDay(day)} ${time.join(':')}`
}

// The calendar day of an instant in an IANA zone (decision 32). The last result of each zone is cached for one minute:
// since 1973 zones change their day and offset only at whole minutes. Earlier instants are not cached.
export function dayInZone(epochMs: number, zone: string): string {
  const minute = Math.floor(epochMs / MS_PER_MINUTE)
  const clock = zoneClock(zone)
  if (clock.minute === minute && minute >= MINUTE_ZONES_SINCE) return clock.day
  const parts = clock.formatter.formatToParts(epochMs)
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? ''
  clock.day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  clock.minute = minute
  return clock.day
}

// An instant in wire format as local time to the minute, with the zone: 2026-05-14 12:00 (Europe/Berlin).
export function formatInZone(instant: string, zone: string): string {
  const epochMs = epochOf(instant)
  return `${dayInZone(epochMs, zone)} ${zoneClock(zone).time.format(epochMs)} (${zone})`
}

// The inverse of utcText.
export function epochOf(instant: string): number {
  const [, hour = 0, minute = 0, second = 0] = /(\d+):(\d+):(\d+)$/.exec(instant)?.map(Number) ?? []
  return (dayOfDate(instant.slice(0, 10)) * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second) * MS_PER_SECOND
}

// True for a zone name that the platform knows. Offsets such as +02:00 are not zone names.
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    zoneClock(name)
    return true
  } catch {
    return false
  }
}

// The zone name in its usual case. An older or newer alias stays as it is. Null when there is no such zone.
export function canonicalZone(name: string): string | null {
  if (!isZone(name)) return null
  const resolved = zoneClock(name).formatter.resolvedOptions().timeZone
  return resolved.toLowerCase() === name.toLowerCase() ? resolved : name
}

export function cityOfZone(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

// The result stays within the calendar: a day after the last one is the last one, never a five-digit year.
export function addDays(date: string, days: number): string {
  const day = dayOfDate(date) + days
  return dateOfDay(Math.min(Math.max(day, FIRST_DAY), LAST_DAY))
}

// The number of days from a to b; negative when b is before a.
export function daysBetween(a: string, b: string): number {
  return dayOfDate(b) - dayOfDate(a)
}

// The Monday of the week of a day. 1970-01-01 was a Thursday; 0001-01-01 was a Monday.
export function mondayOf(date: string): string {
  const day = dayOfDate(date)
  return dateOfDay(day - ((((day + 3) % 7) + 7) % 7))
}

// From Monday to Friday.
export const isWorkingDay = (date: string): boolean => daysBetween(mondayOf(date), date) < 5

// The day this many working days before a day.
export function workingDaysAgo(date: string, count: number): string {
  let day = date
  for (let left = count; left > 0; left -= isWorkingDay(day) ? 1 : 0) day = addDays(day, -1)
  return day
}

// Days since 1970-01-01. Years are counted from March, so that a leap day is the last day of its year.
function dayOfDate(date: string): number {
  const match = DATE.exec(date)
  if (match === null) throw new RangeError(`${date} is not a date`)
  const month = Number(match[3])
  const year = Number(match[1]) - (month <= 2 ? 1 : 0)
  const monthFromMarch = (month + 9) % 12
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + Number(match[4]) - 1
  return 365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear - 719_468
}

// The inverse. The calendar repeats after 400 years, which are 146,097 days.
function dateOfDay(day: number): string {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(dayOfMonth, 2)}`
}

const FIRST_DAY = dayOfDate('0001-01-01')
const LAST_DAY = dayOfDate('9999-12-31')

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0')
}

type ZoneClock = {
  readonly formatter: Intl.DateTimeFormat
  readonly time: Intl.DateTimeFormat
  minute: number
  day: string
}

const MINUTE_ZONES_SINCE = (dayOfDate('1973-01-01') * SECONDS_PER_DAY * MS_PER_SECOND) / MS_PER_MINUTE

const zoneClocks = new Map<string, ZoneClock>()

function zoneClock(zone: string): ZoneClock {
  const cached = zoneClocks.get(zone)
  if (cached !== undefined) return cached
  if (zoneClocks.size >= MAX_ZONES) zoneClocks.clear()
  const created = { formatter: dayFormatter(zone), time: timeFormatter(zone), minute: NaN, day: '' }
  zoneClocks.set(zone, created)
  return created
}

function dayFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
}

function timeFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB-u-nu-latn', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
