// The automatic notes of an invoice: created, issued, voided, paid. The note about changed fields is written by the
// engine, as for a task; this file writes the others.
import { type Actor, actorValues } from '../define/actor.ts'
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
  const [payments, balance, status] = (await tx.first(paymentState, { ...actorValues(actor), id })) ?? []
  return [payments, balance].map((amount) => money.serialize(Number(amount ?? 0)) ?? '').concat(String(status))
}

/**
 * Recalculates an invoice after its payments changed, and adds a note with the changed amounts unless `title` is null.
 */
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
  const changed = notedFields.flatMap(([field, label], index): ChangedField[] => {
    const [was = '', now = ''] = [before[index], after[index]]
    return was === now ? [] : [{ field, label, was, now }]
  })
  await addInvoiceNote(tx, actor, id, title, changed)
}
