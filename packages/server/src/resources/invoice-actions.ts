// The actions on an invoice: import its time again, issue it, void it, add expenses (`invoice-expenses.ts`), credit it
// (`invoice-credit.ts`), duplicate it (`invoice-duplicate.ts`), and those of `invoice-sending.ts` and
// `invoice-time-actions.ts`. All are extensions of the reference; an invoice that is never issued stays editable as in
// the reference.
import { managers } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { Action, ActionContext, RecordRule, RecordRules } from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { checkRateCurrency } from './currencies.ts'
import {
  applyIssuedCredit,
  applyVoidedCredit,
  creditable,
  creditInvoice,
  hasCreditLeft,
  prepareCreditIssue,
  withoutCredits,
  withoutReleasedTime,
} from './invoice-credit.ts'
import { duplicateInvoice, notCreditNote } from './invoice-duplicate.ts'
import { addExpensesAction, ownExpenses, releaseExpenses } from './invoice-expenses.ts'
import { addInvoiceNote } from './invoice-history.ts'
import { nextNumber } from './invoice-number.ts'
import { isDraft, notIssued, onlyDraft } from './invoice-rules.ts'
import { sendable, sendingActions } from './invoice-sending.ts'
import { billsTime, timeActions } from './invoice-time-actions.ts'
import { importTime, releaseTime, timeImportOf } from './invoice-time-import.ts'
import { countPayments, recalculateTotals } from './invoice-totals.ts'

const writers = managers

const notYetIssued: RecordRule = {
  where: () => isDraft,
  error: ({ previous: { datevoided, dateissued } }) =>
    badRequest(
      datevoided === null
        ? `id: this invoice is already issued (${dateissued})`
        : 'id: a void invoice cannot be issued',
    ),
}

const hasLines: RecordRule = {
  where: () => sql`invoice.numitems > 0`,
  error: () => badRequest('id: an invoice without lines cannot be issued; add a line first'),
}

const issuedAndNotVoid: RecordRule = {
  where: () => sql`invoice.dateissued is not null and invoice.datevoided is null`,
  error: ({ previous: { datevoided } }) =>
    badRequest(
      datevoided === null
        ? 'id: only an issued invoice can be voided; change or delete this draft instead'
        : `id: this invoice is already void (${datevoided})`,
    ),
}

/** Payments are written under the lock of their invoice, which is held by now. */
const withoutPayments: RecordRule = {
  where: () => sql`not exists (select 1 from payment received
    where received.accountid = invoice.accountid and received.invoiceid = invoice.id)`,
  readsOtherRows: () => null,
  error: async ({ tx, id }) => {
    const count = await countPayments(tx, id)
    return badRequest(
      `id: this invoice has ${count} ${count === 1 ? 'payment' : 'payments'}; delete or move them first`,
    )
  },
}

export const invoiceRules: RecordRules = {
  update: [onlyDraft],
  delete: [notIssued],
  import: [onlyDraft, billsTime],
  exclude: [onlyDraft, billsTime],
  include: [onlyDraft, billsTime],
  move: [onlyDraft, billsTime],
  writedown: [onlyDraft, billsTime],
  addexpenses: [onlyDraft, ownExpenses],
  issue: [notYetIssued, hasLines],
  void: [issuedAndNotVoid, withoutPayments, withoutCredits, withoutReleasedTime],
  credit: [creditable, hasCreditLeft],
  duplicate: [notCreditNote],
  mail: [sendable],
  marksent: [sendable],
  link: [sendable],
  reminders: [sendable],
}

async function reimportTime({ tx, actor, id, previous }: ActionContext): Promise<void> {
  await checkRateCurrency(tx, previous.projectid ?? null, String(previous.currency))
  await importTime(
    tx,
    timeImportOf(id, actor, (field) => previous[field] ?? null),
  )
  await recalculateTotals(tx, id)
}

const creditedBy = ({ creditof }: ActionContext['previous']): number | null =>
  creditof === null || creditof === undefined ? null : Number(creditof)

/** It does not check the rules of the action. */
export async function issueInvoice(act: ActionContext): Promise<void> {
  const { tx, actor, id, previous, sideEffects } = act
  const creditof = creditedBy(previous)
  const isFull = creditof !== null && (await prepareCreditIssue(act, creditof))
  const number = await nextNumber(tx, actor)
  await tx.update('invoice', id, { dateissued: actor.now, draft: 'f', ...number })
  if (creditof !== null) await applyIssuedCredit(act, creditof, isFull)
  if (!sideEffects.leaveNote) return
  const was = String(previous.localid).padStart(5, '0')
  const changed = number === null ? [] : [{ field: 'number', label: 'Number', was, now: number.issuednumber }]
  await addInvoiceNote(tx, actor, id, 'Invoice issued', changed)
}

async function voidInvoice(act: ActionContext): Promise<void> {
  const { tx, actor, id, previous, sideEffects } = act
  const creditof = creditedBy(previous)
  await releaseTime(tx, id)
  await releaseExpenses(tx, id)
  await tx.update('invoice', id, { datevoided: actor.now })
  if (creditof !== null) await applyVoidedCredit(act, creditof)
  if (sideEffects.leaveNote) await addInvoiceNote(tx, actor, id, 'Invoice voided')
}

export const invoiceActions: Readonly<Record<string, Action>> = {
  ...sendingActions,
  ...timeActions,
  addexpenses: addExpensesAction,
  credit: creditInvoice,
  duplicate: duplicateInvoice,
  import: {
    doc: 'Imports the time of its range again, with what was logged since, each entry at the rate of its day',
    roles: writers,
    run: reimportTime,
  },
  issue: {
    doc: 'Issues the invoice: from now on only payments and notes can be added to it',
    roles: writers,
    run: issueInvoice,
  },
  void: {
    doc: 'Cancels an issued invoice: its time and expenses can be billed again, its number and lines are kept',
    roles: writers,
    run: voidInvoice,
  },
}
