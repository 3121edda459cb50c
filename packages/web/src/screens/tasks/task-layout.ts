// The fields of the form of a new task, and the fields beside the page of a task. The two orders differ too much for
// one layout.
import { defineLayout } from '../../parts/layout.ts'

export const newTaskLayout = defineLayout('task', [
  { field: 'title' },
  { field: 'projectid', row: 'project' },
  { field: 'moduleid', row: 'project' },
  { field: 'statusid', row: 'state' },
  { field: 'priorityid', row: 'state' },
  { field: 'datedue', row: 'state' },
  { field: 'estimate', row: 'state' },
  { field: 'assigneeid', row: 'people' },
  { field: 'ownerid', row: 'people' },
  { field: 'followerid', row: 'people' },
  { field: 'milestoneid', row: 'milestone' },
  { field: 'dateopen', row: 'milestone' },
  { field: 'summary' },
])

export const taskLayout = defineLayout('task', [
  { field: 'statusid' },
  { field: 'priorityid' },
  { field: 'assigneeid' },
  { field: 'ownerid' },
  { field: 'followerid' },
  { field: 'datedue' },
  { field: 'dateopen' },
  { field: 'estimate' },
  { field: 'projectid' },
  { field: 'moduleid' },
  { field: 'milestoneid' },
  { field: 'queueid' },
  { field: 'datecreated' },
  { field: 'dateclosed' },
])
