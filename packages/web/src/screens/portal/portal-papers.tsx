// The papers of a client: invoices that are to be paid, and documents that were shared with them.
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty, Loaded, Section } from '../../parts/page.tsx'
import { usePortalWords } from '../../words/portal.ts'
import { numberOf } from '../money/status.tsx'
import styles from './portal.module.css'
import { More } from './portal-more.tsx'

export function PortalInvoices() {
  const words = usePortalWords()
  const formats = useFormats()
  const query = usePage('invoice', { status: 'outstanding', sortfield: 'datedue', sortdir: 'ASC' }, 5)
  return (
    <Section title={words.invoices} card actions={<More to="/invoices">{words.allInvoices}</More>}>
      <Loaded query={query}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty title={words.noInvoices} />
          ) : (
            <ul className={styles.lines}>
              {records.map(({ id, localid, title, balance, datedue, daysoverdue }) => (
                <li key={id} className={styles.line} data-row-link>
                  <div className={styles.what}>
                    <Link to="/invoices/$id" params={{ id: String(id) }}>
                      {title}
                    </Link>
                    <span className={styles.quiet}>{numberOf(localid)}</span>
                  </div>
                  <div className={styles.when}>
                    <strong className="number">{formats.money(balance)}</strong>
                    {daysoverdue > 0 ? (
                      <Badge tone="bad">{words.late(daysoverdue)}</Badge>
                    ) : (
                      datedue !== null && <time dateTime={datedue}>{formats.day(datedue)}</time>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

export function PortalDocuments() {
  const words = usePortalWords()
  const formats = useFormats()
  const query = usePage('document', { sortfield: 'datemodified', sortdir: 'DESC' }, 5)
  return (
    <Section title={words.documents} card actions={<More to="/documents">{words.allDocuments}</More>}>
      <Loaded query={query}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty title={words.noDocuments} />
          ) : (
            <ul className={styles.lines}>
              {records.map((document) => (
                <li key={document.id} className={styles.line} data-row-link>
                  <div className={styles.what}>
                    <Link to="/documents">{document.title}</Link>
                    <span className={styles.quiet}>{document.project}</span>
                  </div>
                  <span className={styles.quiet}>{formats.moment(document.datemodified)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
