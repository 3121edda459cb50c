// The actions on an invoice: import its time again, issue it, void it. All three are extensions of the reference; an
// invoice that is never issued stays editable as in the reference.
import { managers } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { ActionContext, UpdateAction } from '../define/resource.ts'
import { addInvoiceNote } from './invoice-history.ts'
import { refuseIssuedInvoice } from './invoice-rules.ts'
import { importTime, releaseTime } from './invoice-time-import.ts'
import { countPayments, recalculateTotals } from './invoice-totals.ts'

const writers = managers

const dayOrNull = (value: unknown): string | null => (value === null ? null : String(value))

async function reimportTime({ tx, id, previous }: ActionContext): Promise<void> {
  refuseIssuedInvoice(previous)
  if (previous.prefilled !== 't') throw badRequest('id: this invoice is freeform; it has no range to import time from')
  const range = { datebegin: dayOrNull(previous.datebegin), dateend: dayOrNull(previous.dateend) }
  await importTime(tx, { invoiceid: id, projectid: Number(previous.projectid), ...range })
  await recalculateTotals(tx, id)
}

async function issueInvoice({ tx, actor, id, previous, sideEffects }: ActionContext): Promise<void> {
  if (previous.datevoided !== null) throw badRequest('id: a void invoice cannot be issued')
  if (previous.dateissued !== null) throw badRequest(`id: this invoice was issued at ${previous.dateissued}`)
  if (previous.numitems === 0) throw badRequest('id: an invoice without lines cannot be issued')
  await tx.update('invoice', id, { dateissued: actor.now })
  if (sideEffects.leaveNote) await addInvoiceNote(tx, actor, id, 'Invoice issued')
}

async function voidInvoice({ tx, actor, id, previous, sideEffects }: ActionContext): Promise<void> {
  if (previous.datevoided !== null) throw badRequest(`id: this invoice was voided at ${previous.datevoided}`)
  if (previous.dateissued === null)
    throw badRequest('id: only an issued invoice is voided; this one can be changed or deleted')
  const count = await countPayments(tx, id)
  if (count > 0) throw badRequest(`id: ${count} payments are applied to this invoice; take them off first`)
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
