// The portal's card of requests, with their status.
import { useFormats } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { usePortalMessages } from '../../messages/portal.ts'
import { Badge } from '../../parts/badge.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from './portal.module.css'
import { PortalList } from './portal-list.tsx'

export function PortalRequests() {
  const messages = usePortalMessages()
  const formats = useFormats()
  const query = usePage('request', { sortfield: 'date', sortdir: 'DESC' }, 5)
  return (
    <PortalList texts={messages.requests} query={query} to="/requests">
      {({ id, title, date, accepted }) => (
        <li key={id} className={styles.line} data-row-link>
          <div className={styles.what}>
            <RecordLink to="/requests/$id" id={id} text={title} />
            <span className={styles.quiet}>{formats.moment(date)}</span>
          </div>
          <Badge tone={accepted ? 'good' : 'warn'}>{accepted ? messages.accepted : messages.waiting}</Badge>
        </li>
      )}
    </PortalList>
  )
}
