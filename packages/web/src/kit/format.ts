// Formats dates, numbers and money for a locale. The locale is always an argument, so the result does not depend on
// the machine.
import type { Decimal } from '@stint/sdk'
import { clockText } from './hours.ts'

/** The instant of a response that is not from the SDK: 2026-05-14 10:00:00 in GMT. */
export const instantOfWire = (wire: string): string => `${wire.replace(' ', 'T')}Z`

/** Noon of the day, so that no time zone changes the date. */
const noon = (day: string): Date => new Date(`${day}T12:00:00`)

export interface Formats {
  readonly locale: string
  /** 15 Nov; 15 Nov 2025 if it is not of the current year. */
  day(day: string): string
  /** 15 Nov 2026, also in 2026: for documents, and where a shorter date is explained. */
  exactDay(day: string): string
  /** 9 – 15 Nov, 9 – 15 Nov 2025, 15 Nov – 2 Jan 2027. */
  range(first: string, last: string): string
  /** Sunday, 15 November */
  fullDay(day: string): string
  /** Sun 15 Nov; Sat 15 Nov 2025 if it is not of the current year. */
  shortDay(day: string): string
  weekday(day: string): string
  /** 15 Nov, of any year: for days below a title that names the year. */
  dayMonth(day: string): string
  month(day: string): string
  /** Date and time, in the time zone of the person; with the year if it is not the current one. */
  moment(instant: string): string
  /** The same with the year. */
  exactMoment(instant: string): string
  /** 1:30 */
  hours(hours: Decimal | null | undefined): string
  /** In the currency of the account unless another one is given. */
  money(amount: Decimal | null | undefined, currency?: string): string
  number(value: number): string
  /** An exact number with all its digits, such as a quantity. */
  decimal(value: Decimal | null | undefined): string
  /** 19 %, of a tax. */
  rate(percent: Decimal): string
  percent(share: number): string
  bytes(size: number): string
  list(parts: readonly string[]): string
  /** in 3 days, yesterday */
  relative(days: number): string
}

/** Languages written from right to left. Their dates and amounts need isolation marks within left-to-right text. */
const rightToLeftLanguages = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'iw',
  'ks',
  'ku',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
])
const withBidiIsolation = (text: string): string => `\u2067${text}\u2069`

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

/** Formats an amount without loss: it is passed as text, never as a floating-point number. */
function moneyFormat(locale: string, own: string): Formats['money'] {
  const made: Record<string, Intl.NumberFormat> = {}
  const formatIn = (currency: string): Intl.NumberFormat => {
    const style = currency === '' ? {} : { style: 'currency' as const, currency }
    made[currency] ??= new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4, ...style })
    return made[currency]
  }
  return (amount, currency = own) =>
    amount == null ? '' : formatIn(currency).format(amount.toString() as Intl.StringNumericLiteral)
}

/** `year` is the current one, which dates do not name. Without it, every date names its year, as in documents. */
export function formatsOf(locale: string, currency: string, timeZone: string, year = ''): Formats {
  const formats = { ...plainFormatsOf(locale, currency), ...dateFormatsOf(locale, timeZone, year) }
  if (!rightToLeftLanguages.has(new Intl.Locale(locale).language)) return formats
  const apart =
    <Given extends unknown[]>(format: (...given: Given) => string) =>
    (...given: Given) => {
      const text = format(...given)
      return text === '' ? '' : withBidiIsolation(text)
    }
  return {
    ...formats,
    day: apart(formats.day),
    exactDay: apart(formats.exactDay),
    range: apart(formats.range),
    fullDay: apart(formats.fullDay),
    shortDay: apart(formats.shortDay),
    dayMonth: apart(formats.dayMonth),
    month: apart(formats.month),
    moment: apart(formats.moment),
    exactMoment: apart(formats.exactMoment),
    money: apart(formats.money),
    bytes: apart(formats.bytes),
    relative: apart(formats.relative),
  }
}

const dayMonth = { day: 'numeric', month: 'short' } as const

/** The dates whose year depends on the current one. */
function dateFormatsOf(locale: string, timeZone: string, year: string) {
  /** The format without the year, the one with it, and the one that a date of this year gets. */
  const pair = (options: Intl.DateTimeFormatOptions) => {
    const short = new Intl.DateTimeFormat(locale, options)
    const exact = new Intl.DateTimeFormat(locale, { ...options, year: 'numeric' })
    return { exact, of: (dateYear: string) => (dateYear === year ? short : exact) }
  }
  const zone = timeZone === '' ? {} : { timeZone }
  const days = pair(dayMonth)
  const weekdays = pair({ weekday: 'short', ...dayMonth })
  // 09:30 and 9:30 AM, as in the short time of the locale.
  const { hourCycle } = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).resolvedOptions()
  const hour = hourCycle === 'h23' ? '2-digit' : 'numeric'
  const moments = pair({ ...dayMonth, hour, minute: '2-digit', ...zone })
  const yearOf = new Intl.DateTimeFormat('en', { year: 'numeric', ...zone })
  const dayText = (day: string): string => days.of(day.slice(0, 4)).format(noon(day))
  return {
    day: dayText,
    exactDay: (day: string) => days.exact.format(noon(day)),
    range: (first: string, last: string) =>
      last.startsWith(first.slice(0, 4))
        ? days.of(last.slice(0, 4)).formatRange(noon(first), noon(last))
        : `${dayText(first)} – ${dayText(last)}`,
    shortDay: (day: string) => weekdays.of(day.slice(0, 4)).format(noon(day)),
    moment: (instant: string) => moments.of(yearOf.format(new Date(instant))).format(new Date(instant)),
    exactMoment: (instant: string) => moments.exact.format(new Date(instant)),
  }
}

function plainFormatsOf(locale: string, currency: string): Omit<Formats, keyof ReturnType<typeof dateFormatsOf>> {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options)
    return (day: string) => format.format(noon(day))
  }
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const rates = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  const literal = (value: Decimal): Intl.StringNumericLiteral => value.toString() as Intl.StringNumericLiteral
  const lists = new Intl.ListFormat(locale, { style: 'short', type: 'conjunction' })
  const relatives = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    locale,
    fullDay: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
    weekday: dates({ weekday: 'short' }),
    dayMonth: dates(dayMonth),
    month: dates({ month: 'long', year: 'numeric' }),
    hours: (hours) => (hours == null ? '' : clockText(hours)),
    money: moneyFormat(locale, currency),
    number: (value) => numbers.format(value),
    decimal: (value) => (value == null ? '' : exact.format(literal(value))),
    rate: (percent) => rates.format(literal(percent.times('0.01'))),
    percent: (share) => percents.format(share),
    bytes: bytesFormat(locale),
    list: (parts) => lists.format(parts),
    relative: (days) => relatives.format(days, 'day'),
  }
}
