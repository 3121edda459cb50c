// An expense on an invoice cannot be changed until it is released, as time (`time-billed.ts`). A write of an expense
// locks its row, and adding it to an invoice waits for that lock. What an invoice does with expenses is in
// `invoice-expenses.ts`.
import type { Viewer } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { RecordRule } from '../define/resource.ts'
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

/** Whoever may write an expense sees the invoices of its project. */
export const notBilledExpense: RecordRule = {
  where: () => sql`not ${isBilledExpense}`,
  readsOtherRows: () => null,
  error: async ({ tx, id }) => {
    const [number] = (await tx.first(invoiceById, { id })) ?? []
    return badRequest(
      `id: this expense is on invoice ${number} and cannot be changed or deleted; delete its line, or void the invoice`,
    )
  },
}
