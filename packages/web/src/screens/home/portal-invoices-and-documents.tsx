// The papers of a client: invoices that are to be paid, and documents that were shared with them.
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { usePortalMessages } from '../../messages/portal.ts'
import { Badge } from '../../parts/badge.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { invoiceNumber } from '../../records/invoices/invoice-status.tsx'
import styles from './portal.module.css'
import { PortalMoreLink } from './portal-more.tsx'

export function PortalInvoices() {
  const messages = usePortalMessages()
  const formats = useFormats()
  const query = usePage('invoice', { status: 'outstanding', sortfield: 'datedue', sortdir: 'ASC' }, 5)
  return (
    <Section
      title={messages.invoices}
      card
      actions={<PortalMoreLink to="/invoices">{messages.allInvoices}</PortalMoreLink>}
    >
      <QueryList query={query} className={styles.lines} empty={<EmptyState title={messages.noInvoices} />}>
        {({ id, localid, title, balance, datedue, daysoverdue }) => (
          <li key={id} className={styles.line} data-row-link>
            <div className={styles.what}>
              <Link to="/invoices/$id" params={{ id: String(id) }}>
                {title}
              </Link>
              <span className={styles.quiet}>{invoiceNumber(localid)}</span>
            </div>
            <div className={styles.when}>
              <strong className="number">{formats.money(balance)}</strong>
              {daysoverdue > 0 ? (
                <Badge tone="bad">{messages.late(daysoverdue)}</Badge>
              ) : (
                datedue !== null && <time dateTime={datedue}>{formats.day(datedue)}</time>
              )}
            </div>
          </li>
        )}
      </QueryList>
    </Section>
  )
}

export function PortalDocuments() {
  const messages = usePortalMessages()
  const formats = useFormats()
  const query = usePage('document', { sortfield: 'datemodified', sortdir: 'DESC' }, 5)
  return (
    <Section
      title={messages.documents}
      card
      actions={<PortalMoreLink to="/documents">{messages.allDocuments}</PortalMoreLink>}
    >
      <QueryList query={query} className={styles.lines} empty={<EmptyState title={messages.noDocuments} />}>
        {(document) => (
          <li key={document.id} className={styles.line} data-row-link>
            <div className={styles.what}>
              <Link to="/documents">{document.title}</Link>
              <span className={styles.quiet}>{document.project}</span>
            </div>
            <span className={styles.quiet}>{formats.moment(document.datemodified)}</span>
          </li>
        )}
      </QueryList>
    </Section>
  )
}
