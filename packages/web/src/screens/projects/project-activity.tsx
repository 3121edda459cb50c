// What happened on a project lately, put together from what the API keeps: time, tasks opened and closed, documents, notes. A client
// sees tasks and documents, without who did it.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CirclePlus, Clock, File, type LucideIcon, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../api/formats.ts'
import { allOf, pageOf } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { Loading, Section } from '../../parts/page.tsx'
import { useProjectWords } from '../../words/projects.ts'
import activity from './activity.module.css'
import styles from './projects.module.css'

interface Happening {
  readonly key: string
  readonly icon: LucideIcon
  /** A day or a moment. */
  readonly at: string
  readonly id: number
  readonly what: ReactNode
  readonly more: string
}

const most = 10
const some = 8

/** Tasks that were opened or closed. */
function useTasks(projectid: number): Happening[] | undefined {
  const words = useProjectWords().activity
  const opened = useQuery(pageOf('task', { projectid, sortfield: 'datecreated', sortdir: 'DESC' }, some)).data
  const closed = useQuery(pageOf('task', { projectid, sortfield: 'dateclosed', sortdir: 'DESC' }, some)).data
  if (opened === undefined || closed === undefined) return undefined
  const link = (id: number, title: string) => (
    <Link to="/tasks/$id" params={{ id: String(id) }}>
      {title}
    </Link>
  )
  return [
    ...opened.records.map(({ id, title, datecreated }) => ({
      key: `opened-${id}`,
      id,
      icon: CirclePlus,
      at: datecreated,
      what: link(id, title),
      more: words.opened,
    })),
    ...closed.records.flatMap(({ id, title, dateclosed }) =>
      dateclosed === null
        ? []
        : [{ key: `closed-${id}`, id, icon: CircleCheck, at: dateclosed, what: link(id, title), more: words.closed }],
    ),
  ]
}

function useDocuments(projectid: number): Happening[] | undefined {
  const words = useProjectWords().activity
  const { data } = useQuery(pageOf('document', { projectid, sortfield: 'datemodified', sortdir: 'DESC' }, some))
  return data?.records.map(({ id, title, person, datemodified }) => ({
    key: `document-${id}`,
    id,
    icon: File,
    at: datemodified,
    what: (
      <Link to="/projects/$id" params={{ id: String(projectid) }} search={{ tab: 'documents' }}>
        {title}
      </Link>
    ),
    more: person == null ? words.document : words.by(words.document, person),
  }))
}

function useTime(projectid: number, enabled: boolean): Happening[] | undefined {
  const words = useProjectWords().activity
  const formats = useFormats()
  const { data } = useQuery({
    ...pageOf('time', { projectid, sortfield: 'datemodified', sortdir: 'DESC' }, some),
    enabled,
  })
  if (!enabled) return []
  return data?.records.map((entry) => ({
    key: `time-${entry.id}`,
    id: entry.id,
    icon: Clock,
    at: entry.datemodified,
    what: entry.description || entry.task || entry.worktype || '',
    more: words.by(
      entry.task === null ? words.time(formats.hours(entry.time)) : words.timeOn(formats.hours(entry.time), entry.task),
      entry.person ?? '',
    ),
  }))
}

function useNotes(projectid: number): Happening[] | undefined {
  const words = useProjectWords().activity
  const may = useMay()
  const enabled = may('projectnote', 'list')
  const { data } = useQuery({ ...allOf('projectnote', { projectid }), enabled })
  if (!enabled) return []
  return data?.map(({ id, title, author, date }) => ({
    key: `note-${id}`,
    id,
    icon: StickyNote,
    at: date,
    what: (
      <Link to="/projects/$id" params={{ id: String(projectid) }} search={{ tab: 'notes' }}>
        {title}
      </Link>
    ),
    more: words.by(words.note, author ?? ''),
  }))
}

export function ProjectActivity({ projectid }: { readonly projectid: number }) {
  const words = useProjectWords().activity
  const formats = useFormats()
  const isClient = useSession().role === 'Executive'
  const parts = [useTasks(projectid), useDocuments(projectid), useTime(projectid, !isClient), useNotes(projectid)]
  const waiting = parts.some((part) => part === undefined)
  const happenings = parts
    .flatMap((part) => part ?? [])
    // Some have only a day: within one the numbers of the records tell, which grow with time.
    .toSorted((a, b) => b.at.slice(0, 10).localeCompare(a.at.slice(0, 10)) || b.id - a.id)
    .slice(0, most)
  return (
    <Section title={words.title} card>
      {waiting && <Loading />}
      {!waiting && happenings.length === 0 && <p className={styles.faint}>{words.none}</p>}
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
                {formats.dayMonth(at.slice(0, 10))}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
