// The status of a task as a badge. A company names its statuses itself; the colour says whether the task waits to be
// begun, is in work or is closed.
import type { TaskRecord } from '@stint/sdk'
import { Badge } from '../../parts/badge.tsx'

/** The order of the first status of every company. */
const firstOrder = 1

interface TaskStatusBadgeProps {
  readonly task: Pick<TaskRecord, 'status' | 'status_order' | 'dateclosed'>
}

export function TaskStatusBadge({ task: { status, status_order, dateclosed } }: TaskStatusBadgeProps) {
  const tone = dateclosed !== null ? 'good' : status_order === firstOrder ? 'plain' : 'accent'
  return <Badge tone={tone}>{status}</Badge>
}
