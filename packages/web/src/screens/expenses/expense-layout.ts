// The fields of an expense in its form. An expense has no page of its own; the list shows its fields. The receipt is a
// file and has its own control.
import { defineLayout } from '../../parts/layout.ts'

export const expenseLayout = defineLayout('expense', [
  { field: 'projectid' },
  { field: 'expense', row: 'amounts' },
  { field: 'markup', row: 'amounts' },
  { field: 'fee', row: 'amounts' },
  { field: 'date', row: 'who' },
  { field: 'categoryid', row: 'who' },
  { field: 'personid', row: 'payer' },
  { field: 'paidby', row: 'payer' },
  { field: 'note' },
  { field: 'billable' },
])
