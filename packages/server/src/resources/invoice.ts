// An invoice of a project: freeform, with lines that people add, or prefilled from the project's time. Managers and
// Executives see those of their projects. Totals are in `invoice-totals.ts`, rules in `invoice-rules.ts`.
import { executiveOnly } from '../define/actor.ts'
import { computed, computedText, ref, sequence, stored } from '../define/fields.ts'
import { anyOf, choiceFilter, equalsText, flagFilter, fromDay, untilDay } from '../define/filters.ts'
import { date, datetime, fiveDigitNumber, flag, integer, money, plainText, recordId, tax } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { searchedColumn, searchedNumber, searchFilter } from '../define/search-filters.ts'
import { sql, sqlName } from '../io/sql.ts'
import { currency } from './company-kinds.ts'
import { invoiceActions, invoiceRules } from './invoice-actions.ts'
import { defaultGrouping, timeGrouping } from './invoice-grouping.ts'
import { shownNumber } from './invoice-number.ts'
import { invoicePdf } from './invoice-pdf.ts'
import {
  afterInvoiceWrite,
  customTermId,
  enforceInvoiceRules,
  resolveInvoiceFields,
  termName,
} from './invoice-rules.ts'
import { daysOverdue, daysOverduePaid, invoiceStatus, statusConditions } from './invoice-totals.ts'
import {
  bothConditions,
  inVisibleProject,
  isSeenInvoice,
  moneyReaders,
  moneyWriters,
  paddedNumber,
} from './visibility.ts'

const hideFrom = executiveOnly

const storedSum = (doc: string) => stored(money, { readOnly: true, default: 0, doc })

