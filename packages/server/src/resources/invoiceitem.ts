// A line of an invoice: written by a person (custom), or built from time, in which case only its description can be
// changed. Its amount is quantity times rate if it has both. Every write of a line recalculates the totals of the
// invoice.

import { badRequest } from '../define/api-error.ts'
import { ref, stored } from '../define/fields.ts'
import { equalsId } from '../define/filters.ts'
import { flag, money, plainText, quantity } from '../define/kinds.ts'
import { type Change, changesField, defineResource, type Removal, valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isProduct, isStorableAmount, isWholeCents, lineAmount } from '../kit/money.ts'
import { refuseIssuedInvoice } from './invoice-rules.ts'
import { affectedInvoices, lockInvoices, recalculateTotals } from './invoice-totals.ts'
import { inVisibleProject, moneyReaders, moneyWriters } from './visibility.ts'

const invoiceState = statement(sql`select invoice.localid, invoice.dateissued, invoice.datevoided from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

async function refuseLineOfIssuedInvoice(tx: WriteTransaction, id: number): Promise<void> {
  const [localid, dateissued, datevoided] = (await tx.first(invoiceState, { id })) ?? []
  refuseIssuedInvoice({
    localid: Number(localid),
    dateissued: typeof dateissued === 'string' ? dateissued : null,
    datevoided: typeof datevoided === 'string' ? datevoided : null,
  })
}

/** If quantity and rate are both set, the amount is their product, and a submitted amount must be equal to it. */
function checkAmount(change: Change): void {
  const { values, errors, requested } = change
  const [count, rate, amount] = ['quantity', 'rate', 'amount'].map((field) => valueAfter(change, field))
  const submitted = Object.hasOwn(requested, 'amount')
  if (typeof count === 'number' && typeof rate === 'number') {
    const product = lineAmount(count, rate)
    if (!isStorableAmount(product)) errors.add('amount', 'quantity times rate is more than can be kept')
    else if (submitted && typeof amount === 'number' && !isProduct(amount, count, rate)) {
      const shown = money.serialize(amount) ?? ''
      errors.addInvalid('amount', shown, `is not quantity times rate, which is ${money.serialize(product)}`)
    }
    values.amount = product
  } else if (submitted && typeof amount === 'number' && !isWholeCents(amount)) {
    errors.addInvalid('amount', money.serialize(amount) ?? '', 'has more than two decimals')
  }
}

function allowDescriptionOnly(change: Change): void {
  for (const field of Object.keys(change.values)) {
    if (field === 'description') continue
    change.errors.add(field, 'only the description can be changed on a line that was built from time')
  }
}

async function enforceLineRules(change: Change): Promise<void> {
  const { tx, previous } = change
  if (previous?.custom === 'f') allowDescriptionOnly(change)
  else checkAmount(change)
  await lockInvoices(tx, affectedInvoices(change))
  if (previous !== null) await refuseLineOfIssuedInvoice(tx, Number(previous.invoiceid))
}

/** The new invoice is checked after the write: until its visibility is checked, no error may reveal its state. */
async function updateInvoiceTotals(change: Change): Promise<void> {
  const { tx } = change
  if (change.previous === null || changesField(change, 'invoiceid'))
    await refuseLineOfIssuedInvoice(tx, Number(change.values.invoiceid))
  for (const id of affectedInvoices(change)) await recalculateTotals(tx, id)
}

async function removeLine({ tx, id, previous }: Removal): Promise<void> {
  if (previous.custom === 'f') {
    throw badRequest('id: a line that was built from time cannot be deleted; change the range of its invoice instead')
  }
  const invoiceid = Number(previous.invoiceid)
  await lockInvoices(tx, [invoiceid])
  await refuseLineOfIssuedInvoice(tx, invoiceid)
  await tx.remove('invoiceitem', id)
  await recalculateTotals(tx, invoiceid)
}

export const invoiceitem = defineResource('invoiceitem', {
  doc: 'Lines of invoices.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: moneyWriters,
  },
  subLists: {
    time: { doc: 'The time entries that stand behind a line', target: 'time', filter: 'invoiceitemid' },
  },
  joins: { invoice: 'invoiceitem.invoiceid' },
  visible: (viewer) => inVisibleProject(viewer, 'invoice.projectid'),
  fields: {
    invoiceid: ref('invoice', { required: true }),
    name: stored(plainText(255), { required: true }),
    description: stored(plainText(), { doc: 'The only field that can be changed on a line built from time' }),
    quantity: stored(quantity, { doc: 'Hours, on a line built from time' }),
    rate: stored(money),
    amount: stored(money, { required: true, doc: 'Quantity times rate, rounded to cents, where both are there' }),
    custom: stored(flag, {
      readOnly: true,
      default: 't',
      doc: "'t' when a person wrote it, 'f' when it was built from time",
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
  },
  before: enforceLineRules,
  after: updateInvoiceTotals,
  beforeRemove: removeLine,
})
