// Parses and formats numbers with the separators of the locale: 1,250 is 1250 in one country and 1.25 in another. An
// ambiguous or malformed text is rejected rather than misread. Hours such as `1:30` are parsed in hours.ts.
import { Decimal } from '@stint/sdk'

interface Marks {
  readonly decimal: string
  /** The thousands separator. */
  readonly group: string
}

const marksByLocale = new Map<string, Marks>()

function marksOf(locale: string): Marks {
  const cached = marksByLocale.get(locale)
  if (cached !== undefined) return cached
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8)
  const mark = (type: string): string => toLatin(parts.find((part) => part.type === type)?.value ?? '')
  const marks = { decimal: mark('decimal') === ',' ? ',' : '.', group: mark('group') }
  marksByLocale.set(locale, marks)
  return marks
}

/**
 * Replaces Arabic and Persian digits and separators with Latin ones. Removes blanks and apostrophes, which are only
 * thousands separators.
 */
const toLatin = (text: string): string =>
  text
    .replaceAll(/[\s'’]/g, '')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('−', '-')

const numberPattern = /^(-?)([\d.,]*)$/
const thousandsPattern = /^[1-9]\d{0,2}([.,])(?:\d{2,3}\1)*\d{3}$/

/** The decimal separator of a typed number; '' if it has none. */
function decimalMark(digits: string, { decimal, group }: Marks): string {
  const last = digits.at(Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))) ?? ''
  if (last !== '.' && last !== ',') return ''
  const other = last === '.' ? ',' : '.'
  if (digits.includes(other)) return last
  // A single separator is decimal, unless it is the thousands separator of the locale and three digits follow.
  const grouped = thousandsPattern.test(digits)
  if (digits.indexOf(last) === digits.lastIndexOf(last))
    return grouped && last === group && last !== decimal ? '' : last
  return grouped ? '' : last
}

/** Parses a typed number. Returns undefined if it is not a number, and null if it is blank. */
export function parseNumber(typed: string, locale: string): Decimal | null | undefined {
  const text = toLatin(typed)
  if (text === '') return null
  const [, sign = '', digits = ''] = numberPattern.exec(text) ?? []
  const mark = decimalMark(digits, marksOf(locale))
  const [whole = '', fraction = '', ...more] = mark === '' ? [digits] : digits.split(mark)
  if (more.length > 0 || whole + fraction === '' || /\D/.test(fraction)) return undefined
  if (/\D/.test(whole) && !thousandsPattern.test(whole)) return undefined
  return Decimal.from(`${sign}${whole.replaceAll(/\D/g, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`)
}

/** The text of a number in an input field: with the decimal separator of the locale, without thousands separators. */
export const numberText = (number: string | Decimal | null | undefined, locale: string): string =>
  (number?.toString() ?? '').replace('.', marksOf(locale).decimal)
