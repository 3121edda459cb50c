// A line of an invoice: written by a person (custom), or built from time, in which case only its description can be changed.
// Its amount is what quantity and rate come to, where it has both; the invoice is added up with every write of a line.
import { ref, stored } from '../define/fields.ts'
import { isId } from '../define/filters.ts'
import { flag, money, quantity, text } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import { type Change, changes, defineResource, type Removal, after as valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { isKeepable, isProduct, isWholeCents, lineAmount } from '../kit/money.ts'
import { invoicesOf, lockInvoices, recount } from './invoice-money.ts'
import { refuseIssued } from './invoice-rules.ts'
import { inVisibleProject, moneyReaders, moneyWriters } from './visibility.ts'

const standing = statement(sql`select invoice.localid, invoice.dateissued, invoice.datevoided from invoice
  where invoice.accountid = ${account} and invoice.id = ${slot('id')}`)

async function refuseOnIssued(tx: WriteTransaction, id: number): Promise<void> {
  const [localid, dateissued, datevoided] = (await tx.first(standing, { id })) ?? []
  refuseIssued({
    localid: Number(localid),
    dateissued: typeof dateissued === 'string' ? dateissued : null,
    datevoided: typeof datevoided === 'string' ? datevoided : null,
  })
}

/** The amount follows from quantity and rate where both are there, and may then only say the same. */
function keepAmount(change: Change): void {
  const { values, faults, named } = change
  const [count, rate, amount] = ['quantity', 'rate', 'amount'].map((field) => valueAfter(change, field))
  const sent = Object.hasOwn(named, 'amount')
  if (typeof count === 'number' && typeof rate === 'number') {
    const product = lineAmount(count, rate)
    if (!isKeepable(product)) faults.add('amount', 'quantity times rate is more than can be kept')
    else if (sent && typeof amount === 'number' && !isProduct(amount, count, rate)) {
      const shown = money.print(amount) ?? ''
      faults.unfit('amount', shown, `is not quantity times rate, which is ${money.print(product)}`)
    }
    values.amount = product
  } else if (sent && typeof amount === 'number' && !isWholeCents(amount)) {
    faults.unfit('amount', money.print(amount) ?? '', 'has more than two decimals')
  }
}

function keepGenerated(change: Change): void {
  for (const field of Object.keys(change.values)) {
    if (field === 'description') continue
    change.faults.add(field, 'only the description can be changed on a line that was built from time')
  }
}

async function keepLine(change: Change): Promise<void> {
  const { tx, was } = change
  if (was?.custom === 'f') keepGenerated(change)
  else keepAmount(change)
  await lockInvoices(tx, invoicesOf(change))
  if (was !== null) await refuseOnIssued(tx, Number(was.invoiceid))
}

/** Only now is the invoice known to be one that the caller may use, so only now is anything told of it. */
async function addUp(change: Change): Promise<void> {
  const { tx } = change
  if (change.was === null || changes(change, 'invoiceid')) await refuseOnIssued(tx, Number(change.values.invoiceid))
  for (const id of invoicesOf(change)) await recount(tx, id)
}

async function takeOff({ tx, id, was }: Removal): Promise<void> {
  if (was.custom === 'f') {
    throw invalid('id: a line that was built from time cannot be deleted; change the range of its invoice instead')
  }
  const invoiceid = Number(was.invoiceid)
  await lockInvoices(tx, [invoiceid])
  await refuseOnIssued(tx, invoiceid)
  await tx.remove('invoiceitem', id)
  await recount(tx, invoiceid)
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
  belongings: {
    time: { doc: 'The time entries that stand behind a line', of: 'time', filter: 'invoiceitemid' },
  },
  joins: { invoice: 'invoiceitem.invoiceid' },
  visible: (viewer) => inVisibleProject(viewer, 'invoice.projectid'),
  fields: {
    invoiceid: ref('invoice', { required: true }),
    name: stored(text(255), { required: true }),
    description: stored(text(), { doc: 'The only field that can be changed on a line built from time' }),
    quantity: stored(quantity, { doc: 'Hours, on a line built from time' }),
    rate: stored(money),
    amount: stored(money, { required: true, doc: 'Quantity times rate, rounded to cents, where both are there' }),
    custom: stored(flag, {
      fixed: true,
      default: 't',
      doc: "'t' when a person wrote it, 'f' when it was built from time",
    }),
  },
  filters: { invoiceid: isId('invoiceid', 'Lines of the invoice') },
  requires: ['invoiceid'],
  sorts: {
    id: 'id',
    invoiceid: 'invoiceid',
    name: 'name',
    description: 'description',
    quantity: 'quantity',
    rate: 'rate',
    amount: 'amount',
  },
  before: keepLine,
  after: addUp,
  removing: takeOff,
})
