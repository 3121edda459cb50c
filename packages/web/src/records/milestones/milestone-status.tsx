// The state of a milestone as a badge: open, overdue or complete.
import type { MilestoneRecord } from '@stint/sdk'
import { useToday } from '../../api/formats.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Badge } from '../../parts/badge.tsx'

interface MilestoneStatusBadgeProps {
  readonly milestone: Pick<MilestoneRecord, 'complete' | 'datedue'>
}

export function MilestoneStatusBadge({ milestone: { complete, datedue } }: MilestoneStatusBadgeProps) {
  const messages = useTaskMessages().milestones
  const today = useToday()
  if (complete) return <Badge tone="good">{messages.states.complete}</Badge>
  if (datedue < today) return <Badge tone="bad">{messages.overdue}</Badge>
  return <Badge tone="accent">{messages.states.open}</Badge>
}
