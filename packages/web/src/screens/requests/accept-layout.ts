// The fields of the form that accepts a request: the fields of the task that it creates.
import { defineLayout, fields, row } from '../../parts/layout.ts'

export const acceptLayout = defineLayout(
  'task',
  fields('title', 'summary'),
  row('projectid', 'moduleid'),
  fields('milestoneid', 'assigneeid', 'ownerid'),
  row('dateopen', 'datedue'),
  row('priorityid', 'estimate'),
)
