// An expense: a cost booked on a project, with the fee charged to the client for it. Executives see the fee, but not
// the cost or the person, and so neither mark-up nor receipt. Amounts may be negative, for refunds and credits. The
// rules are in `expense-rules.ts` and `expense-billed.ts`.
import { administratorOnly, executiveOnly } from '../define/actor.ts'
import { computed, computedText, fullName, ref, stored, storedIn } from '../define/fields.ts'
import {
  anyOf,
  flagFilter,
  fromDay,
  idMatches,
  idsFilter,
  isChoice,
  isFlag,
  onDay,
  untilDay,
} from '../define/filters.ts'
import { date, file, flag, integer, money, percent, plainText, recordId } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { accountSlot, sql, sqlName } from '../io/sql.ts'
import { clientCurrency } from './currencies.ts'
import { changeableExpense, invoiceOfExpense, keepBilledFields, notBilledExpense } from './expense-billed.ts'
import { applyReceipt, payer, payers, receiptDownload, resolveExpenseFields } from './expense-rules.ts'
import { inVisibleProject, moneyReaders, moneyWriters, seesAll } from './visibility.ts'

const hideFrom = executiveOnly

export const expense = defineResource('expense', {
  doc: 'Costs booked on a project.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: administratorOnly,
  },
  download: {
    doc: 'The receipt. Executives do not see it, because it shows the cost.',
    hideFrom,
    extension: true,
    find: receiptDownload,
  },
  joins: {
    project: 'expense.projectid',
    client: 'project.clientid',
    person: 'expense.personid',
    expensecategory: 'expense.categoryid',
  },
  visible: (viewer) => inVisibleProject(viewer, 'expense.projectid'),
  allowed: { update: [changeableExpense], delete: [notBilledExpense] },
  fields: {
    projectid: ref('project', { required: true }),
    personid: ref('person', {
      default: (actor) => actor.personid,
      hideFrom,
      // An Administrator may name anyone, a Manager only people of the project's team. Checked again when projectid
      // changes.
      allowedTargets: {
        dependsOn: ['projectid'],
        where: (of, viewer) =>
          seesAll(viewer)
            ? sql`1 = 1`
            : sql`exists (select 1 from projectteam member where member.accountid = ${accountSlot}
                and member.personid = person.id and member.projectid = ${of('projectid')})`,
        reason: 'is not on the project',
      },
      doc: 'Who incurred it; the person saving it unless another is named',
    }),
    date: stored(date, { required: true, doc: 'Day incurred' }),
    expense: stored(money, { required: true, hideFrom, doc: 'Internal cost' }),
    fee: stored(money, {
      required: true,
      default: () => null,
      doc: 'Amount charged to the client; equals the expense when there is no mark-up. Not needed with markup',
    }),
    note: stored(plainText(255)),
    project: computedText(sqlName('project.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    client: computedText(sqlName('client.name')),
    person: computedText(fullName('person'), { hideFrom }),
    currency: computedText(clientCurrency, {
      nullable: false,
      extension: true,
      doc: 'Currency of its amounts, which is that of the client',
    }),
    categoryid: ref('expensecategory', { extension: true }),
    category: computedText(sqlName('expensecategory.name'), { extension: true }),
    paidby: stored(payer, {
      required: true,
      default: 'company',
      hideFrom,
      extension: true,
      doc: "Who paid: the 'company', or the 'person', to whom the company owes it then",
    }),
    markup: stored(percent, {
      hideFrom,
      extension: true,
      doc: 'Percentage that is added to the expense; the fee is then computed, in whole cents. Blank for a fee that is entered',
    }),
    billable: stored(flag, {
      default: 't',
      extension: true,
      doc: "Whether its fee can be added to an invoice; 'f' for one that is not charged",
    }),
    invoiceid: computed(recordId, invoiceOfExpense, {
      target: 'invoice',
      extension: true,
      doc: 'The invoice that it is on; it cannot be changed then, except for a receipt that is missing',
    }),
    receipt: storedIn('receipthash', file, {
      shown: false,
      hideFrom,
      extension: true,
      doc: 'The receipt, as a part of a multipart/form-data body; a blank removes it',
    }),
    receiptfilename: stored(
      { ...plainText(255), blank: null },
      { readOnly: true, hideFrom, extension: true, doc: 'Name of the receipt; none without one' },
    ),
    receiptfilesize: stored(integer, { readOnly: true, hideFrom, extension: true, doc: 'Bytes of the receipt' }),
    receiptmediatype: stored({ ...plainText(), blank: null }, { readOnly: true, shown: false }),
  },
  filters: {
    projectid: anyOf('projectid', 'Expenses of the projects'),
    personid: anyOf('personid', 'Added by the persons'),
    clientid: anyOf('clientid', 'Expenses of projects of the clients'),
    managerid: idsFilter(
      'Expenses of projects managed by the persons',
      ({ variant, slotName }) => sql`expense.projectid in (select link.projectid from projectmanager link
        where link.accountid = ${accountSlot} and ${idMatches(sql`link.personid`, variant, slotName)})`,
      { target: 'person' },
    ),
    datebegin: fromDay('date', 'On or after'),
    dateend: untilDay('date', 'On or before'),
    date: onDay('date', 'Exactly on that date'),
    categoryid: anyOf('categoryid', 'Expenses of the categories', { extension: true }),
    paidby: isChoice('paidby', payers, 'Paid by the company, or by the person', { extension: true }),
    billable: isFlag('billable', 'Billable or unbillable', { extension: true }),
    invoiced: flagFilter(
      'On an invoice, or not yet',
      ({ column }) => sql`${column('invoiceid')} is not null`,
      ({ column }) => sql`${column('invoiceid')} is null`,
      { extension: true },
    ),
  },
  sorts: {
    id: 'id',
    projectid: 'projectid',
    date: 'date',
    expense: 'expense',
    fee: 'fee',
    note: 'note',
    personid: 'personid',
    project: 'project',
    client: 'client',
    person: 'person',
  },
  defaultSort: { field: 'date', descending: true },
  resolveFields: resolveExpenseFields,
  before: (change) => {
    applyReceipt(change)
    return keepBilledFields(change)
  },
})
