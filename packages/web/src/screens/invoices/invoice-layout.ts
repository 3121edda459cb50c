// The fields of an invoice that cannot be edited. The editor of a draft has its own form, because it saves the invoice
// together with its lines.
import { defineLayout } from '../../parts/layout.ts'

export const invoiceLayout = defineLayout('invoice', [
  { field: 'client' },
  { field: 'projectid' },
  { field: 'date' },
  { field: 'datedue' },
  { field: 'term' },
  { field: 'purchaseorder' },
  { field: 'datebegin' },
  { field: 'dateend' },
])
