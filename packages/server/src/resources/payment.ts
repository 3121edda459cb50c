// Money received for a project, applied to one of its invoices or to none yet. A refund is a payment below nothing. With every
// write the invoices it concerns are added up again and note it.
import type { Role } from '../define/actor.ts'
import { computed, fullName, label, ref, stored } from '../define/fields.ts'
import { anyOf, isId, onDay } from '../define/filters.ts'
import { date, id, money, padded, text } from '../define/kinds.ts'
import { type Change, changes, defineResource, type Removal } from '../define/resource.ts'
import { name, sql } from '../io/sql.ts'
import { isWholeCents } from '../kit/money.ts'
import { recountPaid } from './invoice-history.ts'
import { invoicesOf, lockInvoices } from './invoice-money.ts'
import { inVisibleProject, moneyReaders, moneyWriters } from './visibility.ts'

const hideFrom: readonly Role[] = ['Executive']

async function keepPayment(change: Change): Promise<void> {
  const { values, faults, tx } = change
  if (typeof values.amount === 'number' && !isWholeCents(values.amount)) {
    faults.unfit('amount', money.print(values.amount) ?? '', 'has more than two decimals')
  }
  await lockInvoices(tx, invoicesOf(change))
}

const counts = (change: Change): boolean =>
  change.was === null || ['invoiceid', 'amount', 'date'].some((field) => changes(change, field))

function addUp(change: Change): Promise<void> | undefined {
  const { tx, actor, manner, was } = change
  const invoices = counts(change) ? invoicesOf(change) : []
  if (invoices.length === 0) return undefined
  const title = was === null ? 'Payment added' : 'Payment updated'
  const recountAll = async (): Promise<void> => {
    for (const invoiceid of invoices) await recountPaid(tx, actor, invoiceid, manner.leaveNote ? title : null)
  }
  return recountAll()
}

async function takeBack({ tx, actor, id: paymentid, was }: Removal): Promise<void> {
  const invoiceid = was.invoiceid === null ? null : Number(was.invoiceid)
  if (invoiceid !== null) await lockInvoices(tx, [invoiceid])
  await tx.remove('payment', paymentid)
  if (invoiceid !== null) await recountPaid(tx, actor, invoiceid, 'Payment deleted')
}

export const payment = defineResource('payment', {
  doc: 'Money received for projects.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: ['Administrator'],
  },
  joins: {
    project: 'payment.projectid',
    client: 'project.clientid',
    paymenttype: 'payment.typeid',
    person: 'payment.personid',
    invoice: 'payment.invoiceid',
  },
  visible: (viewer) => inVisibleProject(viewer, 'payment.projectid'),
  fields: {
    projectid: ref('project', { required: true, inactive: true }),
    date: stored(date, { required: true }),
    amount: stored(money, { required: true }),
    typeid: ref('paymenttype', { required: true }),
    reference: stored(text(35), { doc: 'Number of the check or of the transfer' }),
    note: stored(text(255)),
    invoiceid: ref('invoice', {
      among: {
        dependsOn: ['projectid'],
        where: (of) => sql`invoice.projectid = ${of('projectid')} and invoice.datevoided is null`,
      },
      doc: 'The invoice it is applied to; one of its own project',
    }),
    type: label(name('paymenttype.name')),
    project: label(name('project.name')),
    clientid: computed(id, name('project.clientid')),
    client: label(name('client.name')),
    personid: stored(id, { fixed: true, default: (actor) => actor.personid, hideFrom, doc: 'Who noted it' }),
    person: label(fullName('person'), { hideFrom }),
    invoicelocalid: computed(padded, name('invoice.localid')),
  },
  filters: {
    clientid: isId('clientid', 'Of the client'),
    projectid: isId('projectid', 'Of the project'),
    personid: anyOf('personid', 'Noted by the persons'),
    date: onDay('date', 'On that day'),
    typeid: isId('typeid', 'Of the payment type'),
    invoiceid: isId('invoiceid', 'Applied to the invoice'),
  },
  sorts: {
    id: 'id',
    projectid: 'projectid',
    date: 'date',
    amount: 'amount',
    typeid: 'typeid',
    reference: 'reference',
    note: 'note',
    invoiceid: 'invoiceid',
    type: 'type',
    project: 'project',
    client: 'client',
  },
  before: keepPayment,
  after: addUp,
  removing: takeBack,
})
