// Numbers as people type them, by the marks of their locale: 1,250 is a thousand and more in one country and one and
// a quarter in another. What cannot be meant is no number, rather than a wrong one. Hours as on a clock are read in
// hours.ts.
import { Decimal } from '@stint/sdk'

interface Marks {
  readonly decimal: string
  /** Between thousands. */
  readonly group: string
}

const marksByLocale = new Map<string, Marks>()

function marksOf(locale: string): Marks {
  const there = marksByLocale.get(locale)
  if (there !== undefined) return there
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8)
  const mark = (type: string): string => toLatin(parts.find((part) => part.type === type)?.value ?? '')
  const marks = { decimal: mark('decimal') === ',' ? ',' : '.', group: mark('group') }
  marksByLocale.set(locale, marks)
  return marks
}

/**
 * The digits and marks of Arabic and Persian as those of Latin; blanks and apostrophes, which only part thousands,
 * go.
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

/** Which mark of a number parts its fraction from the rest; '' when none does. */
function decimalMark(digits: string, { decimal, group }: Marks): string {
  const last = digits.at(Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))) ?? ''
  if (last !== '.' && last !== ',') return ''
  const other = last === '.' ? ',' : '.'
  if (digits.includes(other)) return last
  // Alone and once it is a fraction, unless this locale parts thousands with it and three digits follow.
  const grouped = thousandsPattern.test(digits)
  if (digits.indexOf(last) === digits.lastIndexOf(last))
    return grouped && last === group && last !== decimal ? '' : last
  return grouped ? '' : last
}

/** What somebody typed as a number; undefined when it is none, null when there is nothing. */
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

/**
 * A number as it stands in a field, to be typed over: the locale's mark before the fraction, none between thousands.
 */
export const numberText = (number: string | Decimal | null | undefined, locale: string): string =>
  (number?.toString() ?? '').replace('.', marksOf(locale).decimal)
