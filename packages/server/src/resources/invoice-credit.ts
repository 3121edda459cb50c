// Credit notes (docs/adr/0036-credit-notes.md): invoices with negative amounts that credit an issued invoice, in part
// or in full. This file creates the draft, and says what issuing and voiding one do to the credited invoice.
import { managers } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { flag } from '../define/kinds.ts'
import type { ActionContext, Change, CreateAction, RecordRule } from '../define/resource.ts'
import { changesField } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { textsForInvoice } from './client-texts.ts'
import { checkCredit, issuedCredits, readCreditLimit } from './credit-limits.ts'
import { addCustomLine, customLineOf, sentPercent, sentText } from './invoice-copies.ts'
import { releaseExpenses } from './invoice-expenses.ts'
import { recalculateAfterPayment } from './invoice-history.ts'
import { lineOrder } from './invoice-line-order.ts'
import { releaseTime } from './invoice-time-import.ts'
import { recalculateTotals } from './invoice-totals.ts'

const creditsOf = sql`credit.accountid = invoice.accountid and credit.creditof = invoice.id and credit.datevoided is null`

export const creditable: RecordRule = {
  where: () => sql`invoice.dateissued is not null and invoice.datevoided is null and invoice.creditof is null`,
  error: ({ previous: { creditof, datevoided } }) => {
    if (creditof !== null) return badRequest('id: a credit note cannot be credited; void it instead')
    return badRequest(
      datevoided === null
        ? 'id: only an issued invoice can be credited; change or delete this draft instead'
        : 'id: a void invoice cannot be credited',
    )
  },
}

/** Credit notes are issued under the lock of their invoice, which is held by now. */
export const hasCreditLeft: RecordRule = {
  where: () => sql`invoice.subtotal > (select coalesce(-sum(credit.subtotal), 0) from invoice credit
    where ${creditsOf} and credit.dateissued is not null)`,
  readsOtherRows: () => null,
  error: () => badRequest('id: nothing of this invoice is left to credit'),
}

export const withoutCredits: RecordRule = {
  where: () => sql`not exists (select 1 from invoice credit where ${creditsOf})`,
  readsOtherRows: () => null,
  error: () => badRequest('id: this invoice has credit notes; void them, or delete their drafts, first'),
}

/** Its hours may be on another invoice by now, so the credited invoice must not become owed again. */
export const withoutReleasedTime: RecordRule = {
  where: () => sql`not exists (select 1 from invoice credited where credited.accountid = invoice.accountid
    and credited.id = invoice.creditof and credited.timereleased = 't')`,
  readsOtherRows: ({ previous: { creditof } }) =>
    creditof === null ? null : { table: 'invoice', id: Number(creditof), mode: 'alone' },
  error: () =>
    badRequest('id: the hours of the credited invoice were released, so its credit notes stay; create a new invoice'),
}

/** What a credit note has in common with its invoice. */
const sharedFields = ['projectid', 'currency', 'tax', 'secondtax', 'secondtaxcompound']
const sharedError = 'a credit note has that of the credited invoice'

export function checkSharedFields(change: Change): void {
  if (change.previous === null || change.previous.creditof === null) return
  for (const field of sharedFields) if (changesField(change, field)) change.errors.add(field, sharedError)
}

/** What the action decides itself: a credit note is a draft at first and has no range of days. */
const decidedFields = [
  ...sharedFields,
  'datebegin',
  'dateend',
  'draft',
  'excludefuture',
  'excludeunapproved',
  'groupby',
]

const textsFor = async (tx: WriteTransaction, id: number) => (await textsForInvoice(tx, id)).credit

async function prepareCredit({ tx, actor, id, previous }: ActionContext): Promise<Readonly<Record<string, WireValue>>> {
  const { number } = await readCreditLimit(tx, id, 0)
  const { projectid, termid, termother, tax, secondtax, secondtaxcompound } = previous
  const { purchaseorder, addressfrom, addressto } = previous
  return {
    projectid: sentText(projectid),
    date: actor.today,
    termid: sentText(termid),
    termother: sentText(termother),
    termotherdatedue: actor.today,
    title: (await textsFor(tx, id)).title(number),
    purchaseorder: sentText(purchaseorder),
    addressfrom: sentText(addressfrom),
    addressto: sentText(addressto),
    tax: sentPercent(tax),
    secondtax: sentPercent(secondtax),
    secondtaxcompound: sentText(secondtaxcompound),
    draft: 't',
  }
}