export const invoice = defineResource('invoice', {
  doc: 'Invoices of projects.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: moneyWriters,
  },
  actions: invoiceActions,
  renderings: { pdf: invoicePdf },
  joins: {
    project: 'invoice.projectid',
    client: 'project.clientid',
    projectlabel: 'project.labelid',
    invoiceterm: 'invoice.termid',
  },
  visible: (viewer) => bothConditions(inVisibleProject(viewer, 'invoice.projectid'), isSeenInvoice(viewer)),
  allowed: invoiceRules,
  fields: {
    projectid: ref('project', { required: true, allowInactive: true, note: { label: 'Project', show: 'project' } }),
    date: stored(date, { required: true, note: 'Date' }),
    termid: ref('invoiceterm', {
      required: true,
      note: { label: 'Term', show: 'term' },
      doc: `${customTermId} is the term of one's own: termother names it, termotherdatedue says when it ends`,
    }),
    termother: stored(plainText(255), { doc: `Name of the term when termid is ${customTermId}` }),
    termotherdatedue: stored(date, { doc: `Required when termid is ${customTermId}` }),
    title: stored(plainText(255), { required: true, note: 'Title' }),
    description: stored(plainText(), { note: 'Description' }),
    localid: sequence('invoice', fiveDigitNumber, { doc: 'Invoice number, zero-padded; never given twice' }),
    addressfrom: stored(plainText(), { note: 'Sender' }),
    addressto: stored(plainText(), { note: 'Recipient' }),
    purchaseorder: stored(plainText(55), { note: 'Purchase order' }),
    tax: stored(tax, { note: 'Tax', doc: 'Percentage of the subtotal' }),
    secondtax: stored(tax, { shown: false, doc: 'Second tax in percent; read as second_tax' }),
    secondtaxcompound: stored(flag, {
      shown: false,
      default: 'f',
      doc: "'t' when the second tax is on the first one too; read as second_tax_compound",
    }),
    disclaimer: stored(plainText(), { note: 'Disclaimer' }),
    datebegin: stored(date, { hideFrom, note: 'Begin of the range', doc: 'A new invoice that has it is prefilled' }),
    dateend: stored(date, { hideFrom, note: 'End of the range', doc: 'A new invoice that has it is prefilled' }),
    second_tax: computed(tax, sqlName('invoice.secondtax'), { note: 'Second tax' }),
    second_tax_compound: computed(flag, sqlName('invoice.secondtaxcompound'), { note: 'Second tax compounded' }),
    project: computedText(sqlName('project.name')),
    client: computedText(sqlName('client.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    term: computedText(termName),
    datepaid: stored(date, { readOnly: true, doc: 'Day of the payment that closed it' }),
    subtotal: storedSum('Sum of its lines'),
    taxamount: computed(money, sql`case when invoice.tax is not null then invoice.taxamount end`),
    secondtaxamount: computed(money, sql`case when invoice.secondtax is not null then invoice.secondtaxamount end`),
    numitems: stored(integer, { readOnly: true, default: 0, doc: 'Number of its lines' }),
    total: stored(money, { readOnly: true, default: 0, note: 'Total', doc: 'Subtotal and taxes' }),
    payments: storedSum('Payments applied to it'),
    balance: storedSum('Total less payments and issued credit notes; 0 for a credit note'),
    datedue: stored(date, { readOnly: true, note: 'Due date' }),
    daysoverdue: computed(integer, daysOverdue, { nullable: false, doc: '0 when it is not overdue' }),
    daysoverduepaid: computed(integer, daysOverduePaid, { doc: 'How late it was paid; empty when it was in time' }),
    status: computedText(invoiceStatus, { nullable: false, doc: 'outstanding, overdue, paid or void' }),
    projectlabel: computedText(sqlName('projectlabel.name')),
    projectlabel_order: computed(integer, sqlName('projectlabel.priority')),
    projectlabelid: computed(recordId, sqlName('project.labelid'), { target: 'projectlabel' }),
    dateissued: stored(datetime, {
      readOnly: true,
      extension: true,
      doc: 'When it was issued; from then on it cannot be changed',
    }),
    draft: stored(flag, {
      default: 'f',
      createOnly: true,
      extension: true,
      doc: "'t' hides a new invoice from Executives until it is issued; issuing makes it 'f'",
    }),
    excludefuture: stored(flag, {
      hideFrom,
      default: 'f',
      extension: true,
      doc: "'t' leaves hours after the account's today out of a prefilled invoice, each time its hours are imported",
    }),
    excludeunapproved: stored(flag, {
      hideFrom,
      default: 'f',
      extension: true,
      doc: "'t' leaves hours of weeks that are not approved out of a prefilled invoice",
    }),
    groupby: stored(timeGrouping, {
      hideFrom,
      default: defaultGrouping,
      extension: true,
      doc: 'How the hours of a prefilled invoice are grouped into lines: worktype, task, person, day or entry; within each by work type and rate',
    }),
    number: computedText(shownNumber, {
      nullable: false,
      extension: true,
      doc: 'Number as clients see it: localid, or in the form of the company for what was issued with one. It never changes then',
    }),
    currency: stored(currency, {
      note: 'Currency',
      extension: true,
      doc: 'Currency of its amounts; that of its client unless sent. Blank when neither client nor company have one',
    }),
    datevoided: stored(datetime, { readOnly: true, extension: true, doc: 'When it was voided' }),
    creditof: stored(recordId, {
      target: 'invoice',
      readOnly: true,
      extension: true,
      doc: 'The invoice that this credit note credits; blank for an invoice',
    }),
    datesent: stored(date, {
      hideFrom,
      readOnly: true,
      extension: true,
      doc: 'Day on which it was mailed last, or marked as sent',
    }),
    sentto: stored(plainText(), { hideFrom, readOnly: true, extension: true, doc: 'To whom it was mailed last' }),
    mailerror: stored(plainText(), {
      hideFrom,
      readOnly: true,
      extension: true,
      doc: 'Why the mail server has not taken the last mail so far; blank otherwise',
    }),
    remindersoff: stored(flag, {
      hideFrom,
      readOnly: true,
      extension: true,
      default: 'f',
      doc: "'t' when no reminders of it are sent",
    }),
    writtendown: stored(money, {
      hideFrom,
      readOnly: true,
      default: 0,
      extension: true,
      doc: 'How much less is billed than its hours times the rates of their days, because entries were written down',
    }),
    prefilled: stored(flag, { readOnly: true, shown: false, default: 'f' }),
    credited: stored(money, { readOnly: true, shown: false, default: 0 }),
    releasetime: stored(flag, { readOnly: true, shown: false, default: 'f' }),
    timereleased: stored(flag, { readOnly: true, shown: false, default: 'f' }),
    issuednumber: stored({ ...plainText(), blank: null }, { readOnly: true, shown: false }),
    numberseries: stored({ ...plainText(), blank: null }, { readOnly: true, shown: false }),
    numberinseries: stored(integer, { readOnly: true, shown: false }),
  },
  inSearch: { title: ['title'], number: 'number', context: 'client' },
  filters: {
    localid: anyOf('localid', 'By invoice number'),
    number: equalsText('number', 'By the number that clients see', { extension: true }),
    clientid: anyOf('clientid', 'Invoices of the clients'),
    projectid: anyOf('projectid', 'Invoices of the projects'),
    datebegin: fromDay('date', 'Dated on or after'),
    dateend: untilDay('date', 'Dated on or before'),
    status: choiceFilter(statusConditions, 'outstanding (not paid) or paid; also overdue and void'),
    issued: flagFilter(
      'Those that were issued, or those that can still change',
      () => sql`invoice.dateissued is not null`,
      () => sql`invoice.dateissued is null`,
      { extension: true },
    ),
    creditof: anyOf('creditof', 'Credit notes of the invoices', { extension: true }),
    search: searchFilter('Matches title, description, number, localid, purchase order and both addresses', (use) =>
      ['title', 'description', 'purchaseorder', 'addressfrom', 'addressto']
        .map((column) => searchedColumn(use, column))
        .concat(searchedColumn(use, 'issuednumber'))
        .concat(searchedNumber(use, 'localid', paddedNumber('invoice.localid'))),
    ),
  },
  sorts: {
    id: 'id',
    projectid: 'projectid',
    date: 'date',
    title: 'title',
    description: 'description',
    localid: 'localid',
    purchaseorder: 'purchaseorder',
    project: 'project',
    client: 'client',
    datepaid: 'datepaid',
    subtotal: 'subtotal',
    total: 'total',
    payments: 'payments',
    balance: 'balance',
    datedue: 'datedue',
    daysoverdue: 'daysoverdue',
    projectlabelid: 'projectlabelid',
    projectlabel: 'projectlabel',
    projectabel_order: 'projectlabel_order',
    projectlabel_order: 'projectlabel_order',
  },
  actionNotes: { table: 'invoicenote', key: 'invoiceid', title: 'Invoice updated' },
  resolveFields: resolveInvoiceFields,
  before: enforceInvoiceRules,
  after: afterInvoiceWrite,
})
