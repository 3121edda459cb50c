// The fields of a payment in its form. There is no page of one payment:
// lists and invoices show everything.
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
