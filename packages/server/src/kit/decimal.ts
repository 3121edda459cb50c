// Exact decimals: an amount is a safe integer in units of 10^-scale, so no binary float is used for money or hours
// (decision 42). It never rounds: a value with too many decimals is rejected. Rounding is in kit/money.ts.

// Phrases that complete "amount ...". A number is a result, a text is an error.
export type DecimalError = 'must be a number' | 'has too many decimals' | 'is out of range'

const DECIMAL = /^(-?)([0-9]*)(?:\.([0-9]+))?$/
const MAX_SAFE_DIGITS = 16

// No exponent, grouping, plus sign or blank, in JSON and XML alike (T-29, T-37). Negative zero is rejected too: it
// would be printed as 0, so it must be a mistake.
export function parseDecimal(text: string, scale: number): number | DecimalError {
  const match = DECIMAL.exec(text)
  if (match === null) return 'must be a number'
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return 'must be a number'
  const significant = withoutTrailingZeros(fraction)
  if (significant.length > scale) return 'has too many decimals'
  const digits = (whole + significant.padEnd(scale, '0')).replace(/^0+/, '')
  if (digits === '') return sign === '' ? 0 : 'must be a number'
  const units = Number(digits)
  if (digits.length > MAX_SAFE_DIGITS || units > Number.MAX_SAFE_INTEGER) return 'is out of range'
  return sign === '' ? units : -units
}

// The shortest form: "80", "0.1", "-0.5"; never "-0" or a trailing zero (decision 7).
export function printDecimal(units: number, scale: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not a whole number of units`)
  return printDigits(String(Math.abs(units)), scale, units < 0)
}

// The exact product with all its digits. The factors are safe integers; the product may be larger.
export function printProduct(a: number, scaleA: number, b: number, scaleB: number): string {
  return printUnits(BigInt(a) * BigInt(b), scaleA + scaleB)
}

// The same form for units beyond the range of a number, such as a sum of many amounts.
export function printUnits(units: bigint, scale: number): string {
  const negative = units < 0n
  return printDigits(String(negative ? -units : units), scale, negative)
}

function printDigits(digits: string, scale: number, negative: boolean): string {
  const padded = digits.padStart(scale + 1, '0')
  const whole = padded.slice(0, padded.length - scale)
  const fraction = withoutTrailingZeros(padded.slice(padded.length - scale))
  const sign = negative ? '-' : ''
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

// A loop, because the expression /0+$/ takes quadratic time on a long run of zeros in the middle of the text.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1
  return digits.slice(0, end)
}
