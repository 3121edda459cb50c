// The arithmetic of invoices, as on the server: each line and each tax is rounded once to cents, half away from zero.
// It is used for the totals shown while somebody types. Saved totals always come from the server.
import { Decimal } from '@stint/sdk'
import type { Formats } from './format.ts'
import { groupBy } from './group-by.ts'

const zero = Decimal.from(0)

export const sumMoney = (amounts: Iterable<Decimal | null | undefined>): Decimal => {
  let sum = zero
  for (const amount of amounts) if (amount != null) sum = sum.plus(amount)
  return sum
}

interface InCurrency {
  /** Undefined for the currency of the account. */
  readonly currency?: string | undefined
}

/** The rows of each currency. */
export const byCurrency = <R extends InCurrency>(rows: readonly R[]): [string | undefined, R[]][] => [
  ...groupBy(rows, ({ currency }) => currency),
]

/** The sum in each currency, such as "€20.00 · $5.00": amounts of different currencies are never added up. */
export function moneySums<R extends InCurrency>(
  formats: Formats,
  rows: readonly R[],
  amount: (row: R) => Decimal | null | undefined,
): string {
  const sums = byCurrency(rows).map(([currency, own]) => formats.money(sumMoney(own.map(amount)), currency))
  return sums.length === 0 ? formats.money(zero) : sums.join(' · ')
}

/** Quantity times rate, rounded to cents. */
export const lineAmount = (quantity: Decimal, rate: Decimal): Decimal => quantity.times(rate).round(2)

/** A percentage of an amount, rounded to cents. */
export const taxOn = (amount: Decimal, percent: Decimal | null): Decimal =>
  percent === null ? zero : amount.times(percent).times('0.01').round(2)

export interface Taxes {
  readonly tax: Decimal | null
  readonly secondtax: Decimal | null
  /** The second tax is also applied to the first one. */
  readonly compound: boolean
}

export interface Totals {
  readonly subtotal: Decimal
  readonly taxamount: Decimal
  readonly secondtaxamount: Decimal
  readonly total: Decimal
}

export function totalsOf(subtotal: Decimal, { tax, secondtax, compound }: Taxes): Totals {
  const taxamount = taxOn(subtotal, tax)
  const secondtaxamount = taxOn(compound ? subtotal.plus(taxamount) : subtotal, secondtax)
  return { subtotal, taxamount, secondtaxamount, total: subtotal.plus(taxamount).plus(secondtaxamount) }
}
