// A list of time entries with day, person, work and hours, and their sum. People are left out for roles that do not get
// them.
import type { TimeRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { sumHours } from '../../kit/hours.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { EmptyState } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from './entries.module.css'

interface EntryListProps {
  readonly entries: readonly TimeRecord[]
  /** There are more entries than those shown; then no sum is shown here. */
  readonly cut?: boolean
}

export function EntryList({ entries, cut = false }: EntryListProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  if (entries.length === 0) return <EmptyState title={messages.noEntries} />
  return (
    <>
      {!cut && (
        <p className={styles.sum}>
          {messages.entriesSum(entries.length, formats.hours(sumHours(entries.map(({ time }) => time))))}
        </p>
      )}
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className={styles.day}>{formats.shortDay(entry.date)}</span>
            <span className={styles.what}>
              <span>
                {entry.taskid === null || entry.task === null ? (
                  (entry.module ?? entry.project ?? '')
                ) : (
                  <RecordLink to="/tasks/$id" id={entry.taskid} text={entry.task} />
                )}
              </span>
              {entry.description !== '' && <span className={styles.note}>{entry.description}</span>}
              <span className={styles.note}>
                {[entry.person, entry.worktype].filter((text) => text != null && text !== '').join(' · ')}
              </span>
            </span>
            <span className={styles.hours}>{formats.hours(entry.time)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
