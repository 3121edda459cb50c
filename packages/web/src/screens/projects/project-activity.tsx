// The recent activity on a project, combined from several lists: time, opened and closed tasks, documents, notes. A
// client sees tasks and documents, without the names of people.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CirclePlus, Clock, File, type LucideIcon, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../api/formats.ts'
import { allQuery, pageQuery } from '../../api/records.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import { useProjectMessages } from '../../messages/projects.ts'
import { Loading, Section } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from '../../records/record.module.css'
import activity from './activity.module.css'

interface ActivityEntry {
  readonly key: string
  readonly icon: LucideIcon
  /** A day, or a day with time. */
  readonly at: string
  readonly id: number
  readonly what: ReactNode
  readonly more: string
}

const maxEntries = 10
const pageSize = 8

/** Recently opened and closed tasks. */
function useTaskActivity(projectid: number): ActivityEntry[] | undefined {
  const messages = useProjectMessages().activity
  const opened = useQuery(pageQuery('task', { projectid, sortfield: 'datecreated', sortdir: 'DESC' }, pageSize)).data
  const closed = useQuery(pageQuery('task', { projectid, sortfield: 'dateclosed', sortdir: 'DESC' }, pageSize)).data
  if (opened === undefined || closed === undefined) return undefined
  const link = (id: number, title: string) => <RecordLink to="/tasks/$id" id={id} text={title} />
  return [
    ...opened.records.map(({ id, title, datecreated }) => ({
      key: `opened-${id}`,
      id,
      icon: CirclePlus,
      at: datecreated,
      what: link(id, title),
      more: messages.opened,
    })),
    ...closed.records.flatMap(({ id, title, dateclosed }) =>
      dateclosed === null
        ? []
        : [
            {
              key: `closed-${id}`,
              id,
              icon: CircleCheck,
              at: dateclosed,
              what: link(id, title),
              more: messages.closed,
            },
          ],
    ),
  ]
}

const tabLink = (projectid: number, tab: string, title: string) => (
  <Link to="/projects/$id" params={{ id: String(projectid) }} search={{ tab }}>
    {title}
  </Link>
)

function useDocumentActivity(projectid: number): ActivityEntry[] | undefined {
  const messages = useProjectMessages().activity
  const { data } = useQuery(pageQuery('document', { projectid, sortfield: 'datemodified', sortdir: 'DESC' }, pageSize))
  return data?.records.map(({ id, title, person, datemodified }) => ({
    key: `document-${id}`,
    id,
    icon: File,
    at: datemodified,
    what: tabLink(projectid, 'documents', title),
    more: person == null ? messages.document : messages.by(messages.document, person),
  }))
}

function useTimeActivity(projectid: number, enabled: boolean): ActivityEntry[] | undefined {
  const messages = useProjectMessages().activity
  const formats = useFormats()
  const { data } = useQuery({
    ...pageQuery('time', { projectid, sortfield: 'datemodified', sortdir: 'DESC' }, pageSize),
    enabled,
  })
  if (!enabled) return []
  return data?.records.map((entry) => ({
    key: `time-${entry.id}`,
    id: entry.id,
    icon: Clock,
    at: entry.datemodified,
    what: entry.description || entry.task || entry.worktype || '',
    more: messages.by(
      entry.task === null
        ? messages.time(formats.hours(entry.time))
        : messages.timeOn(formats.hours(entry.time), entry.task),
      entry.person ?? '',
    ),
  }))
}

function useNoteActivity(projectid: number): ActivityEntry[] | undefined {
  const messages = useProjectMessages().activity
  const may = useMay()
  const enabled = may('projectnote', 'list')
  const { data } = useQuery({ ...allQuery('projectnote', { projectid }), enabled })
  if (!enabled) return []
  return data?.map(({ id, title, author, date }) => ({
    key: `note-${id}`,
    id,
    icon: StickyNote,
    at: date,
    what: tabLink(projectid, 'notes', title),
    more: messages.by(messages.note, author ?? ''),
  }))
}

export function ProjectActivity({ projectid }: { readonly projectid: number }) {
  const messages = useProjectMessages().activity
  const formats = useFormats()
  const sees = useMaySee()
  const parts = [
    useTaskActivity(projectid),
    useDocumentActivity(projectid),
    useTimeActivity(projectid, sees('time', 'person')),
    useNoteActivity(projectid),
  ]
  const waiting = parts.some((part) => part === undefined)
  const happenings = parts
    .flatMap((part) => part ?? [])
    // Some entries have only a day. Within a day they are ordered by id, which grows with time.
    .toSorted((a, b) => b.at.slice(0, 10).localeCompare(a.at.slice(0, 10)) || b.id - a.id)
    .slice(0, maxEntries)
  return (
    <Section title={messages.title} card>
      {waiting && <Loading />}
      {!waiting && happenings.length === 0 && <p className={styles.faint}>{messages.none}</p>}
      {!waiting && happenings.length > 0 && (
        <ol className={activity.list}>
          {happenings.map(({ key, icon: Picture, at, what, more }) => (
            <li key={key} className={activity.happening}>
              <Picture size={15} aria-hidden />
              <span className={activity.what}>
                <span>{what}</span>
                <span className={styles.faint}>{more}</span>
              </span>
              <time dateTime={at} className={styles.faint}>
                {formats.day(at.slice(0, 10))}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
