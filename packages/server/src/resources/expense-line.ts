// A line of an invoice that bills an expense: its amount is the fee of the expense, so only its texts can be changed.
// Deleting the line releases the expense.
import type { Change } from '../define/resource.ts'
import { type Fragment, sql } from '../io/sql.ts'

export const expenseOfLine: Fragment = sql`(select held.expenseid from invoicedexpense held
  where held.accountid = invoiceitem.accountid and held.itemid = invoiceitem.id)`

const texts = ['name', 'description']

export function allowTextsOnly(change: Change): void {
  for (const field of Object.keys(change.values).filter((one) => !texts.includes(one)))
    change.errors.add(field, 'only name and description of a line that bills an expense can be changed')
}
