// The actions on an estimate: send it, reopen it, accept or decline it, and convert it to the draft of an invoice.
// With `If-Match`, which the web application sends, nobody decides about a revision that they have not seen (T-256).
import { managers, ownClient, type Role, today } from '../define/actor.ts'
import { badRequest, forbidden } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { plainText } from '../define/kinds.ts'
import type {
  Action,
  ActionContext,
  CreateAction,
  CreateActionContext,
  RecordRule,
  RecordRules,
  UpdateAction,
} from '../define/resource.ts'
import { accountSlot, joinFragments, slot, sql, statement } from '../io/sql.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { type EstimateState, estimateNumber, onlyDraftEstimate } from './estimate-rules.ts'
import { addCustomLine, customLineOf, sentPercent, sentText } from './invoice-copies.ts'
import { customTermId } from './invoice-rules.ts'
import { recalculateTotals } from './invoice-totals.ts'
import { moneyReaders } from './visibility.ts'

const inState = (states: readonly EstimateState[], done: string): RecordRule => ({
  where: () => sql`estimate.state in (${joinFragments(states.map((state) => sql.lit(state)))})`,
  error: ({ previous }) =>
    badRequest(
      `id: estimate ${estimateNumber(previous)} is ${previous.state}; ` +
        `only an estimate that is ${states.join(' or ')} can be ${done}`,
    ),
})

const hasLines: RecordRule = {
  where: () => sql`estimate.numitems > 0`,
  error: () => badRequest('id: an estimate without lines cannot be sent; add a line first'),
}

const isValid = sql`(estimate.validuntil is null or estimate.validuntil >= ${today})`

const notExpired = (forRoles: (role: Role) => boolean, advice: string): RecordRule => ({
  where: ({ role }) => (forRoles(role) ? isValid : null),
  error: ({ previous }) => badRequest(`validuntil: this estimate was valid until ${previous.validuntil}; ${advice}`),
})

const isExecutive = (role: Role): boolean => role === 'Executive'

/** An Executive may also be an observer who sees a project of another company. */
const byClient: RecordRule = {
  where: ({ role }) => (isExecutive(role) ? sql`project.clientid = ${ownClient}` : null),
  readsOtherRows: ({ previous }) => ({ table: 'project', id: Number(previous.projectid), mode: 'shared' }),
  error: () => forbidden('projectid: only people of the client can accept or decline this estimate'),
}

/** The company may still agree when its own term is over. */
const stillValid = notExpired(isExecutive, 'ask for a new one')

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
  send: [inState(['draft'], 'sent'), hasLines, notExpired(() => true, 'choose a later day')],
  reopen: [inState(['sent', 'declined'], 'reopened')],
  accept: [inState(['sent'], 'accepted'), stillValid, byClient],
  decline: [inState(['sent'], 'declined'), stillValid, byClient],
  convert: [inState(['accepted'], 'converted'), notConverted],
}

const undecided = { datedecided: null, decidedby: null, onbehalf: 'f', decisionnote: '' }

const sendEstimate = ({ tx, actor, id, previous }: ActionContext): Promise<void> =>
  tx.update('estimate', id, { state: 'sent', datesent: actor.now, revision: Number(previous.revision) + 1 })

const decide =
  (state: EstimateState) =>
  ({ tx, actor, id, values }: ActionContext): Promise<void> =>
    tx.update('estimate', id, {
      state,
      datedecided: actor.now,
      decidedby: actor.personid,
      onbehalf: isExecutive(actor.role) ? 'f' : 't',
      decisionnote: String(values.note ?? ''),
    })

const decision = (state: EstimateState, doc: string): UpdateAction => ({
  doc,
  roles: moneyReaders,
  fields: { note: stored(plainText(2000), { doc: 'A comment on the decision; read as decisionnote' }) },
  run: decide(state),
})

const lastTerm = statement(sql`select invoice.termid from invoice where invoice.accountid = ${accountSlot}
  and invoice.projectid = ${slot('projectid')} and invoice.termid <> ${slot('custom')} order by invoice.id desc limit 1`)

const firstTerm = statement(sql`select invoiceterm.id from invoiceterm where invoiceterm.accountid = ${accountSlot}
  and invoiceterm.id <> ${slot('custom')} order by invoiceterm.priority, invoiceterm.id limit 1`)

/** The term of the last invoice of the project, else the first of the list. */
async function usualTerm({ tx, previous }: CreateActionContext): Promise<string> {
  const terms = { projectid: Number(previous.projectid), custom: customTermId }
  const row = (await tx.first(lastTerm, terms)) ?? (await tx.first(firstTerm, terms))
  return sentText(row?.[0])
}

const copiedFields = [
  ...['projectid', 'title', 'description', 'addressfrom', 'addressto', 'purchaseorder', 'disclaimer', 'currency'],
  'secondtaxcompound',
]

async function prepareDraft(act: CreateActionContext): Promise<Readonly<Record<string, WireValue>>> {
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
  alsoCreates: ['invoiceitem'],
  prepare: prepareDraft,
  afterCreate: async ({ tx, id }, invoiceid) => {
    for (const row of await tx.all(linesOf, { id })) await addCustomLine(tx, invoiceid, customLineOf(row))
    await recalculateTotals(tx, invoiceid)
    await tx.update('estimate', id, { invoiceid })
  },
}

export const estimateActions: Readonly<Record<string, Action>> = {
  send: {
    doc: 'Makes it visible to the client, who can accept or decline it. From now on it cannot be changed until it is reopened',
    roles: managers,
    run: sendEstimate,
  },
  reopen: {
    doc: 'Makes it a draft again, which the client does not see. It can be changed and sent again',
    roles: managers,
    run: ({ tx, id }) => tx.update('estimate', id, { state: 'draft', datesent: null, ...undecided }),
  },
  accept: decision(
    'accepted',
    'Accepts it: by an Executive of the client while it is valid, or by others on behalf of the client',
  ),
  decline: decision(
    'declined',
    'Declines it: by an Executive of the client while it is valid, or by others on behalf of the client',
  ),
  convert: convertEstimate,
}
