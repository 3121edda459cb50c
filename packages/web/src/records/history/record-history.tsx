// The history of one record: who changed what, newest first. Everybody who sees the record sees it; the server leaves
// out what is hidden from them.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type HistoryResource, historyQuery } from '../../api/events.ts'
import { useFormats } from '../../api/formats.ts'
import { useHistoryMessages } from '../../messages/history.ts'
import { Button } from '../../parts/button.tsx'
import { Loading, Section } from '../../parts/page.tsx'
import { useEventSentences } from './change-text.ts'
import styles from './history.module.css'

const pageSize = 10

interface RecordHistoryProps {
  readonly resource: HistoryResource
  readonly id: number
  readonly card?: boolean
  /** The heading, where the page has another history. */
  readonly title?: string
  /** The currency of its amounts. */
  readonly currency?: string | undefined
}

export function RecordHistory({ resource, id, card = false, title, currency }: RecordHistoryProps) {
  const messages = useHistoryMessages()
  const formats = useFormats()
  const [size, setSize] = useState(pageSize)
  const { data, isFetching } = useQuery(historyQuery(resource, id, size))
  const events = data?.records ?? []
  const sentencesOf = useEventSentences(events, currency)
  return (
    <Section title={title ?? messages.title} card={card}>
      {data === undefined && isFetching && <Loading />}
      {data !== undefined && events.length === 0 && <p className={styles.time}>{messages.none}</p>}
      <ol className={styles.list}>
        {events.map((event) => (
          <li key={event.id} className={styles.event}>
            <div>
              {sentencesOf(event).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
            <time className={styles.time}>{formats.moment(event.date)}</time>
          </li>
        ))}
      </ol>
      {data !== undefined && data.count > events.length && (
        <div>
          <Button small busy={isFetching} onPress={() => setSize(size + pageSize)}>
            {messages.showMore}
          </Button>
        </div>
      )}
    </Section>
  )
}
