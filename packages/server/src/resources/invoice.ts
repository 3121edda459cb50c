// An invoice of a project: freeform, with lines that people add, or prefilled from the project's time. What it comes to is kept
// with it (`invoice-money.ts`); its rules are `invoice-rules.ts`. Managers and Executives see those of their projects.
import type { Role } from '../define/actor.ts'
import { computed, label, ref, sequence, stored } from '../define/fields.ts'
import { anyOf, flag as flagFilter, found, fromDay, searchIn, untilDay, word } from '../define/filters.ts'
import { date, datetime, flag, id, integer, money, padded, tax, text } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { name, sql } from '../io/sql.ts'
import { invoiceActions } from './invoice-life.ts'
import { daysOverdue, daysOverduePaid, standings, status } from './invoice-money.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { completeInvoice, keepInvoiceRules, keepIssued, otherTerm, termName } from './invoice-rules.ts'
import { inVisibleProject, moneyReaders, moneyWriters, paddedNumber } from './visibility.ts'

const hideFrom: readonly Role[] = ['Executive']

const sum = (doc: string) => stored(money, { fixed: true, default: 0, doc })

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
  sheets: { pdf: invoicePdf },
  joins: {
    project: 'invoice.projectid',
    client: 'project.clientid',
    projectlabel: 'project.labelid',
    invoiceterm: 'invoice.termid',
  },
  visible: (viewer) => inVisibleProject(viewer, 'invoice.projectid'),
  fields: {
    projectid: ref('project', { required: true, inactive: true, note: { label: 'Project', show: 'project' } }),
    date: stored(date, { required: true, note: 'Date' }),
    termid: ref('invoiceterm', {
      required: true,
      note: { label: 'Term', show: 'term' },
      doc: `${otherTerm} is the term of one's own: termother names it, termotherdatedue says when it ends`,
    }),
    termother: stored(text(255), { doc: `Name of the term when termid is ${otherTerm}` }),
    termotherdatedue: stored(date, { doc: `Required when termid is ${otherTerm}` }),
    title: stored(text(255), { required: true, note: 'Title' }),
    description: stored(text(), { note: 'Description' }),
    localid: sequence('invoice', padded, { doc: 'Invoice number, zero-padded; never given twice' }),
    addressfrom: stored(text(), { note: 'Sender' }),
    addressto: stored(text(), { note: 'Recipient' }),
    purchaseorder: stored(text(55), { note: 'Purchase order' }),
    tax: stored(tax, { note: 'Tax', doc: 'Per cent of the subtotal' }),
    secondtax: stored(tax, { shown: false, doc: 'Per cent of the second tax; read as second_tax' }),
    secondtaxcompound: stored(flag, {
      shown: false,
      default: 'f',
      doc: "'t' when the second tax is on the first one too; read as second_tax_compound",
    }),
    disclaimer: stored(text(), { note: 'Disclaimer' }),
    datebegin: stored(date, { hideFrom, note: 'Begin of the range', doc: 'Makes a new invoice prefilled' }),
    dateend: stored(date, { hideFrom, note: 'End of the range', doc: 'Makes a new invoice prefilled' }),
    second_tax: computed(tax, name('invoice.secondtax'), { note: 'Second tax' }),
    second_tax_compound: computed(flag, name('invoice.secondtaxcompound'), { note: 'Second tax compounded' }),
    project: label(name('project.name')),
    client: label(name('client.name')),
    clientid: computed(id, name('project.clientid')),
    term: label(termName),
    datepaid: stored(date, { fixed: true, doc: 'Day of the payment that closed it' }),
    subtotal: sum('Sum of its lines'),
    taxamount: computed(money, sql`case when invoice.tax is not null then invoice.taxamount end`),
    secondtaxamount: computed(money, sql`case when invoice.secondtax is not null then invoice.secondtaxamount end`),
    numitems: stored(integer, { fixed: true, default: 0, doc: 'Number of its lines' }),
    total: stored(money, { fixed: true, default: 0, note: 'Total', doc: 'Subtotal and taxes' }),
    payments: sum('Payments applied to it'),
    balance: sum('Total less payments'),
    datedue: stored(date, { fixed: true, note: 'Due date' }),
    daysoverdue: computed(integer, daysOverdue, { nullable: false, doc: '0 when it is not overdue' }),
    daysoverduepaid: computed(integer, daysOverduePaid, { doc: 'How late it was paid; empty when it was in time' }),
    status: label(status, { nullable: false, doc: 'outstanding, overdue, paid or void' }),
    projectlabel: label(name('projectlabel.name')),
    projectlabel_order: computed(integer, name('projectlabel.priority')),
    projectlabelid: computed(id, name('project.labelid')),
    dateissued: stored(datetime, {
      fixed: true,
      ours: true,
      doc: 'When it was issued; from then on it cannot be changed',
    }),
    datevoided: stored(datetime, { fixed: true, ours: true, doc: 'When it was voided' }),
    prefilled: stored(flag, { fixed: true, shown: false, default: 'f' }),
  },
  filters: {
    localid: anyOf('localid', 'By invoice number'),
    clientid: anyOf('clientid', 'Invoices of the clients'),
    projectid: anyOf('projectid', 'Invoices of the projects'),
    datebegin: fromDay('date', 'Dated on or after'),
    dateend: untilDay('date', 'Dated on or before'),
    status: word(standings, 'outstanding (not paid) or paid; also overdue and void'),
    issued: flagFilter(
      'Those that were issued, or those that can still change',
      () => sql`invoice.dateissued is not null`,
      () => sql`invoice.dateissued is null`,
      { ours: true },
    ),
    search: searchIn('Matches title, description, localid, purchase order and both addresses', (use) =>
      ['title', 'description', 'purchaseorder', 'addressfrom', 'addressto']
        .map((column) => found(name(`invoice.${column}`), use))
        .concat(found(paddedNumber('invoice.localid'), use)),
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
  notes: { table: 'invoicenote', key: 'invoiceid', title: 'Invoice updated' },
  before: keepInvoiceRules,
  after: completeInvoice,
  permitRemoval: keepIssued,
})
