// The fields of an expense in its form. There is no page of one expense:
// the list shows everything.
import { defineLayout } from '../../parts/layout.ts'

export const expenseLayout = defineLayout('expense', [
  { field: 'projectid' },
  { field: 'expense', row: 'amounts' },
  { field: 'fee', row: 'amounts' },
  { field: 'date', row: 'who' },
  { field: 'personid', row: 'who' },
  { field: 'note' },
])
