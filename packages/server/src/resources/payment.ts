// Money received for a project, applied to one of its invoices or to none yet. A refund is a negative payment. Every
// write recalculates the affected invoices and adds a note to them.
import { administratorOnly, executiveOnly } from '../define/actor.ts'
import { computed, computedText, fullName, ref, stored } from '../define/fields.ts'
import { anyOf, equalsId, onDay } from '../define/filters.ts'
import { date, fiveDigitNumber, money, plainText, recordId } from '../define/kinds.ts'
import { type Change, changesField, defineResource, type Removal } from '../define/resource.ts'
import { sql, sqlName } from '../io/sql.ts'
import { isWholeCents } from '../kit/money.ts'
import { recalculateAfterPayment } from './invoice-history.ts'
import { affectedInvoices, lockInvoices } from './invoice-totals.ts'
import { bothConditions, inVisibleProject, moneyReaders, moneyWriters, notOfHiddenDraft } from './visibility.ts'

const hideFrom = executiveOnly

async function enforcePaymentRules(change: Change): Promise<void> {
  const { values, errors, tx } = change
  if (typeof values.amount === 'number' && !isWholeCents(values.amount)) {
    errors.addInvalid('amount', money.serialize(values.amount) ?? '', 'has more than two decimals')
  }
  await lockInvoices(tx, affectedInvoices(change))
}

const changesInvoice = (change: Change): boolean =>
  change.previous === null || ['invoiceid', 'amount', 'date'].some((field) => changesField(change, field))

function updateInvoiceTotals(change: Change): Promise<void> | undefined {
  const { tx, actor, sideEffects, previous } = change
  const invoices = changesInvoice(change) ? affectedInvoices(change) : []
  if (invoices.length === 0) return undefined
  const title = previous === null ? 'Payment added' : 'Payment updated'
  const recalculateAll = async (): Promise<void> => {
    for (const invoiceid of invoices)
      await recalculateAfterPayment(tx, actor, invoiceid, sideEffects.leaveNote ? title : null)
  }
  return recalculateAll()
}

async function removePayment({ tx, actor, id: paymentid, previous }: Removal): Promise<void> {
  const invoiceid = previous.invoiceid === null ? null : Number(previous.invoiceid)
  if (invoiceid !== null) await lockInvoices(tx, [invoiceid])
  await tx.remove('payment', paymentid)
  if (invoiceid !== null) await recalculateAfterPayment(tx, actor, invoiceid, 'Payment deleted')
}

export const payment = defineResource('payment', {
  doc: 'Money received for projects.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: administratorOnly,
  },
  joins: {
    project: 'payment.projectid',
    client: 'project.clientid',
    paymenttype: 'payment.typeid',
    person: 'payment.personid',
    invoice: 'payment.invoiceid',
  },
  visible: (viewer) =>
    bothConditions(inVisibleProject(viewer, 'payment.projectid'), notOfHiddenDraft(viewer, 'payment.invoiceid')),
  fields: {
    projectid: ref('project', { required: true, allowInactive: true }),
    date: stored(date, { required: true }),
    amount: stored(money, { required: true }),
    typeid: ref('paymenttype', { required: true }),
    reference: stored(plainText(35), { doc: 'Number of the check or of the transfer' }),
    note: stored(plainText(255)),
    invoiceid: ref('invoice', {
      allowedTargets: {
        dependsOn: ['projectid'],
        where: (of) => sql`invoice.projectid = ${of('projectid')} and invoice.datevoided is null`,
      },
      doc: 'The invoice it is applied to; one of its own project',
    }),
    type: computedText(sqlName('paymenttype.name')),
    project: computedText(sqlName('project.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    client: computedText(sqlName('client.name')),
    personid: stored(recordId, {
      target: 'person',
      readOnly: true,
      default: (actor) => actor.personid,
      hideFrom,
      doc: 'Who noted it',
    }),
    person: computedText(fullName('person'), { hideFrom }),
    invoicelocalid: computed(fiveDigitNumber, sqlName('invoice.localid')),
  },
  filters: {
    clientid: equalsId('clientid', 'Of the client'),
    projectid: equalsId('projectid', 'Of the project'),
    personid: anyOf('personid', 'Noted by the persons'),
    date: onDay('date', 'On that day'),
    typeid: equalsId('typeid', 'Of the payment type'),
    invoiceid: equalsId('invoiceid', 'Applied to the invoice'),
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
  before: enforcePaymentRules,
  after: updateInvoiceTotals,
  beforeRemove: removePayment,
})
