// The automatic notes of an invoice: made, issued, voided, paid. A change of its own fields leaves its note through the
// engine, like that of a task; these tell of what happened to it otherwise.
import type { Actor } from '../define/actor.ts'
import { actorValues } from '../define/actor.ts'
import { money } from '../define/kinds.ts'
import type { ChangedField } from '../define/resource.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { invoiceStatus, recalculateTotals } from './invoice-totals.ts'

export async function addInvoiceNote(
  tx: WriteTransaction,
  actor: Actor,
  invoiceid: number,
  title: string,
  changed: readonly ChangedField[] = [],
): Promise<void> {
  await tx.insert('invoicenote', {
    id: nextId,
    invoiceid,
    authorid: actor.personid,
    title,
    date: actor.now,
    datemodified: actor.now,
    changes: JSON.stringify(changed),
  })
}

const paymentState = statement(sql`select invoice.payments, invoice.balance, ${invoiceStatus} from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const notedFields: readonly (readonly [field: string, label: string])[] = [
  ['payments', 'Payments'],
  ['balance', 'Balance'],
  ['status', 'Status'],
]

async function readPaymentState(tx: WriteTransaction, actor: Actor, id: number): Promise<string[]> {
  const [payments, balance, word] = (await tx.first(paymentState, { ...actorValues(actor), id })) ?? []
  return [payments, balance].map((amount) => money.serialize(Number(amount ?? 0)) ?? '').concat(String(word))
}

/** Adds an invoice up again because its payments changed, and notes what that made of it. */
export async function recalculateAfterPayment(
  tx: WriteTransaction,
  actor: Actor,
  id: number,
  title: string | null,
): Promise<void> {
  const before = await readPaymentState(tx, actor, id)
  await recalculateTotals(tx, id)
  if (title === null) return
  const after = await readPaymentState(tx, actor, id)
  const changed = notedFields.flatMap(([field, label], at): ChangedField[] => {
    const [was = '', now = ''] = [before[at], after[at]]
    return was === now ? [] : [{ field, label, was, now }]
  })
  await addInvoiceNote(tx, actor, id, title, changed)
}
