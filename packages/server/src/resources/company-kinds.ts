// The kinds of the company's fields: time zone, currency, unit of budgets, rounding of timers, share of the quota, end
// of sessions, and logo (checked by its bytes, not its name). Zones and currencies are checked with the platform's Intl
// data, so no list of them is kept here.

import { sessionBounds } from '../auth/session.ts'
import { Invalid } from '../define/api-error.ts'
import { file, integer, type Kind, type KindName, megabyte, plainText } from '../define/kinds.ts'
import { canonicalZone } from '../kit/calendar.ts'
import { isCurrency } from '../kit/currency.ts'
import { documentLanguages } from '../kit/document-language.ts'
import { parseIban } from '../kit/iban.ts'
import { readImage } from '../kit/image.ts'
import { isPayLink } from '../kit/payment-code.ts'
import { WireFile } from '../kit/wire-tree.ts'

/** A text with a further check; `check` returns the value to store, or the error. */
const restrictedText = (name: KindName, plain: Kind, check: (text: string) => string | Invalid): Kind => ({
  ...plain,
  name,
  parse: (wire) => {
    const value = plain.parse(wire)
    return typeof value === 'string' ? check(value) : value
  },
})

export const timezoneKind: Kind = restrictedText(
  'zone',
  plainText(),
  (text) => canonicalZone(text) ?? new Invalid('must be a time zone such as Europe/Berlin'),
)

export const currency: Kind = restrictedText('currency', plainText(3), (text) =>
  isCurrency(text) ? text : new Invalid('must be an ISO 4217 currency code such as EUR'),
)

/** One word of a short list. */
export const oneOf = (words: readonly string[], error: string): Kind => ({
  ...restrictedText('word', plainText(), (text) => (words.includes(text) ? text : new Invalid(error))),
  allowedValues: words,
})

export const budgetUnit: Kind = oneOf(['hours', 'money'], "is neither 'hours' nor 'money'")

/** Minutes to which a timer is rounded; 0 does not round. */
export const roundingStep: Kind = oneOf(
  ['0', '1', '5', '6', '10', '15', '30'],
  'must be 0, 1, 5, 6, 10, 15 or 30 minutes',
)

export const roundingMode: Kind = oneOf(['nearest', 'up'], "is neither 'nearest' nor 'up'")

export const documentLanguage: Kind = oneOf(documentLanguages, "must be 'en', 'de', 'fr' or 'es'")

export const factorRule: Kind = oneOf(
  ['none', 'administrators', 'everyone'],
  "must be 'none', 'administrators' or 'everyone'",
)

const maxReminders = 5
const maxReminderDays = 365

/** Days after the due date, in ascending order. */
export const reminderDays: Kind = restrictedText('text', plainText(55), (text) => {
  const days = text.split(',').map((day) => Number(day.trim() || 'x'))
  const ascending = days.every((day, at) => Number.isInteger(day) && day > (days[at - 1] ?? 0))
  return ascending && days.length <= maxReminders && (days.at(-1) ?? 0) <= maxReminderDays
    ? days.join(',')
    : new Invalid('must be up to 5 numbers of days from 1 to 365 in ascending order, such as 3,10,20')
})

/** Whole per cent. */
export const quotaShare: Kind = {
  ...integer,
  range: [0, 100],
  parse: (wire) => {
    const value = integer.parse(wire)
    if (typeof value !== 'number' || (value >= 1 && value <= 100)) return value
    return new Invalid('must be a whole number from 1 to 100')
  },
}

/** A whole number within bounds. */
const between = ([least, most]: readonly [number, number]): Kind => ({
  ...integer,
  range: [least, most],
  parse: (wire) => {
    const value = integer.parse(wire)
    if (typeof value !== 'number' || (value >= least && value <= most)) return value
    return new Invalid(`must be a whole number from ${least} to ${most}`)
  },
})

export const numberForm: Kind = oneOf(['none', 'continuous', 'yearly'], "must be 'none', 'continuous' or 'yearly'")
export const numberDigits: Kind = between([1, 9])
export const numberStart: Kind = between([1, 1_000_000])

/** The digits behind a prefix are the number, so it does not end with one. */
export const numberPrefix: Kind = restrictedText('text', plainText(20), (text) =>
  /^[A-Za-z0-9./_-]*[A-Za-z./_-]$/.test(text)
    ? text
    : new Invalid('must be letters, digits and . / _ - without a digit at the end, such as RE-'),
)

const maxPayLink = 255

export const payLinkTemplate: Kind = restrictedText('text', plainText(maxPayLink), (text) =>
  isPayLink(text)
    ? text
    : new Invalid('must be an https address such as https://pay.example.com/{number}, with no other words in braces'),
)

export const iban: Kind = restrictedText(
  'text',
  plainText(55),
  (text) => parseIban(text) ?? new Invalid('is not an IBAN; a character is wrong, missing or exchanged'),
)

export const bic: Kind = restrictedText('text', plainText(11), (text) =>
  /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)
    ? text
    : new Invalid('must be a BIC of 8 or 11 capital letters and digits'),
)

export const idleMinutes: Kind = between(sessionBounds.minutes)
export const sessionDays: Kind = between(sessionBounds.days)

/** Sharp enough for print, and small enough to be decoded while a PDF is rendered. */
const maxPixels = 1500

export const logo: Kind = {
  ...file,
  upload: { maxBytes: 2 * megabyte, keepsContent: true },
  parse: (wire) => {
    const value = file.parse(wire)
    if (!(value instanceof WireFile)) return value
    const image = readImage(value.parts.content ?? new Uint8Array())
    if (typeof image === 'string') return new Invalid(image)
    const { mediatype, width, height } = image
    if (Math.max(width, height) > maxPixels) {
      return new Invalid(`is too large (${width} by ${height} pixels); use at most ${maxPixels} each way`)
    }
    return new WireFile({ ...value.parts, mediatype })
  },
}
