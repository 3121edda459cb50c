// An invoice that is created again for each month, quarter or year (docs/adr/0038-recurring-invoices.md): fixed lines,
// and the time and the expenses of the period. Its periods are in `recurringperiod.ts`, `recurring-schedule.ts` says
// when they are due.
import { computed, computedText, ref, stored } from '../define/fields.ts'
import { anyOf, isFlag } from '../define/filters.ts'
import { date, flag, integer, money, plainText, recordId, tax } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { sql, sqlName } from '../io/sql.ts'
import { lastDayOfMonth } from '../kit/periods.ts'
import { clientCurrency } from './currencies.ts'
import { billing, cadence, dayNumber, delivery, monthStart } from './recurring-kinds.ts'
import { resolveRecurringFields, scheduleNext } from './recurring-rules.ts'
import { inVisibleProject, moneyWriters } from './visibility.ts'

const fixedAmount = sql`coalesce((select cast(sum(line.amount) as bigint) from recurringinvoiceitem line
  where line.accountid = recurringinvoice.accountid and line.recurringinvoiceid = recurringinvoice.id), 0)`

const waitingPeriods = sql`(select count(*) from recurringperiod open where open.accountid = recurringinvoice.accountid
  and open.recurringinvoiceid = recurringinvoice.id and open.state in ('due', 'waiting'))`

const period = 'In it {period} becomes the days of the period, in the language of the client'

export const recurringinvoice = defineResource('recurringinvoice', {
  noun: ['recurring invoice', 'recurring invoices'],
  doc: 'Invoices that are created again for each month, quarter or year.',
  access: {
    list: moneyWriters,
    read: moneyWriters,
    create: moneyWriters,
    update: moneyWriters,
    delete: moneyWriters,
  },
  extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
  joins: {
    project: 'recurringinvoice.projectid',
    client: 'project.clientid',
    invoiceterm: 'recurringinvoice.termid',
  },
  visible: (viewer) => inVisibleProject(viewer, 'recurringinvoice.projectid'),
  fields: {
    projectid: ref('project', { required: true }),
    title: stored(plainText(255), { required: true, doc: `Title of its invoices. ${period}` }),
    every: stored(cadence, { required: true, doc: 'month, quarter or year' }),
    billing: stored(billing, {
      required: true,
      default: 'arrears',
      doc: "When a period is billed: 'advance' in its first month, 'arrears' in the month after it",
    }),
    day: stored(dayNumber, {
      required: true,
      default: 1,
      doc: `Day of that month; ${lastDayOfMonth} is its last day, and so is a day that it does not have`,
    }),
    firstperiod: stored(monthStart, { required: true, doc: 'First day of the first period, which begins a month' }),
    dateend: stored(date, { doc: 'No period begins after this day' }),
    delivery: stored(delivery, {
      required: true,
      default: 'draft',
      doc: "What is done: create a 'draft', 'issue' it, or issue it and 'send' it to the recipients of the client's last invoice",
    }),
    active: stored(flag, { default: 't', doc: "'f' pauses it" }),
    includetime: stored(flag, { default: 'f', doc: "'t' adds the time of the period that is on no invoice" }),
    includeexpenses: stored(flag, {
      default: 'f',
      doc: "'t' adds the billable expenses of the period that are on no invoice",
    }),
    excludeunapproved: stored(flag, { default: 'f', doc: "'t' leaves hours of weeks that are not approved out" }),
    termid: ref('invoiceterm', { required: true }),
    description: stored(plainText(), { doc: period }),
    addressfrom: stored(plainText()),
    addressto: stored(plainText()),
    purchaseorder: stored(plainText(55)),
    disclaimer: stored(plainText()),
    tax: stored(tax, { doc: 'Percentage of the subtotal' }),
    secondtax: stored(tax, { doc: 'Second tax in percent' }),
    secondtaxcompound: stored(flag, { default: 'f', doc: "'t' when the second tax is on the first one too" }),
    nextdate: stored(date, { readOnly: true, doc: 'Day of the next invoice; blank after the end' }),
    waiting: computed(integer, waitingPeriods, { nullable: false, doc: 'Number of periods without a decision' }),
    fixedamount: computed(money, fixedAmount, { nullable: false, doc: 'Sum of its fixed lines' }),
    project: computedText(sqlName('project.name')),
    client: computedText(sqlName('client.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    term: computedText(sqlName('invoiceterm.name')),
    currency: computedText(clientCurrency, {
      nullable: false,
      doc: 'Currency of its amounts, which is that of the client',
    }),
    nextperiod: stored(date, { readOnly: true, shown: false }),
  },
  filters: {
    clientid: anyOf('clientid', 'Those of the clients'),
    projectid: anyOf('projectid', 'Those of the projects'),
    active: isFlag('active', 'Active or paused'),
  },
  sorts: { id: 'id', title: 'title', project: 'project', client: 'client', nextdate: 'nextdate' },
  resolveFields: resolveRecurringFields,
  before: scheduleNext,
})
