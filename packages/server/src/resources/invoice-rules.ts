// The rules of writing an invoice: its due day by its term (decision 43), its kind and range (decision 40), that an issued one
// stands still, and what a write sets going: importing time, adding up, the note of its making.
import { invalid } from '../define/refusal.ts'
import { type Change, changes, type Removal, type StoredRecord, after as valueAfter } from '../define/resource.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { addDays } from '../kit/calendar.ts'
import { noteOn } from './invoice-history.ts'
import { importTime } from './invoice-import.ts'
import { countPayments, recount } from './invoice-money.ts'

/** The term whose due day is named on the invoice itself. */
export const otherTerm = 6

/** What the term of an invoice is called. */
export const termName = sql`case when invoice.termid = ${sql.lit(otherTerm)} and invoice.termother <> ''
  then invoice.termother else invoiceterm.name end`

const number = (record: StoredRecord): string => String(record.localid).padStart(5, '0')

export function refuseIssued(was: StoredRecord): void {
  if (was.datevoided !== null) throw invalid(`id: invoice ${number(was)} is void and cannot be changed`)
  if (was.dateissued !== null) {
    throw invalid(`id: invoice ${number(was)} is issued and cannot be changed; void it and make another`)
  }
}

const durationOf = statement(sql`select invoiceterm.duration from invoiceterm
  where invoiceterm.accountid = ${account} and invoiceterm.id = ${slot('id')}`)

/** The day it is due is settled with its date and term: a term that is changed later moves no invoice. */
async function keepTerm(change: Change): Promise<void> {
  const { values, faults, tx } = change
  if (valueAfter(change, 'termid') === otherTerm) {
    const due = valueAfter(change, 'termotherdatedue')
    if (due === null) faults.add('termotherdatedue', `is required when termid is ${otherTerm}`)
    else if (due !== change.was?.datedue) values.datedue = due
    return
  }
  values.termother = ''
  values.termotherdatedue = null
  if (change.was !== null && !changes(change, 'termid') && !changes(change, 'date')) return
  const [duration] = (await tx.first(durationOf, { id: Number(valueAfter(change, 'termid')) })) ?? []
  values.datedue = addDays(String(valueAfter(change, 'date')), Number(duration ?? 0))
}

/** Freeform or prefilled: decided when it is made, never changed. */
function keepKind(change: Change): void {
  const { values, was, faults } = change
  const [begin, end] = [valueAfter(change, 'datebegin'), valueAfter(change, 'dateend')]
  const hasRange = begin !== null || end !== null
  if (was === null) values.prefilled = hasRange ? 't' : 'f'
  const ranges = ['datebegin', 'dateend'].filter((field) => was !== null && changes(change, field))
  for (const field of ranges) {
    if (was?.prefilled === 'f') faults.add(field, 'a freeform invoice cannot become a prefilled one')
    else if (!hasRange) faults.add(field, 'a prefilled invoice cannot become a freeform one')
  }
  if (begin !== null && end !== null && begin > end) {
    faults.unfit('dateend', String(end), `is before datebegin (${begin})`)
  }
}

/** Payments are of the project of their invoice (decision 44). */
async function keepProject(change: Change): Promise<void> {
  const { tx, id, faults } = change
  if (id === null || !changes(change, 'projectid')) return
  if ((await countPayments(tx, id)) > 0) faults.add('projectid', 'an invoice with payments stays in its project')
}

export async function keepInvoiceRules(change: Change): Promise<void> {
  if (change.was !== null) refuseIssued(change.was)
  keepKind(change)
  await Promise.all([keepTerm(change), keepProject(change)])
}

const imports = (change: Change): boolean =>
  valueAfter(change, 'prefilled') === 't' &&
  ['projectid', 'datebegin', 'dateend'].some((field) => change.was === null || changes(change, field))

const taxFields = ['tax', 'secondtax', 'secondtaxcompound']
const moves = (change: Change): boolean =>
  imports(change) || (change.was !== null && taxFields.some((field) => changes(change, field)))

async function complete(change: Change, invoiceid: number): Promise<void> {
  const { tx, was, actor, manner } = change
  const range = (field: string): string | null => {
    const day = valueAfter(change, field)
    return day === null ? null : String(day)
  }
  if (imports(change)) {
    const projectid = Number(valueAfter(change, 'projectid'))
    await importTime(tx, { invoiceid, projectid, datebegin: range('datebegin'), dateend: range('dateend') })
  }
  if (moves(change)) await recount(tx, invoiceid)
  if (was === null && manner.leaveNote) await noteOn(tx, actor, invoiceid, 'Invoice created')
}

export const completeInvoice = (change: Change, invoiceid: number): Promise<void> | undefined =>
  moves(change) || change.was === null ? complete(change, invoiceid) : undefined

/** An issued invoice is a record of the company's books: it can be voided, never deleted. */
export async function keepIssued({ was }: Removal): Promise<void> {
  if (was.dateissued !== null)
    throw invalid(`id: invoice ${number(was)} is issued and cannot be deleted; void it instead`)
}
