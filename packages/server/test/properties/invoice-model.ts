// The expected totals of invoices, computed from the rules (decisions 42 and 43, I-01 to I-08) without the server's own
// arithmetic: decimals are texts, sums are whole cents, days come from the calendar of the platform.
import type { Random } from '../fixture/random.ts'

/** A decimal text as a whole number of its smallest unit. */
export function unitsOf(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(scale, '0'))
  return text.startsWith('-') ? -units : units
}

/** The form of decimals in responses: without superfluous zeros. */
export function textOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return units < 0n ? `-${text}` : text
}

export const centsOf = (text: string): bigint => unitsOf(text, 2)
export const moneyOf = (cents: bigint): string => textOf(cents, 2)

/** Half away from zero. */
export function roundedQuotient(number: bigint, by: bigint): bigint {
  const size = number < 0n ? -number : number
  const rounded = (2n * size + by) / (2n * by)
  return number < 0n ? -rounded : rounded
}

/** I-01, in cents: millionths times ten-thousandths are 10^-10. */
export const amountOf = (quantity: string, rate: string): bigint =>
  roundedQuotient(unitsOf(quantity, 6) * unitsOf(rate, 4), 10n ** 8n)

/** The price with four decimals at which hours cost an amount, in the form of responses. */
export const priceOf = (cents: bigint, hours: string): string =>
  textOf(roundedQuotient(cents * 10n ** 8n, unitsOf(hours, 6)), 4)

/** I-03, in cents: a percentage has four decimals. */
const shareOf = (cents: bigint, percent: string | null): bigint =>
  roundedQuotient(cents * unitsOf(percent ?? '0', 4), 10n ** 6n)

const sum = (amounts: Iterable<bigint>): bigint => {
  let all = 0n
  for (const amount of amounts) all += amount
  return all
}

export interface Line {
  quantity: string | null
  rate: string | null
  amount: bigint
}

export interface Payment {
  readonly id: number
  date: string
  amount: bigint
}

export interface Invoice {
  readonly id: number
  projectid: number
  date: string
  datedue: string
  tax: string | null
  secondtax: string | null
  compound: boolean
  readonly lines: Map<number, Line>
  readonly payments: Map<number, Payment>
}

/** The days of each of the default terms; for the sixth the day is on the invoice. */
export const termDays: Readonly<Record<number, number>> = { 1: 0, 2: 10, 3: 15, 4: 30, 5: 60 }

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000
export const daysAfter = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * 86_400_000).toISOString().slice(0, 10)

/** The day of an instant in a zone, by the calendar of the platform. */
export const dayAt = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)

/**
 * I-08: the day of the first payment, by day and id, after which the balance is zero; null while there is a balance.
 */
function paidOn(total: bigint, payments: Iterable<Payment>): string | null {
  const inOrder = [...payments].sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1))
  let owed = total
  let closed: string | null = null
  for (const { date, amount } of inOrder) {
    owed -= amount
    if (closed === null && owed <= 0n) closed = date
  }
  return owed <= 0n ? closed : null
}

/**
 * The computed fields of an invoice from its lines, taxes and payments on a day, in the form of responses; '' for none.
 */
export function expectedInvoice(invoice: Invoice, today: string): Record<string, string> {
  const subtotal = sum([...invoice.lines.values()].map(({ amount }) => amount))
  const taxamount = shareOf(subtotal, invoice.tax)
  const secondtaxamount = shareOf(invoice.compound ? subtotal + taxamount : subtotal, invoice.secondtax)
  const total = subtotal + taxamount + secondtaxamount
  const payments = sum([...invoice.payments.values()].map(({ amount }) => amount))
  const balance = total - payments
  const paid = invoice.lines.size > 0 && balance <= 0n
  const late = !paid && invoice.datedue < today
  const datepaid = paidOn(total, invoice.payments.values())
  const lateness = datepaid === null ? 0 : dayNumber(datepaid) - dayNumber(invoice.datedue)
  return {
    numitems: String(invoice.lines.size),
    subtotal: moneyOf(subtotal),
    taxamount: invoice.tax === null ? '' : moneyOf(taxamount),
    secondtaxamount: invoice.secondtax === null ? '' : moneyOf(secondtaxamount),
    total: moneyOf(total),
    payments: moneyOf(payments),
    balance: moneyOf(balance),
    datedue: invoice.datedue,
    datepaid: datepaid ?? '',
    status: paid ? 'paid' : late ? 'overdue' : 'outstanding',
    daysoverdue: String(late ? dayNumber(today) - dayNumber(invoice.datedue) : 0),
    daysoverduepaid: paid && lateness > 0 ? String(lateness) : '',
  }
}

/** A random decimal with at most this many digits and decimals, in the shortest form. */
export function decimal(random: Random, digits: number, decimals: number): string {
  const scale = random.below(decimals + 1)
  const units = BigInt(Math.floor(random.next() * 10 ** (1 + random.below(digits + scale))))
  return textOf(scale === 0 ? units * 10n : units, Math.max(1, scale))
}

/** Makes one of five values negative. */
export const signed = (random: Random, text: string): string =>
  text !== '0' && random.below(5) === 0 ? `-${text}` : text

/** The same number in another valid spelling. */
export function respelled(random: Random, text: string): string | number {
  const [sign, size] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text]
  switch (random.below(4)) {
    case 0:
      return Number(text)
    case 1:
      return `${sign}00${size}`
    case 2:
      return `${sign}${size}${size.includes('.') ? '' : '.'}000`
    default:
      return text
  }
}
