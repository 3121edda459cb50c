// The fields of an estimate: in the form of its details, and above its lines.
import { defineLayout } from '../../parts/layout.ts'

export const estimateLayout = defineLayout('estimate', [
  { field: 'title', only: 'form' },
  { field: 'client' },
  { field: 'projectid' },
  { field: 'date', row: 'days' },
  { field: 'validuntil', row: 'days' },
  { field: 'purchaseorder', row: 'order' },
  { field: 'currency', row: 'order', only: 'form' },
  { field: 'tax', row: 'taxes', only: 'form' },
  { field: 'secondtax', row: 'taxes', only: 'form' },
  { field: 'secondtaxcompound', only: 'form' },
  { field: 'addressto', row: 'addresses', only: 'form' },
  { field: 'addressfrom', row: 'addresses', only: 'form' },
  { field: 'description', only: 'form' },
  { field: 'disclaimer', only: 'form' },
])
