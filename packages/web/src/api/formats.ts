// The formats of the signed-in person: the locale of their browser, the account's currency, their own time zone for
// moments.
import type { Decimal, DecimalInput } from '@stint/sdk'
import { todayIn } from '../kit/day.ts'
import { type Formats, formatsOf } from '../kit/format.ts'
import { parseHours } from '../kit/hours.ts'
import { numberText, parseNumber } from '../kit/number.ts'
import { useSession } from './session.tsx'

export const locale = navigator.languages[0] ?? 'en'

/** What somebody typed as a number; undefined when it is none, null when there is nothing. */
export const parseUserNumber = (typed: string): Decimal | null | undefined => parseNumber(typed, locale)

/** It as the server is told it; what is no number goes as it was typed, and the server says so at its field. */
export function toNumberInput(typed: string): DecimalInput | null {
  const number = parseUserNumber(typed)
  return number === undefined ? (typed.trim() as DecimalInput) : number
}

/** The same for hours, which may also be written as on a clock. */
export const toHoursInput = (typed: string): DecimalInput | null =>
  parseUserNumber(typed) === undefined ? (parseHours(typed) ?? toNumberInput(typed)) : toNumberInput(typed)

/** A number as it stands in a field; an exact text of it, such as one of cents, may be given instead. */
export const numberFieldText = (number: string | Decimal | null | undefined): string => numberText(number, locale)

// Making formats is slow and many parts of a page ask for the same ones.
let cached: { readonly key: string; readonly formats: Formats } | undefined

export function useFormats(): Formats {
  const { currency, persontimezone, timezone } = useSession()
  const zone = persontimezone || timezone
  const key = `${currency} ${zone}`
  if (cached?.key !== key) cached = { key, formats: formatsOf(locale, currency, zone) }
  return cached.formats
}

/** The account's day. */
export const useToday = () => todayIn(useSession().timezone)
