// The portal's card of estimates that the client has not decided on, with buttons to accept or decline each. Without
// such estimates there is no card.
import type { EstimateRecord } from '@stint/sdk'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useOne, usePage } from '../../api/records.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { Button } from '../../parts/button.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { type Decision, DecisionDialog } from '../../records/estimates/decision-dialog.tsx'
import { estimateNumber } from '../../records/estimates/estimate-status.tsx'
import styles from './portal.module.css'
import { PortalList } from './portal-list.tsx'

export function PortalEstimates() {
  const messages = useEstimateMessages()
  const query = usePage('estimate', { state: 'sent', expired: false, sortfield: 'validuntil', sortdir: 'ASC' }, 5)
  const [asked, setAsked] = useState<AskedDecision | null>(null)
  const texts = { title: messages.portalTitle, none: messages.noneClient, all: messages.allEstimates }
  if (query.data === undefined || query.data.records.length === 0) return null
  return (
    <>
      <PortalList texts={texts} query={query} to="/estimates">
        {(estimate) => (
          <OpenEstimate
            key={estimate.id}
            estimate={estimate}
            onDecide={(decision) => setAsked({ id: estimate.id, decision })}
          />
        )}
      </PortalList>
      {asked !== null && <LoadedDecision {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

interface OpenEstimateProps {
  readonly estimate: EstimateRecord
  readonly onDecide: (decision: Decision) => void
}

function OpenEstimate({ estimate, onDecide }: OpenEstimateProps) {
  const messages = useEstimateMessages()
  const formats = useFormats()
  const { id, title, total, currency, validuntil } = estimate
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <RecordLink to="/estimates/$id" id={id} text={title} />
        <span className={styles.quiet}>
          {estimateNumber(estimate)}
          {validuntil !== null && ` · ${messages.openUntil(formats.day(validuntil))}`}
        </span>
      </div>
      <div className={styles.when}>
        <strong className="number">{formats.money(total, currency)}</strong>
        {can(estimate, 'accept') && (
          <Button small look="strong" onPress={() => onDecide('accept')}>
            {messages.accept}
          </Button>
        )}
        {can(estimate, 'decline') && (
          <Button small onPress={() => onDecide('decline')}>
            {messages.decline}
          </Button>
        )}
      </div>
    </li>
  )
}

interface AskedDecision {
  readonly id: number
  readonly decision: Decision
}

/** A record of a list has no version that the server could compare, so the estimate is read again. */
function LoadedDecision({ id, decision, onClose }: AskedDecision & Closable) {
  const { data } = useOne('estimate', id)
  return data === undefined ? null : <DecisionDialog estimate={data} decision={decision} onClose={onClose} />
}
