// The badges of a recurring invoice: whether it is active, and how many of its periods wait for a decision.
import type { RecurringinvoiceRecord } from '@stint/sdk'
import { useRecurringMessages } from '../../messages/recurring.ts'
import { Badge } from '../../parts/badge.tsx'

interface StatusProps {
  readonly recurring: RecurringinvoiceRecord
}

export function RecurringStatusBadge({ recurring: { active, nextdate } }: StatusProps) {
  const messages = useRecurringMessages()
  if (!active) return <Badge tone="warn">{messages.paused}</Badge>
  if (nextdate === null) return <Badge>{messages.ended}</Badge>
  return <Badge tone="good">{messages.active}</Badge>
}

export function WaitingBadge({ recurring: { waiting } }: StatusProps) {
  const messages = useRecurringMessages()
  return (
    waiting > 0 && (
      <span>
        <Badge tone="warn">{messages.waiting(waiting)}</Badge>
      </span>
    )
  )
}
