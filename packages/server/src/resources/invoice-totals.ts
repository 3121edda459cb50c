// The totals of an invoice, calculated in one place (T-67). They are stored with the invoice and recalculated, under
// its lock, in the transaction of every write that changes them. Lists, members, PDFs and reports read the stored
// totals.
import { today } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { type Change, valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { daysBetweenSql } from '../io/dialect.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { type DatedPayment, dayPaid, isStorableAmount, totalsOf } from '../kit/money.ts'

const isVoid = sql`invoice.datevoided is not null`
/** Paid as defined by decision 43. A void invoice is neither paid nor open. */
export const isPaid: Fragment = sql`invoice.numitems > 0 and invoice.balance <= 0 and invoice.datevoided is null`
const isOpen = sql`invoice.datevoided is null and (invoice.numitems = 0 or invoice.balance > 0)`
const isOverdue = sql`${isOpen} and invoice.datedue < ${today}`

/** The values of the filter `status`, each with its condition. */
export const statusConditions: Readonly<Record<string, Fragment>> = {
  outstanding: isOpen,
  paid: isPaid,
  overdue: isOverdue,
  void: isVoid,
}

export const invoiceStatus: Fragment = sql`case when ${isVoid} then 'void' when ${isPaid} then 'paid'
  when invoice.datedue < ${today} then 'overdue' else 'outstanding' end`

export const daysOverdue: Fragment = sql`case when ${isOverdue} then ${daysBetweenSql(sql`invoice.datedue`, today)} else 0 end`

export const daysOverduePaid: Fragment = sql`case when ${isPaid} and invoice.datepaid > invoice.datedue
  then ${daysBetweenSql(sql`invoice.datedue`, sql`invoice.datepaid`)} end`

/** The invoices that a write of a line or payment affects: the previous and the new one, in id order. */
export function affectedInvoices(change: Change): number[] {
  const both = [change.previous?.invoiceid, valueAfter(change, 'invoiceid')].flatMap((id) => (id ? [Number(id)] : []))
  return [...new Set(both)].sort((a, b) => a - b)
}

/** Locks are taken before any write and in id order, to avoid deadlocks. */
export async function lockInvoices(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  await Promise.all(ids.map((id) => tx.lock('invoice', id)))
}

const taxesOf = statement(sql`select invoice.tax, invoice.secondtax, invoice.secondtaxcompound from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const lineSums = statement(sql`select count(*), cast(coalesce(sum(invoiceitem.amount), 0) as bigint) from invoiceitem
  where invoiceitem.accountid = ${accountSlot} and invoiceitem.invoiceid = ${slot('id')}`)

/** In the order of payment; payments of one day in the order of entry. */
const paymentsOfInvoice = statement(sql`select payment.date, payment.amount from payment
  where payment.accountid = ${accountSlot} and payment.invoiceid = ${slot('id')} order by payment.date, payment.id`)

const paymentCount = statement(sql`select count(*) from payment
  where payment.accountid = ${accountSlot} and payment.invoiceid = ${slot('id')}`)

/** The number of payments applied to an invoice. */
export const countPayments = async (tx: WriteTransaction, id: number): Promise<number> =>
  Number((await tx.first(paymentCount, { id }))?.[0] ?? 0)

const percentOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** Recalculates the stored totals of an invoice. The caller must hold the invoice's lock. */
export async function recalculateTotals(tx: WriteTransaction, id: number): Promise<void> {
  const [taxes, [count, sum] = [], paid] = await Promise.all([
    tx.first(taxesOf, { id }),
    tx.first(lineSums, { id }),
    tx.all(paymentsOfInvoice, { id }),
  ])
  const [tax, secondtax, compound] = taxes ?? [null, null, 'f']
  const subtotal = checkedAmount('subtotal', Number(sum))
  const { taxamount, secondtaxamount, total } = totalsOf(subtotal, {
    tax: percentOrNull(tax),
    secondtax: percentOrNull(secondtax),
    compound: compound === 't',
  })
  const payments = paid.map(([date, amount]): DatedPayment => ({ date: String(date), amount: Number(amount) }))
  const received = checkedAmount(
    'payments',
    payments.reduce((all, { amount }) => all + amount, 0),
  )
  await tx.update('invoice', id, {
    numitems: Number(count),
    subtotal,
    taxamount,
    secondtaxamount,
    total: checkedAmount('total', total),
    payments: received,
    balance: total - received,
    datepaid: dayPaid(total, payments),
  })
}

/** A sum that is too large for an amount is an error, because it could not be stored exactly (T-68). */
function checkedAmount(field: string, amount: number): number {
  if (!isStorableAmount(amount))
    throw badRequest(`${field}: the amounts of this invoice add up to more than can be kept`)
  return amount
}
