// The fields of an expense in its form. An expense has no page of its own; the list shows its fields. The receipt is a
// file and has its own control.
import { defineLayout, fields, row } from '../../parts/layout.ts'

export const expenseLayout = defineLayout(
  'expense',
  fields('projectid'),
  row('expense', 'markup', 'fee'),
  row('date', 'categoryid'),
  row('personid', 'paidby'),
  fields('note', 'billable'),
)
