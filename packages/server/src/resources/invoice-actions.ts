// The actions on an invoice: import its time again, issue it, void it. All three are extensions of the reference; an
// invoice that is never issued stays editable as in the reference.
import { managers } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { ActionContext, RecordRule, RecordRules, UpdateAction } from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { addInvoiceNote } from './invoice-history.ts'
import { isDraft, notIssued, onlyDraft } from './invoice-rules.ts'
import { importTime, releaseTime } from './invoice-time-import.ts'
import { countPayments, recalculateTotals } from './invoice-totals.ts'

const writers = managers

const prefilled: RecordRule = {
  where: () => sql`invoice.prefilled = 't'`,
  error: () => badRequest('id: this invoice is freeform; it has no range to import time from'),
}

const notYetIssued: RecordRule = {
  where: () => isDraft,
  error: ({ previous: { datevoided, dateissued } }) =>
    badRequest(
      datevoided === null ? `id: this invoice was issued at ${dateissued}` : 'id: a void invoice cannot be issued',
    ),
}

const hasLines: RecordRule = {
  where: () => sql`invoice.numitems > 0`,
  error: () => badRequest('id: an invoice without lines cannot be issued'),
}

const issuedAndNotVoid: RecordRule = {
  where: () => sql`invoice.dateissued is not null and invoice.datevoided is null`,
  error: ({ previous: { datevoided } }) =>
    badRequest(
      datevoided === null
        ? 'id: only an issued invoice is voided; this one can be changed or deleted'
        : `id: this invoice was voided at ${datevoided}`,
    ),
}

/** Payments are written under the lock of their invoice, which is held by now. */
const withoutPayments: RecordRule = {
  where: () => sql`not exists (select 1 from payment received
    where received.accountid = invoice.accountid and received.invoiceid = invoice.id)`,
  readsOtherRows: () => null,
  error: async ({ tx, id }) =>
    badRequest(`id: ${await countPayments(tx, id)} payments are applied to this invoice; take them off first`),
}

export const invoiceRules: RecordRules = {
  update: [onlyDraft],
  delete: [notIssued],
  import: [onlyDraft, prefilled],
  issue: [notYetIssued, hasLines],
  void: [issuedAndNotVoid, withoutPayments],
}

const dayOrNull = (value: unknown): string | null => (value === null ? null : String(value))

async function reimportTime({ tx, id, previous }: ActionContext): Promise<void> {
  const range = { datebegin: dayOrNull(previous.datebegin), dateend: dayOrNull(previous.dateend) }
  await importTime(tx, { invoiceid: id, projectid: Number(previous.projectid), ...range })
  await recalculateTotals(tx, id)
}

async function issueInvoice({ tx, actor, id, sideEffects }: ActionContext): Promise<void> {
  await tx.update('invoice', id, { dateissued: actor.now, draft: 'f' })
  if (sideEffects.leaveNote) await addInvoiceNote(tx, actor, id, 'Invoice issued')
}

async function voidInvoice({ tx, actor, id, sideEffects }: ActionContext): Promise<void> {
  await releaseTime(tx, id)
  await tx.update('invoice', id, { datevoided: actor.now })
  if (sideEffects.leaveNote) await addInvoiceNote(tx, actor, id, 'Invoice voided')
}

export const invoiceActions: Readonly<Record<string, UpdateAction>> = {
  import: {
    doc: 'Imports the time of its range again, with what was logged since and the rates of today',
    roles: writers,
    run: reimportTime,
  },
  issue: {
    doc: 'Issues it: from now on nothing but payments and notes can be added to it',
    roles: writers,
    run: issueInvoice,
  },
  void: {
    doc: 'Takes an issued invoice back: its time can be billed again, its number and lines are kept',
    roles: writers,
    run: voidInvoice,
  },
}
