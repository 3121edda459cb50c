// The fields of a payment in its form. A payment has no page of its own; lists and invoices show all its fields.
import { defineLayout } from '../../parts/layout.ts'

export const paymentLayout = defineLayout('payment', [
  { field: 'projectid' },
  { field: 'invoiceid' },
  { field: 'amount', row: 'amount' },
  { field: 'date', row: 'amount' },
  { field: 'typeid', row: 'kind' },
  { field: 'reference', row: 'kind' },
  { field: 'note' },
])
