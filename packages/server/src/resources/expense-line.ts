// A line of an invoice that bills an expense: its amount is the fee of the expense, so only its texts and its place can
// be changed. Deleting the line releases the expense.
import type { Change } from '../define/resource.ts'
import { type Fragment, sql } from '../io/sql.ts'

export const expenseOfLine: Fragment = sql`(select held.expenseid from invoicedexpense held
  where held.accountid = invoiceitem.accountid and held.itemid = invoiceitem.id)`

const changeable = ['name', 'description', 'position']

export function allowTextsAndPlace(change: Change): void {
  for (const field of Object.keys(change.values).filter((one) => !changeable.includes(one)))
    change.errors.add(field, 'only name, description and position of a line that bills an expense can be changed')
}
