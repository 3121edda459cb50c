// The actions on an estimate: send it, reopen it, accept or decline it, and convert it to the draft of an invoice.
// With `If-Match`, which the web application sends, nobody decides about a revision that they have not seen (T-256).
import { managers } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { Action, ActionContext, CreateAction, RecordRule, RecordRules } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { decisionActions, decisionRules, inState, notExpired } from './estimate-decision.ts'
import { estimateNumber, onlyDraftEstimate } from './estimate-rules.ts'
import { estimateSendingActions } from './estimate-sending.ts'
import { addCustomLine, customLineOf, sentPercent, sentText } from './invoice-copies.ts'
import { customTermId } from './invoice-rules.ts'
import { recalculateTotals } from './invoice-totals.ts'

const hasLines: RecordRule = {
  where: () => sql`estimate.numitems > 0`,
  error: () => badRequest('id: an estimate without lines cannot be sent; add a line first'),
}

const complete = [hasLines, notExpired(() => true, 'choose a later day')]

/** The lock of the estimate is held by now, so it becomes one draft at most (T-257). */
const notConverted: RecordRule = {
  where: () => sql`invoice.id is null`,
  readsOtherRows: () => null,
  error: ({ previous }) =>
    badRequest(`id: estimate ${estimateNumber(previous)} is already converted; see invoice ${previous.invoiceid}`),
}

export const estimateRules: RecordRules = {
  update: [onlyDraftEstimate],
  delete: [onlyDraftEstimate],
  send: [inState(['draft'], 'sent'), ...complete],
  mail: [inState(['draft', 'sent'], 'mailed'), ...complete],
  link: [inState(['sent', 'accepted', 'declined'], 'shown on a public page')],
  reopen: [inState(['sent', 'accepted', 'declined'], 'reopened'), notConverted],
  ...decisionRules,
  convert: [inState(['accepted'], 'converted'), notConverted],
}

const lastTerm = statement(sql`select invoice.termid from invoice where invoice.accountid = ${accountSlot}
  and invoice.projectid = ${slot('projectid')} and invoice.termid <> ${slot('custom')} order by invoice.id desc limit 1`)

const firstTerm = statement(sql`select invoiceterm.id from invoiceterm where invoiceterm.accountid = ${accountSlot}
  and invoiceterm.id <> ${slot('custom')} order by invoiceterm.priority, invoiceterm.id limit 1`)

/** The term of the last invoice of the project, else the first of the list. */
async function usualTerm({ tx, previous }: ActionContext): Promise<string> {
  const terms = { projectid: Number(previous.projectid), custom: customTermId }
  const row = (await tx.first(lastTerm, terms)) ?? (await tx.first(firstTerm, terms))
  return sentText(row?.[0])
}

const copiedFields = [
  ...['projectid', 'title', 'description', 'addressfrom', 'addressto', 'purchaseorder', 'disclaimer', 'currency'],
  'secondtaxcompound',
]

async function prepareDraft(act: ActionContext): Promise<Readonly<Record<string, WireValue>>> {
  const { actor, previous } = act
  return {
    ...Object.fromEntries(copiedFields.map((field) => [field, sentText(previous[field])])),
    date: actor.today,
    termid: await usualTerm(act),
    tax: sentPercent(previous.tax),
    secondtax: sentPercent(previous.secondtax),
    draft: 't',
  }
}

const linesOf = statement(sql`select line.name, line.description, line.quantity, line.rate, line.amount
  from estimateitem line where line.accountid = ${accountSlot} and line.estimateid = ${slot('id')} order by line.id`)

const convertEstimate: CreateAction = {
  doc: 'Creates the draft of an invoice with its texts, taxes and lines, once. The body may have the fields of an invoice; without a term it has that of the last invoice of the project.',
  roles: managers,
  creates: 'invoice',
  alsoWrites: ['invoiceitem'],
  prepare: prepareDraft,
  afterCreate: async ({ tx, id }, invoiceid) => {
    for (const row of await tx.all(linesOf, { id })) await addCustomLine(tx, invoiceid, customLineOf(row))
    await recalculateTotals(tx, invoiceid)
    await tx.update('estimate', id, { invoiceid })
  },
}

export const estimateActions: Readonly<Record<string, Action>> = {
  ...estimateSendingActions,
  ...decisionActions,
  convert: convertEstimate,
}
