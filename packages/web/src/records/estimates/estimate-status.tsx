// The state of an estimate as a badge, and its number. One that was sent and not decided in time is shown as expired.
import type { EstimateRecord } from '@stint/sdk'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'

type State = 'draft' | 'sent' | 'accepted' | 'declined'

const tones: Readonly<Record<State, Tone>> = { draft: 'plain', sent: 'accent', accepted: 'good', declined: 'bad' }

export const estimateNumber = ({ localid }: Pick<EstimateRecord, 'localid'>): string => String(localid).padStart(5, '0')

export function EstimateStatusBadge({ estimate }: { readonly estimate: Pick<EstimateRecord, 'state' | 'expired'> }) {
  const messages = useEstimateMessages()
  if (estimate.expired) return <Badge tone="warn">{messages.expired}</Badge>
  const state = estimate.state as State
  return <Badge tone={tones[state]}>{messages.states[state]}</Badge>
}
