// Parses and formats hours: `1:30`, `90m`, `1.5`, `1,5` and `1h 30m` are the same. All values are exact decimals, never
// floating-point numbers.
import { Decimal } from '@stint/sdk'

const MINUTES_OF_HOUR = 60
const SECONDS_OF_MINUTE = 60
const SECONDS_OF_HOUR = 3600
const PLACES = 6

const clockPattern = /^(\d{0,3}):([0-5]?\d)(?::([0-5]\d))?$/
const unitsPattern = /^(?:(\d+(?:[.,]\d+)?)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?$/i
/** `7h30`: minutes without a unit, after hours. */
const shortUnitsPattern = /^(\d+)\s*h\s*([0-5]?\d)$/i
const decimalPattern = /^\d*(?:[.,]\d+)?$/

/** Converts whole seconds to hours, rounded to six decimal places as the server does. */
export function hoursOfSeconds(seconds: number): Decimal {
  // One digit more than the result has, so that the last digit is rounded and not truncated.
  const scaled = (BigInt(seconds) * 10n ** BigInt(PLACES + 1)) / BigInt(SECONDS_OF_HOUR)
  return Decimal.from(scaled).times('0.0000001').round(PLACES)
}

export const hoursOfMinutes = (minutes: number): Decimal => hoursOfSeconds(minutes * MINUTES_OF_HOUR)

/** Parses typed hours. Returns null if the text is invalid, and zero if it is blank. */
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

/** `1:30`, and `0:00:39` where there are seconds, so that nothing else is shown than is stored. */
export function clockText(hours: Decimal): string {
  const seconds = Number(hours.times(BigInt(SECONDS_OF_HOUR)).round(0).toString())
  const text = secondsText(Math.abs(seconds))
  return `${seconds < 0 ? '-' : ''}${seconds % SECONDS_OF_MINUTE === 0 ? text.slice(0, -':00'.length) : text}`
}

export interface TimerRounding {
  /** Minutes; 0 does not round. */
  readonly step: number
  readonly up: boolean
}

/** The seconds that a timer becomes by the rule of the company, as the server rounds them. */
export function roundedSeconds(seconds: number, { step, up }: TimerRounding): number {
  const whole = Math.max(0, Math.floor(seconds))
  if (step === 0 || whole === 0) return whole
  const length = step * SECONDS_OF_MINUTE
  const steps = up ? Math.ceil(whole / length) : Math.floor((2 * whole + length) / (2 * length))
  return Math.max(1, steps) * length
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
