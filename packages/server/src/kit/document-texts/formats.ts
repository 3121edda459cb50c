// Numbers and dates of a printed document in the form of a language, by the platform's Intl data. Amounts are passed as
// exact decimal texts, never as floating-point numbers.
import { printUnits } from '../decimal.ts'

const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** A real minus sign is as wide as a digit. */
const minus = '\u2212'

/** Around the dash of a range; not every font has it. */
const thinSpace = '\u2009'

/** The formats of a language that writes the currency behind the amount. */
export function formatsOfLanguage(locale: string) {
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  // All amounts of a column are grouped, also those of four digits.
  const numbersWith = (minimumFractionDigits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 6, useGrouping: 'always' })
  const [whole, cents] = [numbersWith(0), numbersWith(2)]
  return {
    number: (units: bigint, scale: number, decimals: 0 | 2): string =>
      (decimals === 0 ? whole : cents)
        .format(printUnits(units, scale) as Intl.StringNumericLiteral)
        .replace('-', minus),
    percent: (number: string): string => `${number} %`,
    date: (day: string): string => dates.format(instantOf(day)),
    dateRange: (first: string, last: string): string =>
      dates.formatRange(instantOf(first), instantOf(last)).replaceAll(thinSpace, ' '),
    inCurrency: (amount: string, currency: string): string => (currency === '' ? amount : `${amount}\u00a0${currency}`),
  }
}
