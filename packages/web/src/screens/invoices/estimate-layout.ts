// The fields of an estimate: in the form of its details, and above its lines.
import { defineLayout, fields, formOnly, row } from '../../parts/layout.ts'

export const estimateLayout = defineLayout(
  'estimate',
  formOnly(fields('title')),
  fields('client', 'projectid'),
  row('date', 'validuntil'),
  [
    { field: 'purchaseorder', row: 'order' },
    { field: 'currency', row: 'order', only: 'form' },
  ],
  formOnly(row('tax', 'secondtax')),
  formOnly(fields('secondtaxcompound')),
  formOnly(row('addressto', 'addressfrom')),
  formOnly(fields('description', 'disclaimer')),
)
