// The fields of an expense in its form. An expense has no page of its own; the list shows all its fields.
import { defineLayout } from '../../parts/layout.ts'

export const expenseLayout = defineLayout('expense', [
  { field: 'projectid' },
  { field: 'expense', row: 'amounts' },
  { field: 'fee', row: 'amounts' },
  { field: 'date', row: 'who' },
  { field: 'personid', row: 'who' },
  { field: 'note' },
])
