// The fields of a payment in its form. A payment has no page of its own; lists and invoices show all its fields.
import { defineLayout, fields, row } from '../../parts/layout.ts'

export const paymentLayout = defineLayout(
  'payment',
  fields('projectid', 'invoiceid'),
  row('amount', 'date'),
  row('typeid', 'reference'),
  fields('note'),
)
