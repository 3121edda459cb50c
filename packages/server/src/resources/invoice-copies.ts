// What creating an invoice from another record shares: stored values in the form that a request sends, and custom
// lines. Which values are copied is decided beside each action.
import { type StoredValue, tax as taxKind } from '../define/kinds.ts'
import { nextId, type Row, type WriteTransaction } from '../io/database.ts'

/** A stored value as a request sends it; blank for none. */
export const sentText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A stored percentage as a request sends it; blank for none. */
export const sentPercent = (value: unknown): string =>
  value === null || value === undefined ? '' : sentText(taxKind.serialize(value as StoredValue))

export interface CustomLine {
  readonly name: string
  readonly description: string
  readonly quantity: number | null
  readonly rate: number | null
  readonly amount: number
}

/** A row with name, description, quantity, rate and amount. */
export function customLineOf([name, description, quantity, rate, amount]: Row): CustomLine {
  const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))
  return {
    name: String(name),
    description: String(description),
    quantity: numberOrNull(quantity),
    rate: numberOrNull(rate),
    amount: Number(amount),
  }
}

/** Adds a line that was not built from time. The caller recalculates the totals afterwards. */
export const addCustomLine = (tx: WriteTransaction, invoiceid: number, line: CustomLine): Promise<unknown> =>
  tx.insert('invoiceitem', { id: nextId, invoiceid, custom: 't', ...line })
