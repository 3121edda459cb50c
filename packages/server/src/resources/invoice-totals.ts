// The totals of an invoice, calculated in one place (T-67). They are stored with the invoice and recalculated, under
// its lock, in the transaction of every write that changes them. Lists, members, PDFs and reports read the stored
// totals.
import { today } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { type Change, valueAfter } from '../define/resource.ts'
import type { Row, WriteTransaction } from '../io/database.ts'
import { daysBetweenSql } from '../io/dialect.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { type DatedPayment, dayPaid, isStorableAmount, type Taxes, totalsOf } from '../kit/money.ts'
import { issuedCredits, limitedTotals } from './credit-limits.ts'
import { numberLines } from './invoice-line-order.ts'

const isVoid = sql`invoice.datevoided is not null`
/** Paid as defined by decision 43. A void invoice is neither paid nor open. */
export const isPaid: Fragment = sql`invoice.numitems > 0 and invoice.balance <= 0 and invoice.datevoided is null
  and (invoice.creditof is null or invoice.dateissued is not null)`
/** A draft of a credit note is open, though its balance is 0. */
const isOpen = sql`invoice.datevoided is null and (invoice.numitems = 0 or invoice.balance > 0
  or (invoice.creditof is not null and invoice.dateissued is null))`
/** Nobody pays a credit note, so it is never late. */
const isLate = sql`invoice.datedue < ${today} and invoice.creditof is null`
const isOverdue = sql`${isOpen} and ${isLate}`

/** The values of the filter `status`, each with its condition. */
export const statusConditions: Readonly<Record<string, Fragment>> = {
  outstanding: isOpen,
  paid: isPaid,
  overdue: isOverdue,
  void: isVoid,
}

export const invoiceStatus: Fragment = sql`case when ${isVoid} then 'void' when ${isPaid} then 'paid'
  when ${isLate} then 'overdue' else 'outstanding' end`

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

const taxesOf =
  statement(sql`select invoice.tax, invoice.secondtax, invoice.secondtaxcompound, invoice.creditof from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const lineSums = statement(sql`select count(*), cast(coalesce(sum(invoiceitem.amount), 0) as bigint),
    cast(coalesce(sum(invoiceitem.writtendown), 0) as bigint), count(distinct invoiceitem.position),
    coalesce(max(invoiceitem.position), 0) from invoiceitem
  where invoiceitem.accountid = ${accountSlot} and invoiceitem.invoiceid = ${slot('id')}`)

/** Payments and issued credit notes by date; those of one day in the order of entry, payments first. */
const paymentsOfInvoice = statement(sql`select payment.date, payment.amount, 0 as credit, payment.id from payment
  where payment.accountid = ${accountSlot} and payment.invoiceid = ${slot('creditof')}
  union all select note.date, -note.total, 1, note.id from invoice note where ${issuedCredits} order by 1, 3, 4`)

const paymentCount = statement(sql`select count(*) from payment
  where payment.accountid = ${accountSlot} and payment.invoiceid = ${slot('id')}`)

/** The number of payments applied to an invoice. */
export const countPayments = async (tx: WriteTransaction, id: number): Promise<number> =>
  Number((await tx.first(paymentCount, { id }))?.[0] ?? 0)

const percentOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** A row with tax, second tax, and whether that is on the first one too. */
export const percentsOf = ([tax = null, secondtax = null, compound]: Row): Taxes => ({
  tax: percentOrNull(tax),
  secondtax: percentOrNull(secondtax),
  compound: compound === 't',
})

/**
 * Recalculates the stored totals of an invoice, and numbers its lines. The caller must hold the invoice's lock. A
 * credit note has no balance: its amount is off that of its invoice.
 */
export async function recalculateTotals(tx: WriteTransaction, id: number): Promise<void> {
  const [taxes = [], [count, sum, writtendown, places, last] = [], paid] = await Promise.all([
    tx.first(taxesOf, { id }),
    tx.first(lineSums, { id }),
    tx.all(paymentsOfInvoice, { creditof: id }),
  ])
  if (Number(places) !== Number(count) || Number(last) !== Number(count)) await numberLines(tx, id)
  const creditof = taxes[3] ?? null
  const subtotal = checkedAmount('subtotal', Number(sum))
  const percents = percentsOf(taxes)
  const { taxamount, secondtaxamount, total } =
    creditof === null ? totalsOf(subtotal, percents) : await limitedTotals(tx, id, Number(creditof), subtotal, percents)
  const payments = paid.map(([date, amount]): DatedPayment => ({ date: String(date), amount: Number(amount) }))
  const sumOf = (isCredit: boolean): number =>
    paid.reduce((all, [, amount, credit]) => ((Number(credit) === 1) === isCredit ? all + Number(amount) : all), 0)
  const received = checkedAmount('payments', sumOf(false))
  const credited = creditof === null ? sumOf(true) : total
  await tx.update('invoice', id, {
    numitems: Number(count),
    writtendown: Number(writtendown),
    subtotal,
    taxamount,
    secondtaxamount,
    total: checkedAmount('total', total),
    payments: received,
    credited,
    balance: total - received - credited,
    datepaid: dayPaid(total, payments),
  })
}

/** A sum that is too large for an amount is an error, because it could not be stored exactly (T-68). */
export function checkedAmount(field: string, amount: number, document = 'invoice'): number {
  if (!isStorableAmount(amount)) throw badRequest(`${field}: the total of this ${document} is too large`)
  return amount
}
