// Dates, numbers and money as the person's browser writes them. Everything here takes the locale, so that the same words come out
// wherever they are asked for; nothing here knows what is shown.
import type { Decimal } from '@stint/sdk'
import { clockText } from './hours.ts'

/** The middle of the day, so that no time zone moves it to another. */
const noon = (day: string): Date => new Date(`${day}T12:00:00`)

export interface Formats {
  readonly locale: string
  /** 15 Nov 2026 */
  day(day: string): string
  /** Sunday, 15 November */
  fullDay(day: string): string
  /** Sun 15 Nov */
  shortDay(day: string): string
  weekday(day: string): string
  /** 15 Nov */
  dayMonth(day: string): string
  month(day: string): string
  /** A moment, in the person's own zone. */
  moment(instant: string): string
  /** 1:30 */
  hours(hours: Decimal | null | undefined): string
  money(amount: Decimal | null | undefined): string
  number(value: number): string
  percent(share: number): string
  bytes(size: number): string
  list(parts: readonly string[]): string
  /** in 3 days, yesterday */
  relative(days: number): string
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function bytesFormat(locale: string): (size: number) => string {
  return (size) => {
    const step = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)))
    const unit = byteUnits[step] ?? 'byte'
    const unitDisplay = step === 0 ? 'long' : 'short'
    const maximumFractionDigits = step > 1 ? 1 : 0
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
    return format.format(size / 1000 ** step)
  }
}

/** An amount keeps every digit it has: it is handed over as text, never as a binary fraction. */
function moneyFormat(locale: string, currency: string): (amount: Decimal | null | undefined) => string {
  const style = currency === '' ? {} : { style: 'currency' as const, currency }
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4, ...style })
  return (amount) => (amount == null ? '' : format.format(amount.toString() as Intl.StringNumericLiteral))
}

export function formatsOf(locale: string, currency: string, timeZone: string): Formats {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options)
    return (day: string) => format.format(noon(day))
  }
  const zone = timeZone === '' ? {} : { timeZone }
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone })
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const lists = new Intl.ListFormat(locale, { style: 'short', type: 'conjunction' })
  const relatives = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    locale,
    day: dates({ dateStyle: 'medium' }),
    fullDay: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
    shortDay: dates({ weekday: 'short', day: 'numeric', month: 'short' }),
    weekday: dates({ weekday: 'short' }),
    dayMonth: dates({ day: 'numeric', month: 'short' }),
    month: dates({ month: 'long', year: 'numeric' }),
    moment: (instant) => moments.format(new Date(instant)),
    hours: (hours) => (hours == null ? '' : clockText(hours)),
    money: moneyFormat(locale, currency),
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(share),
    bytes: bytesFormat(locale),
    list: (parts) => lists.format(parts),
    relative: (days) => relatives.format(days, 'day'),
  }
}
