// What a client asked for, and whether it is in work.
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty, Loaded, Section } from '../../parts/page.tsx'
import { usePortalWords } from '../../words/portal.ts'
import styles from './portal.module.css'
import { More } from './portal-more.tsx'

export function PortalRequests() {
  const words = usePortalWords()
  const formats = useFormats()
  const query = usePage('request', { sortfield: 'date', sortdir: 'DESC' }, 5)
  return (
    <Section title={words.requests} card actions={<More to="/requests">{words.allRequests}</More>}>
      <Loaded query={query}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty title={words.noRequests} />
          ) : (
            <ul className={styles.lines}>
              {records.map(({ id, title, date, accepted }) => (
                <li key={id} className={styles.line} data-row-link>
                  <div className={styles.what}>
                    <Link to="/requests/$id" params={{ id: String(id) }}>
                      {title}
                    </Link>
                    <span className={styles.quiet}>{formats.moment(date)}</span>
                  </div>
                  <Badge tone={accepted ? 'good' : 'plain'}>{accepted ? words.accepted : words.waiting}</Badge>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
