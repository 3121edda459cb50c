// An expense on an invoice cannot be changed until it is released, as time (`time-billed.ts`), except that a missing
// receipt can be added. A write of an expense
// locks its row, and adding it to an invoice waits for that lock. What an invoice does with expenses is in
// `invoice-expenses.ts`.
import type { Viewer } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { type Change, changesField, type RecordRule } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { shownNumber } from './invoice-number.ts'
import { notOnHiddenDraft } from './time-billed.ts'

/** The expense is on a line of an invoice. */
export const isBilledExpense: Fragment = sql`exists (select 1 from invoicedexpense held
  where held.accountid = expense.accountid and held.expenseid = expense.id)`

/** Can be added to an invoice. An expense without a fee charges nothing, so it is on no invoice. */
export const isBillableExpense: Fragment = sql`expense.billable = 't' and expense.fee <> 0 and not ${isBilledExpense}`

/** The invoice of the expense; Executives do not see drafts, so an expense on one has no invoice for them. */
export const invoiceOfExpense = (viewer: Viewer): Fragment => sql`(select line.invoiceid from invoicedexpense held
  join invoiceitem line on line.accountid = held.accountid and line.id = held.itemid
  where held.accountid = expense.accountid and held.expenseid = expense.id
    and ${notOnHiddenDraft(viewer, 'held.itemid') ?? sql`1 = 1`})`

const invoiceById = statement(sql`select ${shownNumber} from invoicedexpense held
  join invoiceitem line on line.accountid = held.accountid and line.id = held.itemid
  join invoice on invoice.accountid = line.accountid and invoice.id = line.invoiceid
  where held.accountid = ${accountSlot} and held.expenseid = ${slot('id')}`)

const numberOfInvoice = async (tx: ReadTransaction, id: number): Promise<string | null> => {
  const row = await tx.first(invoiceById, { id })
  return row === undefined ? null : String(row[0])
}

/** Whoever may write an expense sees the invoices of its project. */
const billedRule = (where: Fragment): RecordRule => ({
  where: () => where,
  readsOtherRows: () => null,
  error: async ({ tx, id }) =>
    badRequest(
      `id: this expense is on invoice ${await numberOfInvoice(tx, id)} and cannot be changed or deleted; delete its line, or void the invoice`,
    ),
})

export const notBilledExpense: RecordRule = billedRule(sql`not ${isBilledExpense}`)

/** Receipts arrive late. One that is missing can be added to a billed expense, because it changes no amount. */
export const changeableExpense: RecordRule = billedRule(sql`(expense.receipthash is null or not ${isBilledExpense})`)

/** Nothing else of a billed expense can be changed. The row of the expense is locked. */
export async function keepBilledFields(change: Change): Promise<void> {
  const { tx, id, requested, errors } = change
  const changed = Object.keys(requested).filter((field) => field !== 'receipt' && changesField(change, field))
  if (id === null || changed.length === 0) return
  const number = await numberOfInvoice(tx, id)
  if (number === null) return
  const reason = `cannot be changed, because this expense is on invoice ${number}; only a missing receipt can be added`
  for (const field of changed) errors.add(field, reason)
}
