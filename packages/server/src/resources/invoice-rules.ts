// The rules of writing an invoice: its due date follows from its term (decision 43), its kind and range (decision 40),
// an issued invoice cannot be changed. After a write: importing time, recalculating totals, adding the note "Invoice
// created".
import { type ApiError, badRequest } from '../define/api-error.ts'
import {
  addMissing,
  type Change,
  changesField,
  type FieldChange,
  knownValue,
  type RecordRule,
  type StoredRecord,
  valueAfter,
} from '../define/resource.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { addDays } from '../kit/calendar.ts'
import { applyInvoiceCurrency } from './currencies.ts'
import { checkSharedFields } from './invoice-credit.ts'
import { checkExpenseLines } from './invoice-expenses.ts'
import { addInvoiceNote } from './invoice-history.ts'
import { importTime, timeImportOf } from './invoice-time-import.ts'
import { countPayments, recalculateTotals } from './invoice-totals.ts'

/** The term whose due date is set on the invoice itself. */
export const customTermId = 6

/** SQL for the name of an invoice's term. */
export const termName = sql`case when invoice.termid = ${sql.lit(customTermId)} and invoice.termother <> ''
  then invoice.termother else invoiceterm.name end`

const invoiceNumber = ({ issuednumber, localid }: StoredRecord): string =>
  typeof issuednumber === 'string' ? issuednumber : String(localid).padStart(5, '0')

/**
 * An invoice that can still be changed. An issued one is a record of the company's books: it can be voided, never
 * deleted.
 */
export const isDraft: Fragment = sql`invoice.dateissued is null and invoice.datevoided is null`

export const notDraftError = (was: StoredRecord): ApiError =>
  badRequest(
    was.datevoided === null
      ? `id: invoice ${invoiceNumber(was)} is issued and cannot be changed; void it and create a new one`
      : `id: invoice ${invoiceNumber(was)} is void and cannot be changed`,
  )

export const onlyDraft: RecordRule = { where: () => isDraft, error: ({ previous }) => notDraftError(previous) }

export const notIssued: RecordRule = {
  where: () => sql`invoice.dateissued is null`,
  error: ({ previous }) =>
    badRequest(
      previous.datevoided === null
        ? `id: invoice ${invoiceNumber(previous)} is issued and cannot be deleted; void it instead`
        : `id: invoice ${invoiceNumber(previous)} is void and cannot be deleted; it keeps its number`,
    ),
}

const durationOf = statement(sql`select invoiceterm.duration from invoiceterm
  where invoiceterm.accountid = ${accountSlot} and invoiceterm.id = ${slot('id')}`)

/** The due date is stored when date or term are written, so that a later change of the term record moves no invoice. */
async function applyTerm(change: Change): Promise<void> {
  const { values, tx } = change
  if (valueAfter(change, 'termid') === customTermId) {
    const due = valueAfter(change, 'termotherdatedue')
    if (due !== null && due !== change.previous?.datedue) values.datedue = due
    return
  }
  values.termother = ''
  values.termotherdatedue = null
  if (change.previous !== null && !changesField(change, 'termid') && !changesField(change, 'date')) return
  const [duration] = (await tx.first(durationOf, { id: Number(valueAfter(change, 'termid')) })) ?? []
  values.datedue = addDays(String(valueAfter(change, 'date')), Number(duration ?? 0))
}

/** An invoice is freeform or prefilled. This is decided on creation and never changes. */
function checkPrefilled(change: FieldChange): void {
  const { values, previous, errors } = change
  const [begin, end] = [knownValue(change, 'datebegin'), knownValue(change, 'dateend')]
  if (begin === undefined || end === undefined) return
  const hasRange = begin !== null || end !== null
  if (previous === null) values.prefilled = hasRange ? 't' : 'f'
  const ranges = ['datebegin', 'dateend'].filter((field) => previous !== null && changesField(change, field))
  for (const field of ranges) {
    if (previous?.prefilled === 'f') errors.add(field, 'a freeform invoice cannot become a prefilled one')
    else if (!hasRange) errors.add(field, 'a prefilled invoice cannot become a freeform one')
  }
  if (begin !== null && end !== null && begin > end) {
    errors.addInvalid('dateend', String(end), `is before datebegin (${begin})`)
  }
}

/** Checks the fields of an invoice that depend on each other. */
export function resolveInvoiceFields(change: FieldChange): void {
  checkPrefilled(change)
  if (knownValue(change, 'termid') === customTermId && knownValue(change, 'termotherdatedue') === null)
    addMissing(change, 'termotherdatedue', `is required when termid is ${customTermId}`)
}

/** A payment belongs to the project of its invoice (decision 44), so an invoice with payments cannot change project. */
async function checkProjectChange(change: Change): Promise<void> {
  const { tx, id, errors } = change
  if (id === null || !changesField(change, 'projectid')) return
  if ((await countPayments(tx, id)) > 0)
    errors.add('projectid', 'an invoice with payments cannot change its project; delete the payments first')
}

export async function enforceInvoiceRules(change: Change): Promise<void> {
  checkSharedFields(change)
  await Promise.all([applyTerm(change), checkProjectChange(change), applyInvoiceCurrency(change, importsTime(change))])
  await checkExpenseLines(change)
}

const importsTime = (change: Change): boolean =>
  valueAfter(change, 'prefilled') === 't' &&
  ['projectid', 'datebegin', 'dateend', 'excludefuture', 'excludeunapproved', 'groupby'].some(
    (field) => change.previous === null || changesField(change, field),
  )

const taxFields = ['tax', 'secondtax', 'secondtaxcompound']
const changesTotals = (change: Change): boolean =>
  importsTime(change) || (change.previous !== null && taxFields.some((field) => changesField(change, field)))

async function finishInvoice(change: Change, invoiceid: number): Promise<void> {
  const { tx, previous, actor, sideEffects } = change
  if (importsTime(change)) {
    await importTime(
      tx,
      timeImportOf(invoiceid, actor, (field) => valueAfter(change, field)),
    )
  }
  if (changesTotals(change)) await recalculateTotals(tx, invoiceid)
  if (previous === null && sideEffects.leaveNote) await addInvoiceNote(tx, actor, invoiceid, 'Invoice created')
}

export const afterInvoiceWrite = (change: Change, invoiceid: number): Promise<void> | undefined =>
  changesTotals(change) || change.previous === null ? finishInvoice(change, invoiceid) : undefined
