// A line of an invoice: written by a person (custom), or built from time, in which case only its description and its
// place can be changed. Its amount is quantity times rate if it has both. Every write of a line recalculates the totals
// of the invoice.

import { executiveOnly } from '../define/actor.ts'
import { type ApiError, badRequest } from '../define/api-error.ts'
import { computed, ref, stored } from '../define/fields.ts'
import { equalsId } from '../define/filters.ts'
import { flag, integer, money, plainText, quantity, recordId } from '../define/kinds.ts'
import {
  type Change,
  changesField,
  defineResource,
  type RecordRule,
  type Removal,
  valueAfter,
} from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isProduct, isStorableAmount, isWholeCents, lineAmount } from '../kit/money.ts'
import { allowTextsAndPlace, expenseOfLine } from './expense-line.ts'
import { numberLines } from './invoice-line-order.ts'
import { isDraft, notDraftError } from './invoice-rules.ts'
import { affectedInvoices, lockInvoices, recalculateTotals } from './invoice-totals.ts'
import { bothConditions, inVisibleProject, isSeenInvoice, moneyReaders, moneyWriters } from './visibility.ts'

const invoiceState = statement(sql`select invoice.localid, invoice.datevoided from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const draftById = statement(sql`select 1 from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')} and ${isDraft}`)

async function errorOfInvoice(tx: WriteTransaction, invoiceid: unknown): Promise<ApiError> {
  const [localid, datevoided] = (await tx.first(invoiceState, { id: Number(invoiceid) })) ?? []
  return notDraftError({ localid: Number(localid), datevoided: datevoided as string | null })
}

const ofDraft: RecordRule = {
  where: () => isDraft,
  readsOtherRows: ({ previous }) => ({ table: 'invoice', id: Number(previous.invoiceid), mode: 'alone' }),
  error: ({ tx, previous }) => errorOfInvoice(tx, previous.invoiceid),
}

const isCustom: RecordRule = {
  where: () => sql`invoiceitem.custom = 't'`,
  error: () =>
    badRequest('id: a line created from time cannot be deleted; change the date range of the invoice instead'),
  afterReferences: true,
}

/** If quantity and rate are both set, the amount is their product, and a submitted amount must be equal to it. */
export function checkAmount(change: Change): void {
  const { values, errors, requested } = change
  const [count, rate, amount] = ['quantity', 'rate', 'amount'].map((field) => valueAfter(change, field))
  const submitted = Object.hasOwn(requested, 'amount')
  if (typeof count === 'number' && typeof rate === 'number') {
    const product = lineAmount(count, rate)
    if (!isStorableAmount(product)) errors.add('amount', 'quantity times rate is too large')
    else if (submitted && typeof amount === 'number' && !isProduct(amount, count, rate)) {
      const shown = money.serialize(amount) ?? ''
      errors.addInvalid('amount', shown, `must be quantity times rate, which is ${money.serialize(product)}`)
    }
    values.amount = product
  } else if (submitted && typeof amount === 'number' && !isWholeCents(amount)) {
    errors.addInvalid('amount', money.serialize(amount) ?? '', 'must have at most two decimals')
  }
}

function allowTextAndPlace(change: Change): void {
  for (const field of Object.keys(change.values)) {
    if (field === 'description' || field === 'position') continue
    change.errors.add(field, 'only description and position of a line created from time can be changed')
  }
}

async function enforceLineRules(change: Change): Promise<void> {
  const { tx, previous } = change
  if (previous?.custom === 'f') allowTextAndPlace(change)
  else if ((previous?.expenseid ?? null) !== null) allowTextsAndPlace(change)
  else checkAmount(change)
  if (change.values.position === 0) change.errors.addInvalid('position', '0', 'must be 1 or more')
  // On another invoice it is the last line.
  if (changesField(change, 'invoiceid') && !Object.hasOwn(change.requested, 'position')) change.values.position = null
  await lockInvoices(tx, affectedInvoices(change))
}

/** The new invoice is checked after the write: until its visibility is checked, no error may reveal its state. */
async function updateInvoiceTotals(change: Change, id: number): Promise<void> {
  const { tx } = change
  const { invoiceid, position = null } = change.values
  const moves = change.previous === null || changesField(change, 'invoiceid')
  if (moves && (await tx.first(draftById, { id: Number(invoiceid) })) === undefined)
    throw await errorOfInvoice(tx, invoiceid)
  if (position !== null)
    await numberLines(tx, Number(valueAfter(change, 'invoiceid')), { id, position: Number(position) })
  for (const affected of affectedInvoices(change)) await recalculateTotals(tx, affected)
}

async function removeLine({ tx, id, previous }: Removal): Promise<void> {
  const invoiceid = Number(previous.invoiceid)
  await tx.remove('invoiceitem', id)
  await recalculateTotals(tx, invoiceid)
}

export const invoiceitem = defineResource('invoiceitem', {
  noun: ['invoice line', 'invoice lines'],
  doc: 'Lines of invoices.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: moneyWriters,
  },
  subLists: {
    time: { doc: 'The time entries of the line', target: 'time', filter: 'invoiceitemid' },
  },
  joins: { invoice: 'invoiceitem.invoiceid' },
  visible: (viewer) => bothConditions(inVisibleProject(viewer, 'invoice.projectid'), isSeenInvoice(viewer)),
  allowed: { update: [ofDraft], delete: [isCustom, { ...ofDraft, afterReferences: true }] },
  fields: {
    invoiceid: ref('invoice', { required: true }),
    name: stored(plainText(255), { required: true }),
    description: stored(plainText(), { doc: 'On a line built from time, only this and position can be changed' }),
    quantity: stored(quantity, { doc: 'Hours, on a line built from time' }),
    rate: stored(money),
    amount: stored(money, { required: true, doc: 'Quantity times rate, rounded to cents, where both are there' }),
    custom: stored(flag, {
      readOnly: true,
      default: 't',
      doc: "'t' when a person wrote it or it bills an expense, 'f' when it was built from time",
    }),
    expenseid: computed(recordId, expenseOfLine, {
      target: 'expense',
      extension: true,
      doc: 'The expense that it bills; only its name and description can be changed then',
    }),
    position: stored(integer, {
      required: true,
      default: () => null,
      extension: true,
      doc: 'Place on the invoice, counted from 1 without gaps; a line without it, or with a larger one, is the last. The others shift',
    }),
    writtendown: stored(money, {
      hideFrom: executiveOnly,
      readOnly: true,
      default: 0,
      extension: true,
      doc: 'How much less is billed than the hours times the rate of their day; not 0 on the line of an entry that was written down',
    }),
  },
  filters: { invoiceid: equalsId('invoiceid', 'Lines of the invoice') },
  requiredFilters: ['invoiceid'],
  sorts: {
    id: 'id',
    invoiceid: 'invoiceid',
    name: 'name',
    description: 'description',
    quantity: 'quantity',
    rate: 'rate',
    amount: 'amount',
    position: 'position',
  },
  before: enforceLineRules,
  after: updateInvoiceTotals,
  beforeRemove: removeLine,
})
