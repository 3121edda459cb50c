// The expenses on an invoice (docs/adr/0043-expenses.md): one line for each, with its fee in whole cents. The key of
// `invoicedexpense` allows each expense on one line at most. The expenses are locked first and then read again, so
// that of two concurrent requests one adds an expense and the other does not find it (T-269).
import { managers } from '../define/actor.ts'
import { badRequest, ValidationErrors } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { date, type FieldValue, idList } from '../define/kinds.ts'
import {
  type ActionContext,
  type Change,
  changesField,
  type RecordRule,
  type UpdateAction,
  valueAfter,
} from '../define/resource.ts'
import { nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { accountSlot, slot, sql, statement, statementWithoutPlanCache } from '../io/sql.ts'
import { inCents } from '../kit/money.ts'
import { textsForInvoice } from './client-texts.ts'
import { rateCurrency } from './currencies.ts'
import { isBillableExpense } from './expense-billed.ts'
import { recalculateTotals } from './invoice-totals.ts'

const billableExpenses = sql`expense.accountid = ${accountSlot} and expense.projectid = ${slot('projectid')}
  and expense.date >= ${slot('begin')} and expense.date <= ${slot('end')} and ${isBillableExpense}`

/** Waits for writers of these expenses and for other invoices that take them; in id order, to avoid deadlocks. */
const lockExpenses = statementWithoutPlanCache(
  sql`select expense.id from expense where ${billableExpenses} order by expense.id${forUpdateOf('expense')}`,
)

/** In the order of their days. PostgreSQL reads what was billed meanwhile only in a statement after the lock. */
const expensesToBill = statementWithoutPlanCache(sql`select expense.id, expense.date, expense.fee, expense.note,
    coalesce(expensecategory.name, '') from expense
  left join expensecategory on expensecategory.accountid = expense.accountid and expensecategory.id = expense.categoryid
  where ${billableExpenses} order by expense.date, expense.id`)

const releaseOfInvoice =
  statementWithoutPlanCache(sql`delete from invoicedexpense where accountid = ${accountSlot} and itemid in (
  select item.id from invoiceitem item where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')})`)

const firstExpense = statement(sql`select 1 from invoicedexpense held
  join invoiceitem item on item.accountid = held.accountid and item.id = held.itemid
  where held.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} limit 1`)

/** Releases the expenses of an invoice, so that another invoice can bill them. Its lines stay. */
export const releaseExpenses = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoicedexpense', releaseOfInvoice, { invoiceid })

export interface ExpenseImport {
  readonly invoiceid: number
  readonly projectid: number
  readonly datebegin: string | null
  readonly dateend: string | null
  /** The wanted ones; null for all of the range. */
  readonly ids: readonly number[] | null
}

/** Every expense that was asked for must be there. */
function checkWanted(ids: readonly number[], found: ReadonlySet<number>): void {
  const errors = new ValidationErrors()
  for (const id of ids.filter((one) => !found.has(one)))
    errors.addInvalid('expenseid', String(id), 'is not a billable expense of the project that is on no invoice')
  errors.throwIfAny()
}

/** Adds a line for each expense. The caller holds the lock of the invoice and recalculates its totals afterwards. */
export async function addExpenses(tx: WriteTransaction, wanted: ExpenseImport): Promise<void> {
  const { invoiceid, projectid, datebegin, dateend, ids } = wanted
  const range = { projectid, begin: datebegin ?? '0001-01-01', end: dateend ?? '9999-12-31' }
  const locked = new Set((await tx.all(lockExpenses, range)).map(([id]) => Number(id)))
  const chosen = ids === null ? locked : new Set(ids.filter((id) => locked.has(id)))
  const rows = (await tx.all(expensesToBill, range)).filter(([id]) => chosen.has(Number(id)))
  if (ids !== null) checkWanted(ids, new Set(rows.map(([id]) => Number(id))))
  const texts = await textsForInvoice(tx, invoiceid)
  for (const [expenseid, day, fee, note, category] of rows) {
    const itemid = await tx.insert('invoiceitem', {
      id: nextId,
      invoiceid,
      name: String(note) || String(category) || texts.expense,
      description: texts.formats.date(String(day)),
      amount: inCents(Number(fee)),
      custom: 't',
    })
    await tx.insert('invoicedexpense', { expenseid: Number(expenseid), itemid })
  }
}

const otherCurrency = (own: string, currency: string): string =>
  `expenses are in ${currency}, the currency of the client, so an invoice of them cannot be in ${own}`

/** An invoice with expenses keeps its project, and its currency is theirs. */
export async function checkExpenseLines(change: Change): Promise<void> {
  const { tx, id, errors } = change
  const [isMoved, isConverted] = ['projectid', 'currency'].map((field) => changesField(change, field))
  if (id === null || !(isMoved || isConverted) || (await tx.first(firstExpense, { invoiceid: id })) === undefined)
    return
  if (isMoved) errors.add('projectid', 'an invoice with expenses cannot change its project; delete their lines first')
  const own = String(valueAfter(change, 'currency') ?? '')
  const currency = await rateCurrency(tx, valueAfter(change, 'projectid'))
  if (isConverted && own !== currency && currency !== '') errors.add('currency', otherCurrency(own, currency))
}

async function checkCurrency(tx: ReadTransaction, projectid: FieldValue, own: string): Promise<void> {
  const currency = await rateCurrency(tx, projectid)
  if (own !== currency && currency !== '')
    throw badRequest(`id: ${otherCurrency(own, currency)}; change its currency first`)
}

export const ownExpenses: RecordRule = {
  where: () => sql`invoice.creditof is null`,
  error: () => badRequest('id: a credit note has no expenses of its own'),
}

async function runAddExpenses({ tx, id, previous, values }: ActionContext): Promise<void> {
  const errors = new ValidationErrors()
  const day = (field: string): string | null => ((values[field] ?? null) === null ? null : String(values[field]))
  const ids = Array.isArray(values.expenseid) && values.expenseid.length > 0 ? (values.expenseid as number[]) : null
  const [datebegin, dateend] = [day('datebegin'), day('dateend')]
  for (const field of ['datebegin', 'dateend'])
    if (ids !== null && day(field) !== null) errors.add(field, 'send either a range of days or expenseid')
  if (datebegin !== null && dateend !== null && datebegin > dateend)
    errors.addInvalid('dateend', dateend, `is before datebegin (${datebegin})`)
  errors.throwIfAny()
  await checkCurrency(tx, previous.projectid ?? null, String(previous.currency))
  await addExpenses(tx, { invoiceid: id, projectid: Number(previous.projectid), datebegin, dateend, ids })
  await recalculateTotals(tx, id)
}

export const addExpensesAction: UpdateAction = {
  doc: 'Adds a line for each billable expense of its project that is on no invoice: those in expenseid, those of a range of days, or all',
  roles: managers,
  fields: {
    expenseid: stored(idList, { doc: 'Ids of expenses, separated by commas; blank for all of the range' }),
    datebegin: stored(date, { doc: 'Expenses on or after that day' }),
    dateend: stored(date, { doc: 'Expenses on or before that day' }),
  },
  run: runAddExpenses,
}
