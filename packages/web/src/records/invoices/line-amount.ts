// The amount of a line while it is typed: quantity times rate if both are set, otherwise the typed amount. The lines of
// invoices and of recurring invoices use it; the server computes the same when they are saved.
import type { Decimal } from '@stint/sdk'
import { parseUserNumber } from '../../api/formats.ts'
import { lineAmount } from '../../kit/money.ts'

/** The typed numbers of a line. */
interface LineNumbers {
  readonly quantity: string
  readonly rate: string
  readonly amount: string
}

/** Null if there is none yet. Undefined if it is not a number. */
export function amountOf({ quantity, rate, amount }: LineNumbers): Decimal | null | undefined {
  const [count, each] = [parseUserNumber(quantity), parseUserNumber(rate)]
  if (count === undefined || each === undefined) return undefined
  return count !== null && each !== null ? lineAmount(count, each) : parseUserNumber(amount)
}

/** Whether the amount is computed from quantity and rate. */
export const isAmountComputed = ({ quantity, rate }: LineNumbers): boolean =>
  quantity.trim() !== '' && rate.trim() !== ''
