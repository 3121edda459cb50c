// The contents of the cells of the table and the cards of the board: priority, people, due date, and values that open
// an editor when they are pressed.
import type { TaskRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock, ListChecks } from 'lucide-react'
import { type MouseEvent, type ReactNode, useCallback } from 'react'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Avatar } from '../../parts/badge.tsx'
import { Dot } from '../../parts/dot.tsx'
import type { EditCell, EditedField } from './inline-editor.tsx'
import styles from './tasks.module.css'

export const isOverdue = ({ datedue, dateclosed }: TaskRecord, today: string): boolean =>
  datedue !== null && dateclosed === null && datedue < today

/** The names behind the ids, in the same order. */
export const splitNames = (names: string | null | undefined): string[] => (names ? names.split(', ') : [])

interface EditableCellProps {
  readonly task: TaskRecord
  readonly field: EditedField
  /** Undefined if the person may not change tasks. */
  readonly edit: EditCell | undefined
  readonly value: string
  readonly children: ReactNode
}

export function EditableCell({ task, field, edit, value, children }: EditableCellProps) {
  const messages = useTasksMessages()
  const labels = useLabels().task
  if (edit === undefined) return children
  const label = messages.filterText(messages.change(labels[field], messages.number(task.localid)), value)
  return (
    <button
      type="button"
      className={styles.pressable}
      aria-label={label}
      onClick={({ currentTarget }) => edit(field, task, currentTarget)}
    >
      {children}
    </button>
  )
}

export type OpenTask = (task: TaskRecord) => void

export function useOpenTask(): OpenTask {
  const navigate = useNavigate()
  return useCallback(({ id }) => void navigate({ to: '/tasks/$id', params: { id: String(id) } }), [navigate])
}

interface TaskLinkProps {
  readonly task: TaskRecord
  readonly open: OpenTask
}

/** A plain link: the links of the router are too slow for a long table. */
export function TaskLink({ task, open }: TaskLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(task)
  }
  return (
    <a href={`/app/tasks/${task.id}`} className={styles.taskLink} title={task.title} onClick={follow}>
      {task.title}
    </a>
  )
}

const maxAvatars = 3

interface AvatarGroupProps {
  readonly names: readonly string[]
  /** The text if there are no names. */
  readonly none: string
  /** Shows initials only, where a name does not fit. */
  readonly bare?: boolean
}

export function AvatarGroup({ names, none, bare = false }: AvatarGroupProps) {
  const messages = useTasksMessages()
  if (names.length === 0) return <span className={styles.faint}>{none}</span>
  return (
    <span className={styles.faces}>
      <span className={styles.stack}>
        {names.slice(0, maxAvatars).map((name) => (
          <Avatar key={name} name={name} small />
        ))}
      </span>
      {names.length > maxAvatars && <span className={styles.faint}>{messages.more(names.length - maxAvatars)}</span>}
      {names.length === 1 && !bare && <span className={styles.faceName}>{names[0]}</span>}
      {names.length > 1 && <span className="printed">{names.join(', ')}</span>}
    </span>
  )
}

export function Priority({ task }: { readonly task: TaskRecord }) {
  return (
    <span className={styles.priority}>
      <Dot color={task.color} />
      {task.severity}
    </span>
  )
}

/** How much of the checklist is done, if there is one. */
export function ItemsDone({ task: { items, itemsdone } }: { readonly task: TaskRecord }) {
  const messages = useTasksMessages()
  if (items === 0) return null
  return (
    <span className={styles.itemsDone} title={messages.itemsDoneText(itemsdone, items)}>
      <ListChecks size={13} aria-hidden />
      <span aria-hidden>{messages.itemsDone(itemsdone, items)}</span>
      <span className="hidden">{messages.itemsDoneText(itemsdone, items)}</span>
    </span>
  )
}

interface DueProps {
  readonly task: TaskRecord
  /** Passed in, because calling the hooks in every cell is slow. */
  readonly today: string
  readonly formats: Formats
}

export function Due({ task, today, formats }: DueProps) {
  const messages = useTasksMessages()
  const late = isOverdue(task, today)
  if (task.datedue === null) return <span className={styles.faint}>{'–'}</span>
  return (
    <span className={styles.dueDay} data-late={late}>
      {late && <CalendarClock size={13} aria-hidden />}
      <time dateTime={task.datedue}>{formats.day(task.datedue)}</time>
      {late && <span className="hidden">{messages.overdue}</span>}
    </span>
  )
}
