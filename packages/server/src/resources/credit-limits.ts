// The amounts of a credit note, limited by what its invoice has left to credit. They are calculated under the lock of
// the credited invoice, so that concurrent credit notes never credit more than was invoiced (T-213). Only issued credit
// notes count: a draft may still change.
import { badRequest } from '../define/api-error.ts'
import { money } from '../define/kinds.ts'
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { creditTotals, type Taxes, type Totals } from '../kit/money.ts'
import { shownNumber } from './invoice-number.ts'

/** The credit notes of the invoice in the slot `creditof` that count. */
export const issuedCredits = sql`note.accountid = ${accountSlot} and note.creditof = ${slot('creditof')}
  and note.dateissued is not null and note.datevoided is null`

/** A draft of a credit note changes nothing yet, so sums leave it out. */
export const notDraftCredit = sql`(invoice.creditof is null or invoice.dateissued is not null)`

const sumOf = (column: 'subtotal' | 'taxamount' | 'secondtaxamount') =>
  sql`cast(-coalesce(sum(${sqlName(`note.${column}`)}), 0) as bigint)`

/** Sums of the other credit notes, as positive amounts. */
const otherCredits = statement(sql`select ${sumOf('subtotal')}, ${sumOf('taxamount')}, ${sumOf('secondtaxamount')}
  from invoice note where ${issuedCredits} and note.id <> ${slot('id')}`)

const creditedInvoice = statement(sql`select invoice.subtotal, ${shownNumber} from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('creditof')}`)

const storedSubtotal = statement(sql`select -invoice.subtotal from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

export interface CreditLimit {
  /** The number of the credited invoice. */
  readonly number: string
  /** What is left of its subtotal, without this credit note. */
  readonly left: number
  /** What the other credit notes credit. */
  readonly others: { readonly subtotal: number; readonly taxamount: number; readonly secondtaxamount: number }
}

/** What the invoice has left for the credit note `id`; 0 for a new one. */
export async function readCreditLimit(tx: ReadTransaction, creditof: number, id: number): Promise<CreditLimit> {
  const [total, number] = (await tx.first(creditedInvoice, { creditof })) ?? []
  const sums = ((await tx.first(otherCredits, { creditof, id })) ?? []).map(Number)
  const [subtotal = 0, taxamount = 0, secondtaxamount = 0] = sums
  return { number: String(number), left: Number(total) - subtotal, others: { subtotal, taxamount, secondtaxamount } }
}

const tooMuch = ({ number, left }: CreditLimit, subtotal: number) =>
  badRequest(
    `amount: invoice ${number} has ${money.serialize(Math.max(left, 0))} before taxes left to credit, and this would credit ${money.serialize(subtotal)}`,
  )

/**
 * The amounts of a credit note with this negative subtotal. A draft may credit too much after another one was issued:
 * then it can only be reduced. The caller must hold its lock; the lock of the credited invoice is taken here.
 */
export async function limitedTotals(
  tx: WriteTransaction,
  id: number,
  creditof: number,
  subtotal: number,
  taxes: Taxes,
): Promise<Totals> {
  await tx.lock('invoice', creditof)
  const limit = await readCreditLimit(tx, creditof, id)
  const [before] = (await tx.first(storedSubtotal, { id })) ?? []
  if (-subtotal > limit.left && -subtotal > Number(before)) throw tooMuch(limit, -subtotal)
  return creditTotals(subtotal, limit.others, taxes)
}

/** Checks a credit note that is being issued, and returns whether its invoice is fully credited with it. */
export async function checkCredit(tx: WriteTransaction, id: number, creditof: number): Promise<boolean> {
  const limit = await readCreditLimit(tx, creditof, id)
  const subtotal = Number((await tx.first(storedSubtotal, { id }))?.[0])
  if (subtotal <= 0) throw badRequest('id: a credit note must have a negative total; change its lines first')
  if (subtotal > limit.left) throw tooMuch(limit, subtotal)
  return subtotal === limit.left
}
