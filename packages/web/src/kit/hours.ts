// Hours as people type and read them: `1:30`, `90m`, `1.5`, `1,5`, `1h 30m` are the same. Exact in minutes and in
// decimals; no binary fraction is ever sent to the server.
import { Decimal } from '@stint/sdk'

const MINUTES_OF_HOUR = 60
const SECONDS_OF_HOUR = 3600
const PLACES = 6

const clockPattern = /^(\d{0,3}):([0-5]?\d)(?::([0-5]\d))?$/
const unitsPattern = /^(?:(\d+(?:[.,]\d+)?)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?$/i
/** `7h30`: after hours the minutes need no name. */
const shortUnitsPattern = /^(\d+)\s*h\s*([0-5]?\d)$/i
const decimalPattern = /^\d*(?:[.,]\d+)?$/

/**
 * Hours of so many whole seconds, to a millionth of an hour, which is the finest the server keeps, rounded as it
 * does.
 */
export function hoursOfSeconds(seconds: number): Decimal {
  // One digit more than is kept, so that the last one is rounded and not cut off.
  const scaled = (BigInt(seconds) * 10n ** BigInt(PLACES + 1)) / BigInt(SECONDS_OF_HOUR)
  return Decimal.from(scaled).times('0.0000001').round(PLACES)
}

export const hoursOfMinutes = (minutes: number): Decimal => hoursOfSeconds(minutes * MINUTES_OF_HOUR)

/** What somebody typed, as hours; null when it is none. Blank is nothing, which is zero hours. */
export function parseHours(typed: string): Decimal | null {
  const text = typed.trim()
  if (text === '') return Decimal.from(0)
  const [, clockHours, clockMinutes, clockSeconds = '0'] = clockPattern.exec(text) ?? []
  if (clockHours !== undefined) {
    const minutes = Number(clockHours) * MINUTES_OF_HOUR + Number(clockMinutes)
    return hoursOfSeconds(minutes * MINUTES_OF_HOUR + Number(clockSeconds))
  }
  if (decimalPattern.test(text) && /\d/.test(text)) return Decimal.from(text.replace(',', '.')).round(PLACES)
  const [, hours, minutes] = shortUnitsPattern.exec(text) ?? unitsPattern.exec(text) ?? []
  if (hours === undefined && minutes === undefined) return null
  const whole = Decimal.from((hours ?? '0').replace(',', '.'))
  return minutes === undefined ? whole.round(PLACES) : whole.plus(hoursOfMinutes(Number(minutes))).round(PLACES)
}

/** `1:30`; hours that are no whole minutes are rounded to the nearest. */
export function clockText(hours: Decimal): string {
  const minutes = Number(hours.times('60').round(0).toString())
  const sign = minutes < 0 ? '-' : ''
  const all = Math.abs(minutes)
  return `${sign}${Math.floor(all / MINUTES_OF_HOUR)}:${String(all % MINUTES_OF_HOUR).padStart(2, '0')}`
}

/** `0:04:09`, as a running timer shows it. */
export function secondsText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

export const sumHours = (hours: Iterable<Decimal | null | undefined>): Decimal => {
  let sum = Decimal.from(0)
  for (const one of hours) if (one != null) sum = sum.plus(one)
  return sum
}
