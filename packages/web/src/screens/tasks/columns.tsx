// The columns of the table of tasks that the role may see, and which of them the person has hidden. The browser stores
// the choice.
import type { TaskRecord } from '@stint/sdk'
import { useMemo } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { type FieldOf, maySee, type SortOf, sortsOf } from '../../api/permissions.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { createStore } from '../../frame/store.ts'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import type { TableColumn } from '../../parts/record-table.tsx'
import { TaskStatusBadge } from '../../records/tasks/task-status.tsx'
import {
  AvatarGroup,
  Due,
  EditableCell,
  ItemsDone,
  type OpenTask,
  Priority,
  splitNames,
  TaskLink,
  useOpenTask,
} from './cells.tsx'
import type { EditCell, EditedField } from './inline-editor.tsx'
import styles from './tasks.module.css'
import { TimerCell, useRowTimers } from './timer-cell.tsx'

interface ColumnSpec {
  /** Stored in the browser, so it must not change. */
  readonly id: string
  readonly field: FieldOf<'task'> & keyof ReturnType<typeof useColumnNames>
  readonly sort?: SortOf<'task'>
  readonly width?: number
  readonly grow?: number
  readonly numeric?: boolean
  /** Shown unless the person has hidden it. */
  readonly visibleByDefault?: boolean
  readonly cell: (task: TaskRecord, given: CellContext) => React.ReactNode
}

interface CellContext {
  readonly open: OpenTask
  readonly edit: EditCell | undefined
  readonly messages: ReturnType<typeof useTasksMessages>
  readonly formats: Formats
  readonly today: string
}

const dayCell =
  (field: 'dateopen' | 'dateclosed' | 'datecreated') =>
  (task: TaskRecord, { formats }: CellContext) => {
    const day = task[field]
    return day === null ? null : <time dateTime={day}>{formats.day(day)}</time>
  }

const hoursCell =
  (field: 'actual' | 'billable' | 'estimate') =>
  (task: TaskRecord, { formats }: CellContext) =>
    task[field].equals('0') ? <span className={styles.faint}>{'–'}</span> : formats.hours(task[field])

/** A cell that opens the editor of its field. Screen readers read the value. */
const editable =
  (field: EditedField, content: (task: TaskRecord, given: CellContext) => { value: string; shown: React.ReactNode }) =>
  (task: TaskRecord, given: CellContext) => {
    const { value, shown } = content(task, given)
    return (
      <EditableCell task={task} field={field} edit={given.edit} value={value}>
        {shown}
      </EditableCell>
    )
  }

