// What a client asked for, and whether it is in work.
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { usePortalMessages } from '../../messages/portal.ts'
import { Badge } from '../../parts/badge.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import styles from './portal.module.css'
import { PortalMoreLink } from './portal-more.tsx'

export function PortalRequests() {
  const messages = usePortalMessages()
  const formats = useFormats()
  const query = usePage('request', { sortfield: 'date', sortdir: 'DESC' }, 5)
  return (
    <Section
      title={messages.requests}
      card
      actions={<PortalMoreLink to="/requests">{messages.allRequests}</PortalMoreLink>}
    >
      <QueryList query={query} className={styles.lines} empty={<EmptyState title={messages.noRequests} />}>
        {({ id, title, date, accepted }) => (
          <li key={id} className={styles.line} data-row-link>
            <div className={styles.what}>
              <Link to="/requests/$id" params={{ id: String(id) }}>
                {title}
              </Link>
              <span className={styles.quiet}>{formats.moment(date)}</span>
            </div>
            <Badge tone={accepted ? 'good' : 'plain'}>{accepted ? messages.accepted : messages.waiting}</Badge>
          </li>
        )}
      </QueryList>
    </Section>
  )
}
