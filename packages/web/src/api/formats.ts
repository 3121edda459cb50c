// The formats of the signed-in person: the locale of their browser, the currency of the account, and their own time
// zone for dates with a time.
import type { Decimal, DecimalInput } from '@stint/sdk'
import { nowMs } from '../kit/clock.ts'
import { todayIn } from '../kit/day.ts'
import { type Formats, formatsOf } from '../kit/format.ts'
import { parseHours } from '../kit/hours.ts'
import { numberText, parseNumber } from '../kit/number.ts'
import { useSession } from './session.tsx'

export const locale = navigator.languages[0] ?? 'en'

/** Parses a typed number. Returns undefined if it is not a number, and null if it is blank. */
export const parseUserNumber = (typed: string): Decimal | null | undefined => parseNumber(typed, locale)

/**
 * The typed number for a request. Invalid text is sent unchanged, so that the server reports the error at the field.
 */
export function toNumberInput(typed: string): DecimalInput | null {
  const number = parseUserNumber(typed)
  return number === undefined ? (typed.trim() as DecimalInput) : number
}

/** The same for hours, which can also be typed like `1:30`. */
export const toHoursInput = (typed: string): DecimalInput | null =>
  parseUserNumber(typed) === undefined ? (parseHours(typed) ?? toNumberInput(typed)) : toNumberInput(typed)

/** The text of a number in an input field. Also accepts an exact decimal text. */
export const numberFieldText = (number: string | Decimal | null | undefined): string => numberText(number, locale)

// Creating Intl formats is slow, and many components of a page use the same ones.
let cached: { readonly key: string; readonly formats: Formats } | undefined

/** In every time zone a year begins at a quarter of an hour. */
const QUARTER_MS = 900_000

export function useFormats(): Formats {
  const { currency, persontimezone, timezone } = useSession()
  const zone = persontimezone || timezone
  const key = [currency, zone, timezone, Math.floor(nowMs() / QUARTER_MS)].join()
  if (cached?.key !== key) {
    cached = { key, formats: formatsOf(locale, currency, zone, todayIn(timezone).slice(0, 4)) }
  }
  return cached.formats
}

/** The current day in the time zone of the account. */
export const useToday = () => todayIn(useSession().timezone)
