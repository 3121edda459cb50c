// Money received for a project, applied to one of its invoices or to none yet. A refund is a negative payment. Every
// write recalculates the affected invoices and adds a note to them.
import { administratorOnly, executiveOnly } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { computed, computedText, fullName, ref, stored } from '../define/fields.ts'
import { anyOf, equalsId, onDay } from '../define/filters.ts'
import { date, fiveDigitNumber, money, plainText, recordId } from '../define/kinds.ts'
import { type Change, changesField, defineResource, type Removal } from '../define/resource.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { isWholeCents } from '../kit/money.ts'
import { currency } from './company-kinds.ts'
import { applyPaymentCurrency, rejectOtherCurrency } from './currencies.ts'
import { recalculateAfterPayment } from './invoice-history.ts'
import { shownNumber } from './invoice-number.ts'
import { affectedInvoices, lockInvoices } from './invoice-totals.ts'
import { splitPayment } from './payment-split.ts'
import { bothConditions, inVisibleProject, moneyReaders, moneyWriters, notOfHiddenDraft } from './visibility.ts'

const hideFrom = executiveOnly

async function enforcePaymentRules(change: Change): Promise<void> {
  const { values, errors, tx } = change
  if (typeof values.amount === 'number' && !isWholeCents(values.amount)) {
    errors.addInvalid('amount', money.serialize(values.amount) ?? '', 'must have at most two decimals')
  }
  await lockInvoices(tx, affectedInvoices(change))
  await applyPaymentCurrency(change)
}

const changesInvoice = (change: Change): boolean =>
  change.previous === null || ['invoiceid', 'amount', 'date'].some((field) => changesField(change, field))

const isCreditNote = statement(sql`select 1 from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')} and invoice.creditof is not null`)

/** Checked after the write: until the visibility of the invoice is checked, no error may reveal what it is. */
async function rejectCreditNote({ tx, values: { invoiceid } }: Change): Promise<void> {
  if (!invoiceid) return
  if ((await tx.first(isCreditNote, { id: Number(invoiceid) })) !== undefined)
    throw badRequest('invoiceid: a credit note takes no payments; apply a refund to the credited invoice')
}

function updateInvoiceTotals(change: Change): Promise<void> | undefined {
  const { tx, actor, sideEffects, previous } = change
  const invoices = changesInvoice(change) ? affectedInvoices(change) : []
  if (invoices.length === 0) return undefined
  const title = previous === null ? 'Payment added' : 'Payment updated'
  const recalculateAll = async (): Promise<void> => {
    await rejectCreditNote(change)
    await rejectOtherCurrency(change)
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
  actions: { split: splitPayment },
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
        reason: 'is void or belongs to another project',
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
      doc: 'Who recorded it',
    }),
    person: computedText(fullName('person'), { hideFrom }),
    invoicelocalid: computed(fiveDigitNumber, sqlName('invoice.localid')),
    invoicenumber: computedText(shownNumber, { extension: true, doc: 'Number of the invoice as clients see it' }),
    currency: stored(currency, {
      readOnly: true,
      extension: true,
      doc: 'Currency of its invoice; without an invoice, of the client when it was recorded',
    }),
  },
  filters: {
    clientid: equalsId('clientid', 'Of the client'),
    projectid: equalsId('projectid', 'Of the project'),
    personid: anyOf('personid', 'Recorded by the persons'),
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