const specs: readonly ColumnSpec[] = [
  {
    id: 'localid',
    field: 'localid',
    sort: 'localid',
    width: 58,
    visibleByDefault: true,
    cell: ({ localid }) => <span className={styles.number}>{localid}</span>,
  },
  {
    id: 'title',
    field: 'title',
    sort: 'title',
    grow: 1.1,
    visibleByDefault: true,
    cell: (task, { open }) => (
      <span className={styles.titleCell}>
        <TaskLink task={task} open={open} />
        <ItemsDone task={task} />
      </span>
    ),
  },
  {
    id: 'project',
    field: 'project',
    sort: 'project',
    width: 138,
    grow: 1,
    visibleByDefault: true,
    cell: ({ project }) => project,
  },
  { id: 'client', field: 'client', sort: 'client', width: 160, cell: ({ client }) => client },
  { id: 'label', field: 'projectlabel', sort: 'projectlabel', width: 110, cell: ({ projectlabel }) => projectlabel },
  {
    id: 'status',
    field: 'status',
    sort: 'status_order',
    width: 128,
    visibleByDefault: true,
    cell: editable('statusid', (task) => ({ value: task.status, shown: <TaskStatusBadge task={task} /> })),
  },
  {
    id: 'priority',
    field: 'severity',
    sort: 'sev.priority',
    width: 84,
    visibleByDefault: true,
    cell: editable('priorityid', (task) => ({ value: task.severity, shown: <Priority task={task} /> })),
  },
  {
    id: 'assignees',
    field: 'assignees',
    sort: 'assignee',
    width: 136,
    grow: 0.8,
    visibleByDefault: true,
    cell: editable('assigneeid', (task, { messages }) => ({
      value: task.assignees || messages.noAssignee,
      shown: <AvatarGroup names={splitNames(task.assignees)} none={messages.noAssignee} />,
    })),
  },
  {
    id: 'owners',
    field: 'owners',
    sort: 'owners',
    width: 160,
    cell: (task) => <AvatarGroup names={splitNames(task.owners)} none="" />,
  },
  {
    id: 'followers',
    field: 'followers',
    width: 130,
    cell: (task) => <AvatarGroup names={splitNames(task.followers)} none="" />,
  },
  {
    id: 'milestone',
    field: 'milestone',
    sort: 'milestone',
    width: 160,
    cell: editable('milestoneid', (task, { messages }) => ({
      value: task.milestone ?? messages.noMilestone,
      shown: task.milestone ?? <span className={styles.faint}>{'–'}</span>,
    })),
  },
  {
    id: 'module',
    field: 'module',
    sort: 'module',
    width: 140,
    cell: editable('moduleid', (task) => ({ value: task.module, shown: task.module })),
  },
  {
    id: 'datedue',
    field: 'datedue',
    sort: 'datedue',
    width: 126,
    visibleByDefault: true,
    cell: (task, { edit, messages, formats, today }) => (
      <EditableCell
        task={task}
        field="datedue"
        edit={edit}
        value={task.datedue === null ? messages.noDue : formats.day(task.datedue)}
      >
        <Due task={task} today={today} formats={formats} />
      </EditableCell>
    ),
  },
  { id: 'dateopen', field: 'dateopen', sort: 'dateopen', width: 112, cell: dayCell('dateopen') },
  { id: 'dateclosed', field: 'dateclosed', sort: 'dateclosed', width: 112, cell: dayCell('dateclosed') },
  { id: 'datecreated', field: 'datecreated', sort: 'datecreated', width: 112, cell: dayCell('datecreated') },
  {
    id: 'datemodified',
    field: 'datemodified',
    width: 160,
    cell: ({ datemodified }, { formats }) => <time dateTime={datemodified}>{formats.moment(datemodified)}</time>,
  },
  {
    id: 'estimate',
    field: 'estimate',
    sort: 'estimate',
    width: 82,
    numeric: true,
    visibleByDefault: true,
    cell: hoursCell('estimate'),
  },
  { id: 'actual', field: 'actual', width: 84, numeric: true, cell: hoursCell('actual') },
  { id: 'billable', field: 'billable', width: 84, numeric: true, cell: hoursCell('billable') },
]

/** The labels of the columns by field; two of them are shorter than the labels of the fields. */
const useColumnNames = () => {
  const labels = useLabels().task
  const { columns } = useTasksMessages()
  return useMemo(() => ({ ...labels, ...columns }), [labels, columns])
}

/** The columns that can be hidden; the title is always shown. */
export function useColumnChoices(): readonly { readonly id: string; readonly name: string }[] {
  const { role } = useSession()
  const names = useColumnNames()
  return specs
    .filter(({ id, field }) => id !== 'title' && maySee(role, 'task', field))
    .map(({ id, field }) => ({ id, name: names[field] }))
}

export function useColumns(edit: EditCell | undefined): readonly TableColumn<TaskRecord>[] {
  const { role } = useSession()
  const may = useMay()
  const messages = useTasksMessages()
  const names = useColumnNames()
  const formats = useFormats()
  const today = useToday()
  const open = useOpenTask()
  const timed = may('timer', 'create')
  const timers = useRowTimers()
  return useMemo(() => {
    const given = { edit, open, messages, formats, today }
    const sorts: readonly string[] = sortsOf('task', role)
    const columns = specs
      .filter(({ field }) => maySee(role, 'task', field))
      .map(({ cell, sort, field, visibleByDefault: _usual, ...spec }) => ({
        ...spec,
        name: names[field],
        sort: sort !== undefined && sorts.includes(sort) ? sort : undefined,
        cell: (task: TaskRecord) => cell(task, given),
      }))
    const timer = {
      id: 'timer',
      pressed: true,
      name: messages.timer,
      width: 62,
      cell: (task: TaskRecord) => <TimerCell task={task} timers={timers} />,
    }
    return timed ? [...columns, timer] : columns
  }, [edit, open, messages, names, formats, today, role, timed, timers])
}

const storageKey = 'stint-task-columns'
const hiddenByDefault: readonly string[] = specs
  .filter(({ visibleByDefault }) => visibleByDefault !== true)
  .map(({ id }) => id)

function readHidden(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(kept) ? kept.map(String) : hiddenByDefault
  } catch {
    return hiddenByDefault
  }
}

const hidden = createStore(readHidden())

export const useHiddenColumns = hidden.use

export function hideColumns(ids: readonly string[]): void {
  localStorage.setItem(storageKey, JSON.stringify(ids))
  hidden.set(ids)
}

export const resetColumns = (): void => {
  localStorage.removeItem(storageKey)
  hidden.set(hiddenByDefault)
}
