// The arithmetic of invoices: amounts of lines, taxes and totals (decision 42). Amounts are in ten-thousandths and
// always whole cents. Every product is exact and rounded once, half away from zero. No binary float is used.

/** Ten-thousandths in a cent. */
export const unitsPerCent = 100

// A product of millionths and ten-thousandths, or of ten-thousandths and percent in ten-thousandths, is in units of
// 10^-10.
const productsPerCent = 100_000_000n

function wholeCents(product: bigint): bigint {
  const half = productsPerCent / 2n
  return (product < 0n ? product - half : product + half) / productsPerCent
}

const toCents = (product: bigint): number => Number(wholeCents(product)) * unitsPerCent

/** The largest amount; the smallest is its negative. */
const maxAmount = 9_999_999_999 * 10_000

/** True for an amount that can be stored. A larger one is rejected, never rounded or cut (T-68). */
export const isStorableAmount = (amount: number): boolean => Math.abs(amount) <= maxAmount

export const isWholeCents = (amount: number): boolean => amount % unitsPerCent === 0

/** Quantity in millionths times rate in ten-thousandths, rounded to cents (I-01). */
export const lineAmount = (quantity: number, rate: number): number => toCents(BigInt(quantity) * BigInt(rate))

/** The same for sums of hours, whose amount may exceed the range of a number. */
export const exactAmount = (quantity: bigint, rate: bigint): bigint =>
  wholeCents(quantity * rate) * BigInt(unitsPerCent)

/**
 * The price, rounded to four decimals, at which hours cost an amount. Hours are 24 at most, so the product differs from
 * the amount by 24 times half of the last decimal at most, which is less than half a cent: rounded, it is the amount.
 */
export function writtenPrice(amount: number, hours: number): number {
  if (hours === 0) return 0
  const [product, by] = [BigInt(amount) * 1_000_000n, BigInt(hours)]
  return Number((2n * product + by) / (2n * by))
}

/** True when the amount is the exact product or the product rounded to cents. */
export const isProduct = (amount: number, quantity: number, rate: number): boolean =>
  amount === lineAmount(quantity, rate) || BigInt(amount) * 1_000_000n === BigInt(quantity) * BigInt(rate)

/** A percentage of an amount, rounded to cents (I-03). */
export const taxOn = (amount: number, percent: number): number => toCents(BigInt(amount) * BigInt(percent))

/** One hundred percent, in ten-thousandths. */
const whole = 1_000_000

/** An amount with up to four decimals, rounded to cents. */
export const inCents = (amount: number): number => taxOn(amount, whole)

/** A cost and a percentage of it, rounded to cents once. */
export const markedUp = (cost: number, percent: number): number => taxOn(cost, whole + percent)

export interface Taxes {
  /** Percent in ten-thousandths; null for none. */
  readonly tax: number | null
  readonly secondtax: number | null
  /** True when the second tax is also charged on the first. */
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

/**
 * The totals of a credit note with a negative subtotal. `others` are the positive sums of the other credit notes of the
 * invoice. Taxes are those of all credit notes together less those of the others, so that rounding adds up: together
 * they credit each tax of the invoice exactly when they credit its subtotal, and never more.
 */
export function creditTotals(
  subtotal: number,
  others: { readonly subtotal: number; readonly taxamount: number; readonly secondtaxamount: number },
  taxes: Taxes,
): Totals {
  if (subtotal >= 0) return totalsOf(subtotal, taxes)
  const all = totalsOf(others.subtotal - subtotal, taxes)
  // After a credit note was voided, the others may have a cent more than all together; a tax keeps its sign.
  const rest = (sum: number, other: number): number => (sum < 0 ? Math.max(0, other - sum) : Math.min(0, other - sum))
  const taxamount = rest(all.taxamount, others.taxamount)
  const secondtaxamount = rest(all.secondtaxamount, others.secondtaxamount)
  return { taxamount, secondtaxamount, total: subtotal + taxamount + secondtaxamount }
}

export interface DatedPayment {
  readonly date: string
  readonly amount: number
}

/** The day of the payment that first brought the balance to zero; null while a balance is due (I-08). */
export function dayPaid(total: number, payments: readonly DatedPayment[]): string | null {
  let balance = total
  let day: string | null = null
  for (const { date, amount } of payments) {
    balance -= amount
    if (balance <= 0) day ??= date
  }
  return balance <= 0 ? day : null
}
