// The portal's cards of unpaid invoices and shared documents.
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { usePortalMessages } from '../../messages/portal.ts'
import { Badge } from '../../parts/badge.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from './portal.module.css'
import { PortalList } from './portal-list.tsx'

export function PortalInvoices() {
  const messages = usePortalMessages()
  const formats = useFormats()
  const query = usePage('invoice', { status: 'outstanding', sortfield: 'datedue', sortdir: 'ASC' }, 5)
  return (
    <PortalList texts={messages.invoices} query={query} to="/invoices">
      {({ id, number, title, balance, currency, datedue, daysoverdue }) => (
        <li key={id} className={styles.line} data-row-link>
          <div className={styles.what}>
            <RecordLink to="/invoices/$id" id={id} text={title} />
            <span className={styles.quiet}>{number}</span>
          </div>
          <div className={styles.when}>
            <strong className="number">{formats.money(balance, currency)}</strong>
            {daysoverdue > 0 ? (
              <Badge tone="bad">{messages.late(daysoverdue)}</Badge>
            ) : (
              datedue !== null && <time dateTime={datedue}>{formats.day(datedue)}</time>
            )}
          </div>
        </li>
      )}
    </PortalList>
  )
}

export function PortalDocuments() {
  const messages = usePortalMessages()
  const formats = useFormats()
  const query = usePage('document', { sortfield: 'datemodified', sortdir: 'DESC' }, 5)
  return (
    <PortalList texts={messages.documents} query={query} to="/documents">
      {(document) => (
        <li key={document.id} className={styles.line} data-row-link>
          <div className={styles.what}>
            <Link to="/documents">{document.title}</Link>
            <span className={styles.quiet}>{document.project}</span>
          </div>
          <span className={styles.quiet}>{formats.moment(document.datemodified)}</span>
        </li>
      )}
    </PortalList>
  )
}
