// The days of an invoice in its title, in the language of the invoice and written as on its PDF: one day as a date, a
// whole month by its name, other days as a range.
import { addDays, addMonths } from './day.ts'

/** English documents have the day before the month, which European and American readers understand in the same way. */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

/** The first day of a month is an ordinal number in French, which the platform's data does not know. */
const frenchFirst = (text: string): string => text.replaceAll(/(?<=^|– )1(?= \p{L}|–)/gu, '1er')

const isWholeMonth = (first: string, last: string): boolean =>
  first.endsWith('-01') && last === addDays(addMonths(first, 1), -1)

/** `last` may be before `first` while somebody types; both may be missing. */
export function periodText(first: string | null, last: string | null, language: string): string {
  const locale = localeOf(language)
  const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const inLanguage = (text: string): string => (language === 'fr' ? frenchFirst(text) : text)
  const only = first ?? last
  if (only === null) return ''
  if (first === null || last === null || last <= first) return inLanguage(dates.format(instantOf(only)))
  if (isWholeMonth(first, last)) {
    const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return months.format(instantOf(first))
  }
  const range = dates.formatRange(instantOf(first), instantOf(last)).replaceAll('\u2009', ' ')
  return language === 'en' ? range.replace(/\s*–\s*/, ' – ') : inLanguage(range)
}
