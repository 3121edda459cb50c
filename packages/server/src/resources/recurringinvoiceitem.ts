// A fixed line of a recurring invoice, which each of its invoices gets. Its amount follows the rules of the lines of
// invoices.
import { ref, stored } from '../define/fields.ts'
import { equalsId } from '../define/filters.ts'
import { money, plainText, quantity } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { checkAmount } from './invoiceitem.ts'
import { inVisibleProject, moneyWriters } from './visibility.ts'

export const recurringinvoiceitem = defineResource('recurringinvoiceitem', {
  noun: ['line of a recurring invoice', 'lines of recurring invoices'],
  doc: 'The fixed lines of recurring invoices.',
  access: {
    list: moneyWriters,
    read: moneyWriters,
    create: moneyWriters,
    update: moneyWriters,
    delete: moneyWriters,
  },
  extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
  joins: { recurringinvoice: 'recurringinvoiceitem.recurringinvoiceid' },
  visible: (viewer) => inVisibleProject(viewer, 'recurringinvoice.projectid'),
  fields: {
    recurringinvoiceid: ref('recurringinvoice', { required: true, createOnly: true }),
    name: stored(plainText(255), {
      required: true,
      doc: 'In it {period} becomes the days of the period, in the language of the client',
    }),
    description: stored(plainText(), { doc: 'In it {period} becomes the days of the period, as in the name' }),
    quantity: stored(quantity),
    rate: stored(money),
    amount: stored(money, { required: true, doc: 'Quantity times rate, rounded to cents, where both are there' }),
  },
  filters: { recurringinvoiceid: equalsId('recurringinvoiceid', 'Lines of the recurring invoice') },
  requiredFilters: ['recurringinvoiceid'],
  sorts: { id: 'id', name: 'name', quantity: 'quantity', rate: 'rate', amount: 'amount' },
  before: checkAmount,
})