const linesOf = statement(sql`select invoiceitem.name, invoiceitem.description, invoiceitem.quantity, invoiceitem.rate,
    invoiceitem.amount
  from invoiceitem where invoiceitem.accountid = ${accountSlot} and invoiceitem.invoiceid = ${slot('id')}
  order by ${lineOrder('invoiceitem')}`)

const oneUnit = 1_000_000

/** A line with the negative amount and a price that is not negative. */
function creditedLine(quantity: number, rate: number): { quantity: number; rate: number } {
  // Not -0, which is stored as another value than 0.
  return rate < 0 ? { quantity, rate: -rate } : { quantity: 0 - quantity, rate }
}

/** All lines of the invoice; if a part of it is credited already, one line with the rest. */
async function addLines({ tx, id }: ActionContext, noteid: number): Promise<void> {
  const { left, number, others } = await readCreditLimit(tx, id, noteid)
  if (others.subtotal !== 0) {
    const name = (await textsFor(tx, id)).rest(number)
    await addCustomLine(tx, noteid, { name, description: '', ...creditedLine(oneUnit, left), amount: -left })
    return
  }
  for (const row of await tx.all(linesOf, { id })) {
    const line = customLineOf(row)
    const { quantity, rate, amount } = line
    const priced = quantity !== null && rate !== null ? creditedLine(quantity, rate) : creditedLine(oneUnit, amount)
    await addCustomLine(tx, noteid, { ...line, ...priced, amount: 0 - amount })
  }
}

export const creditInvoice: CreateAction = {
  doc: 'Creates the draft of a credit note of an issued invoice, with its lines and negative quantities. The body may have the texts, date and term of an invoice.',
  roles: managers,
  creates: 'invoice',
  alsoWrites: ['invoiceitem'],
  fields: {
    releasetime: stored(flag, {
      default: 'f',
      doc: "'t' makes the hours and expenses of the invoice billable again once it is fully credited by issued credit notes",
    }),
  },
  decided: { fields: decidedFields, reason: sharedError },
  prepare: prepareCredit,
  afterCreate: async (act, noteid) => {
    const { tx, id, previous, values } = act
    const releasetime = values.releasetime === 't' ? 't' : 'f'
    await tx.update('invoice', noteid, { creditof: id, currency: previous.currency ?? '', releasetime })
    await addLines(act, noteid)
    await recalculateTotals(tx, noteid)
  },
}

const releaseAsked = statement(
  sql`select 1 from invoice note where ${issuedCredits} and note.releasetime = 't' limit 1`,
)

const creditNumber = statement(sql`select coalesce(invoice.issuednumber, ''), invoice.localid from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

async function noteCredit(
  { tx, actor, id, sideEffects }: ActionContext,
  creditof: number,
  done: string,
): Promise<void> {
  const [issued, localid] = (await tx.first(creditNumber, { id })) ?? []
  const number = String(issued) || String(localid).padStart(5, '0')
  await recalculateAfterPayment(tx, actor, creditof, sideEffects.leaveNote ? `Credit note ${number} ${done}` : null)
}

/** Checks the limit again, under the lock of the credited invoice. Returns whether that is fully credited then. */
export async function prepareCreditIssue({ tx, id }: ActionContext, creditof: number): Promise<boolean> {
  await recalculateTotals(tx, id)
  return checkCredit(tx, id, creditof)
}

export async function applyIssuedCredit(act: ActionContext, creditof: number, isFull: boolean): Promise<void> {
  const { tx } = act
  await noteCredit(act, creditof, 'issued')
  if (!isFull || (await tx.first(releaseAsked, { creditof })) === undefined) return
  await releaseTime(tx, creditof)
  await releaseExpenses(tx, creditof)
  await tx.update('invoice', creditof, { timereleased: 't' })
}

/** The lock of the credited invoice is held by now. */
export const applyVoidedCredit = (act: ActionContext, creditof: number): Promise<void> =>
  noteCredit(act, creditof, 'voided')
