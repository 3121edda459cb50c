// The fields of an invoice that cannot be edited. The editor of a draft has its own form, because it saves the invoice
// together with its lines.
import { defineLayout, fields } from '../../parts/layout.ts'

export const invoiceLayout = defineLayout(
  'invoice',
  fields('client', 'projectid', 'date', 'datedue', 'term', 'purchaseorder', 'datebegin', 'dateend'),
)
