// The fields of the form of a new task, and the fields beside the page of a task. The two orders differ too much for
// one layout.
import { defineLayout, fields, row } from '../../parts/layout.ts'

export const newTaskLayout = defineLayout(
  'task',
  fields('title'),
  row('projectid', 'moduleid'),
  row('statusid', 'priorityid', 'datedue', 'estimate'),
  row('assigneeid', 'ownerid', 'followerid'),
  row('milestoneid', 'dateopen'),
  fields('summary'),
)

export const taskLayout = defineLayout(
  'task',
  fields('statusid', 'priorityid', 'assigneeid', 'ownerid', 'followerid', 'datedue', 'dateopen', 'estimate'),
  fields('projectid', 'moduleid', 'milestoneid', 'queueid', 'datecreated', 'dateclosed'),
)
