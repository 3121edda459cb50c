// The fields of a timesheet in the panel that shows one week.
import { defineLayout, fields } from '../../parts/layout.ts'

export const timesheetLayout = defineLayout('timesheet', fields('time', 'billable', 'status'))
