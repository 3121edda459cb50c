// Splits a payment: a part of it becomes a payment of its own, for another invoice or for none. Their sum is the
// payment that arrived, which is never changed. By splitting again, one payment covers any number of invoices.
import { badRequest } from '../define/api-error.ts'
import { money } from '../define/kinds.ts'
import type { ActionContext, CreateAction } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import type { WireRecord, WireValue } from '../kit/wire-tree.ts'
import { sentText } from './invoice-copies.ts'
import { recalculateAfterPayment } from './invoice-history.ts'
import { lockInvoices } from './invoice-totals.ts'
import { moneyWriters } from './visibility.ts'

const partById = statement(sql`select payment.amount, payment.currency from payment
  where payment.accountid = ${accountSlot} and payment.id = ${slot('id')}`)

const idOrNone = (id: unknown): number[] => (/^[1-9]\d{0,14}$/.test(String(id)) ? [Number(id)] : [])

async function prepareSplit(
  { tx, previous }: ActionContext,
  submitted: WireRecord,
): Promise<Readonly<Record<string, WireValue>>> {
  // Both invoices at once and in id order, to avoid deadlocks.
  const invoices = new Set([...idOrNone(previous.invoiceid), ...idOrNone(submitted.get('invoiceid'))])
  await lockInvoices(
    tx,
    [...invoices].sort((a, b) => a - b),
  )
  const { projectid, date, typeid, reference, note } = previous
  return {
    projectid: sentText(projectid),
    date: sentText(date),
    typeid: sentText(typeid),
    reference: sentText(reference),
    note: sentText(note),
  }
}

async function subtractPart({ tx, actor, id, previous, sideEffects }: ActionContext, partid: number): Promise<void> {
  const [part, currency] = (await tx.first(partById, { id: partid })) ?? []
  const [whole, taken] = [Number(previous.amount), Number(part)]
  if (taken === 0 || taken / whole <= 0 || taken / whole >= 1) {
    const [most, least] = [money.serialize(whole), money.serialize(0)]
    throw badRequest(
      `amount: "${money.serialize(taken)}" must be between ${least} and ${most}, the amount of the payment`,
    )
  }
  if (currency !== previous.currency)
    throw badRequest(`invoiceid: the payment is in ${previous.currency}, and the invoice in ${currency}`)
  await tx.update('payment', id, { amount: whole - taken })
  if (previous.invoiceid !== null)
    await recalculateAfterPayment(tx, actor, Number(previous.invoiceid), sideEffects.leaveNote ? 'Payment split' : null)
}

export const splitPayment: CreateAction = {
  doc: 'Creates a payment of `amount`, for another invoice or for none, with the same date, type and reference, and subtracts it from this one. The body may have `projectid`, `invoiceid` and `note` too.',
  roles: moneyWriters,
  creates: 'payment',
  decided: { fields: ['date', 'typeid', 'reference'], reason: 'a part of a payment has that of the payment' },
  prepare: prepareSplit,
  afterCreate: subtractPart,
}
