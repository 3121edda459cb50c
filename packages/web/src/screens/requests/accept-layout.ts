// The fields of the form that accepts a request: the fields of the task that it creates.
import { defineLayout } from '../../parts/layout.ts'

export const acceptLayout = defineLayout('task', [
  { field: 'title' },
  { field: 'summary' },
  { field: 'projectid', row: 'project' },
  { field: 'moduleid', row: 'project' },
  { field: 'milestoneid' },
  { field: 'assigneeid' },
  { field: 'ownerid' },
  { field: 'dateopen', row: 'days' },
  { field: 'datedue', row: 'days' },
  { field: 'priorityid', row: 'effort' },
  { field: 'estimate', row: 'effort' },
])
