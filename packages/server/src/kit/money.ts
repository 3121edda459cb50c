// The arithmetic of invoices: what a line, a tax and a whole invoice come to (decision 42). Amounts are ten-thousandths and
// always whole cents; every product is exact until it is rounded, half away from zero, once. No binary float touches money.

/** Ten-thousandths in a cent. */
export const unitsPerCent = 100

// A product of millionths and ten-thousandths, or of ten-thousandths and per cent in ten-thousandths, counts 10^-10.
const productsPerCent = 100_000_000n

function wholeCents(product: bigint): bigint {
  const half = productsPerCent / 2n
  return (product < 0n ? product - half : product + half) / productsPerCent
}

const toCents = (product: bigint): number => Number(wholeCents(product)) * unitsPerCent

/** The most that one amount may be; the least is the same below nothing. */
const maxAmount = 9_999_999_999 * 10_000

/** True for an amount that can be kept: what is beyond is refused, never rounded or cut (T-68). */
export const isStorableAmount = (amount: number): boolean => Math.abs(amount) <= maxAmount

export const isWholeCents = (amount: number): boolean => amount % unitsPerCent === 0

/** Quantity in millionths times rate in ten-thousandths, rounded to cents (I-01). */
export const lineAmount = (quantity: number, rate: number): number => toCents(BigInt(quantity) * BigInt(rate))

/** The same for sums of hours, whose amount may be beyond what a number carries. */
export const exactAmount = (quantity: bigint, rate: bigint): bigint =>
  wholeCents(quantity * rate) * BigInt(unitsPerCent)

/** True when an amount is the product itself, or the product rounded to cents. */
export const isProduct = (amount: number, quantity: number, rate: number): boolean =>
  amount === lineAmount(quantity, rate) || BigInt(amount) * 1_000_000n === BigInt(quantity) * BigInt(rate)

/** A per cent of an amount, rounded to cents (I-03). */
export const taxOn = (amount: number, percent: number): number => toCents(BigInt(amount) * BigInt(percent))

export interface Taxes {
  /** Per cent in ten-thousandths; null for none. */
  readonly tax: number | null
  readonly secondtax: number | null
  /** True when the second tax is on the first one too. */
  readonly compound: boolean
}

export interface Totals {
  readonly taxamount: number
  readonly secondtaxamount: number
  readonly total: number
}

export function totalsOf(subtotal: number, { tax, secondtax, compound }: Taxes): Totals {
  const taxamount = taxOn(subtotal, tax ?? 0)
  const secondtaxamount = taxOn(compound ? subtotal + taxamount : subtotal, secondtax ?? 0)
  return { taxamount, secondtaxamount, total: subtotal + taxamount + secondtaxamount }
}

export interface DatedPayment {
  readonly date: string
  readonly amount: number
}

/** The day of the payment that first brought what is owed to nothing; null while something is owed (I-08). */
export function dayPaid(total: number, payments: readonly DatedPayment[]): string | null {
  let left = total
  let day: string | null = null
  for (const { date, amount } of payments) {
    left -= amount
    if (left <= 0) day ??= date
  }
  return left <= 0 ? day : null
}
