// The data about money that one person may see: invoices, lines, notes and payments of their projects, and what billing
// reveals about time entries. Everything else is in `visible-rows.ts`.
import { type Row, tableRows as rows } from './random-columns.ts'
import { rowText, type VisibilityModel, visibleTime } from './visibility-model.ts'

/** Billing is visible indirectly: an entry or task that cannot be changed has billed time. */
function billedRows(sight: VisibilityModel): string[] {
  const { state } = sight
  const billed = sight.billedTime
  const still = rows(state, 'time').filter((row) => billed.has(row.id ?? null))
  return [
    ...visibleTime(sight).map(({ id }) => `billed entry ${id}: ${billed.has(id ?? null)}`),
    ...rows(state, 'task')
      .filter((row) => sight.task(row))
      .map(({ id }) => `billed task ${id}: ${still.some(({ taskid }) => taskid === id)}`),
  ]
}

/** Invoices and payments of visible projects; Executives see no billed range, no poster of a payment, and no notes. */
export function visibleMoney(sight: VisibilityModel): string[] {
  const { state } = sight
  if (sight.is('Resource')) return billedRows(sight)
  const executive = sight.is('Executive')
  const names = new Map(rows(state, 'person').map((row) => [row.id ?? null, `${row.firstname} ${row.lastname}`]))
  const visibleTexts = (table: string, sees: (row: Row) => boolean, hidden: readonly string[] = []): string[] =>
    rows(state, table)
      .filter(sees)
      .map((row) => {
        const columns = Object.keys(row).filter((column) => !executive || !hidden.includes(column))
        const who = row.authorid ?? row.personid ?? null
        return `${rowText(table, row, columns)} by ${executive ? '' : names.get(who)}`
      })
  const invoices = new Set(rows(state, 'invoice').flatMap((row) => (sight.invoice(row) ? [row.id] : [])))
  const lines = new Set(rows(state, 'invoiceitem').flatMap((row) => (invoices.has(row.invoiceid) ? [row.id] : [])))
  const times = new Set(visibleTime(sight).map((row) => row.id))
  return [
    ...visibleTexts('invoiceterm', () => true),
    ...visibleTexts('paymenttype', () => true),
    ...visibleTexts('expensecategory', () => true),
    ...visibleTexts('invoice', (row) => sight.invoice(row), ['datebegin', 'dateend', 'prefilled']),
    ...visibleTexts('invoiceitem', (row) => lines.has(row.id)),
    ...visibleTexts('invoicedtime', (row) => lines.has(row.itemid) && times.has(row.timeid)),
    ...visibleTexts('invoicechoice', (row) => !executive && invoices.has(row.invoiceid)),
    ...visibleTexts('invoicedexpense', (row) => lines.has(row.itemid)),
    ...visibleTexts('invoicenote', (row) => !executive && invoices.has(row.invoiceid)),
    ...visibleTexts('payment', (row) => sight.payment(row), ['personid']),
    ...estimateRows(sight),
    ...billedRows(sight),
    ...(executive ? [] : [...billableTime(sight), ...recurringRows(sight)]),
  ]
}

/** Estimates of visible projects with their lines; Executives see no drafts. The name of the decider is shown. */
function estimateRows(sight: VisibilityModel): string[] {
  const { state } = sight
  const names = new Map(rows(state, 'person').map((row) => [row.id ?? null, `${row.firstname} ${row.lastname}`]))
  const seen = rows(state, 'estimate').filter(
    (row) => sight.project(row.projectid) && !(sight.is('Executive') && row.state === 'draft'),
  )
  const ids = new Set(seen.map(({ id }) => id))
  const lines = rows(state, 'estimateitem').filter((row) => ids.has(row.estimateid))
  return [
    ...seen.map((row) => `${rowText('estimate', row, Object.keys(row))} by ${names.get(row.decidedby ?? null)}`),
    ...lines.map((row) => rowText('estimateitem', row, Object.keys(row))),
  ]
}

/** Recurring invoices of visible projects, with their lines and periods. */
function recurringRows(sight: VisibilityModel): string[] {
  const { state } = sight
  const seen = rows(state, 'recurringinvoice').filter((row) => sight.project(row.projectid))
  const ids = new Set(seen.map(({ id }) => id))
  const parts = ['recurringinvoiceitem', 'recurringperiod'].flatMap((table) =>
    rows(state, table)
      .filter((row) => ids.has(row.recurringinvoiceid))
      .map((row) => rowText(table, row, Object.keys(row))),
  )
  return [...seen.map((row) => rowText('recurringinvoice', row, Object.keys(row))), ...parts]
}

/**
 * Whoever creates invoices of a project sees their totals, also if they do not see the time of others.
 */
function billableTime(sight: VisibilityModel): string[] {
  const { state } = sight
  const billed = new Set(rows(state, 'invoicedtime').map((row) => row.timeid))
  const free = rows(state, 'time').filter((row) => row.billable === 't' && sight.project(row.projectid))
  return free.map((row) => {
    const name = rows(state, 'worktype').find(({ id }) => id === row.worktypeid)?.name
    return `${rowText('billable', row, ['projectid', 'date', 'worktypeid', 'time'])} ${name} ${billed.has(row.id)}`
  })
}
