// The fields of a timesheet in the panel that shows one week.
import { defineLayout } from '../../parts/layout.ts'

export const timesheetLayout = defineLayout('timesheet', [
  { field: 'time' },
  { field: 'billable' },
  { field: 'status' },
])
