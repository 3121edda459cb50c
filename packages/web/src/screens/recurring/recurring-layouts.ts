// The fields of a recurring invoice in its form and on its page, and those of its fixed lines in their form. The
// sentence about the schedule says what the page does not list.
import { defineLayout, fields, formOnly, row } from '../../parts/layout.ts'

export const recurringLayout = defineLayout(
  'recurringinvoice',
  formOnly(fields('projectid', 'title')),
  formOnly(row('every', 'billing')),
  formOnly(row('firstperiod', 'day')),
  fields('dateend'),
  formOnly(fields('delivery')),
  fields('includetime', 'excludeunapproved', 'includeexpenses'),
  [{ field: 'termid', row: 'term', only: 'form' }, { field: 'term' }, { field: 'purchaseorder', row: 'term' }],
  formOnly(row('tax', 'secondtax')),
  formOnly(fields('secondtaxcompound')),
  row('addressto', 'addressfrom'),
  fields('description', 'disclaimer'),
)

export const recurringLineLayout = defineLayout(
  'recurringinvoiceitem',
  fields('name', 'description'),
  row('quantity', 'rate'),
  fields('amount'),
)
