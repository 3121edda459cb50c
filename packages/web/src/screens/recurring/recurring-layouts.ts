// The fields of a recurring invoice in its form and on its page, and those of its fixed lines in their form. The
// sentence about the schedule says what the page does not list.
import { defineLayout } from '../../parts/layout.ts'

export const recurringLayout = defineLayout('recurringinvoice', [
  { field: 'projectid', only: 'form' },
  { field: 'title', only: 'form' },
  { field: 'every', row: 'rhythm', only: 'form' },
  { field: 'billing', row: 'rhythm', only: 'form' },
  { field: 'firstperiod', row: 'first', only: 'form' },
  { field: 'day', row: 'first', only: 'form' },
  { field: 'dateend' },
  { field: 'delivery', only: 'form' },
  { field: 'includetime' },
  { field: 'excludeunapproved' },
  { field: 'includeexpenses' },
  { field: 'termid', row: 'term', only: 'form' },
  { field: 'term' },
  { field: 'purchaseorder', row: 'term' },
  { field: 'tax', row: 'taxes', only: 'form' },
  { field: 'secondtax', row: 'taxes', only: 'form' },
  { field: 'secondtaxcompound', only: 'form' },
  { field: 'addressto', row: 'addresses' },
  { field: 'addressfrom', row: 'addresses' },
  { field: 'description' },
  { field: 'disclaimer' },
])

export const recurringLineLayout = defineLayout('recurringinvoiceitem', [
  { field: 'name' },
  { field: 'description' },
  { field: 'quantity', row: 'numbers' },
  { field: 'rate', row: 'numbers' },
  { field: 'amount' },
])
