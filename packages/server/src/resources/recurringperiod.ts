// A period of a recurring invoice that has become due, and what became of it. The job writes it
// (`recurring-schedule.ts`); people create its invoice or skip it if the job did not.
import { computed, computedText, ref, stored } from '../define/fields.ts'
import { anyOf, isChoice } from '../define/filters.ts'
import { date, plainText, recordId } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { sql, sqlName } from '../io/sql.ts'
import { shownNumber } from './invoice-number.ts'
import { billPeriod, openPeriod, skipPeriod } from './recurring-billing.ts'
import { inVisibleProject, moneyWriters } from './visibility.ts'

export const periodStates = ['due', 'waiting', 'created', 'skipped']

export const recurringperiod = defineResource('recurringperiod', {
  noun: ['period of a recurring invoice', 'periods of recurring invoices'],
  doc: 'The periods of recurring invoices that are due, and what became of them.',
  access: { list: moneyWriters, read: moneyWriters },
  extensionOperations: ['list', 'read'],
  actions: { bill: billPeriod, skip: skipPeriod },
  joins: { recurringinvoice: 'recurringperiod.recurringinvoiceid', invoice: 'recurringperiod.invoiceid' },
  visible: (viewer) => inVisibleProject(viewer, 'recurringinvoice.projectid'),
  allowed: { bill: [openPeriod], skip: [openPeriod] },
  fields: {
    recurringinvoiceid: ref('recurringinvoice', { readOnly: true, required: true }),
    period: stored(date, { readOnly: true, required: true, doc: 'First day of the period' }),
    periodend: stored(date, { readOnly: true, required: true, doc: 'Last day of the period' }),
    date: stored(date, { readOnly: true, required: true, doc: 'Day on which it was to be billed' }),
    state: stored(plainText(), {
      readOnly: true,
      doc: "'due' is created by the server soon, 'waiting' needs a decision, 'created' has an invoice, 'skipped' gets none",
    }),
    reason: stored(plainText(), { readOnly: true, doc: 'Why the server did not create its invoice' }),
    invoiceid: stored(recordId, { readOnly: true, target: 'invoice', doc: 'Its invoice' }),
    number: computedText(sql`case when invoice.id is not null then ${shownNumber} end`, {
      doc: 'Number of its invoice; blank if that was deleted',
    }),
    title: computedText(sqlName('recurringinvoice.title'), { nullable: false, doc: 'Title of the recurring invoice' }),
    projectid: computed(recordId, sqlName('recurringinvoice.projectid'), { nullable: false, target: 'project' }),
  },
  filters: {
    recurringinvoiceid: anyOf('recurringinvoiceid', 'Periods of the recurring invoices'),
    state: isChoice('state', periodStates, 'By their state'),
    invoiceid: anyOf('invoiceid', 'The periods of the invoices'),
  },
  sorts: { id: 'id', period: 'period', date: 'date' },
})
