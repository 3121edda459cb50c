// The tasks as a table, sorted by the server, with fields that can be edited in the row. Keys move and select. On a
// phone, each task is one tall row.
import type { TaskRecord } from '@stint/sdk'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { useListWindow } from '../../api/list-window.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { setSourceList } from '../../frame/source-list.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { useAfterPaint } from '../../parts/after-paint.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { LoadError } from '../../parts/page.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { VirtualTable, type VirtualTableHandle } from '../../parts/virtual-table.tsx'
import { taskQueryOf, taskSorting } from '../../records/tasks/task-filters.ts'
import { TaskStatusBadge } from '../../records/tasks/task-status.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import { AvatarGroup, Due, Priority, splitNames, TaskLink, useOpenTask } from './cells.tsx'
import { useColumns, useHiddenColumns } from './columns.tsx'
import { type CellEdit, type EditCell, InlineEditor } from './inline-editor.tsx'
import { NoTasks } from './no-tasks.tsx'
import { usePrintKey } from './print-key.ts'
import { type Selection, useSelection } from './selection.ts'
import styles from './tasks.module.css'
import type { SearchState } from './use-task-search.ts'

/** The number of placeholder rows while the first page loads. */
const placeholderRows = 14
const tallRow = 68
const nothingHidden: readonly string[] = []

function usePhoneColumns(): readonly TableColumn<TaskRecord>[] {
  const messages = useTasksMessages()
  const formats = useFormats()
  const today = useToday()
  const open = useOpenTask()
  return useMemo(
    () => [
      {
        id: 'title',
        name: messages.columns.title,
        cell: (task: TaskRecord) => (
          <div className={styles.tall}>
            <TaskLink task={task} open={open} />
            <div className={styles.tallMore}>
              <Priority task={task} />
              <TaskStatusBadge task={task} />
              {task.datedue !== null && <Due task={task} today={today} formats={formats} />}
              <span className={styles.tallProject}>{task.project}</span>
              <AvatarGroup names={splitNames(task.assignees)} none="" bare />
            </div>
          </div>
        ),
      },
    ],
    [messages, formats, today, open],
  )
}

function useTableKeys(
  table: RefObject<VirtualTableHandle | null>,
  selection: Selection,
  at: (index: number) => TaskRecord | undefined,
) {
  const messages = useTasksMessages().keys
  const may = useMay()
  const [editing, setEditing] = useState<readonly TaskRecord[] | null>(null)
  const here = (): TaskRecord | undefined => at(table.current?.current() ?? -1)
  const select = (): void => {
    const task = here()
    if (task !== undefined) selection.choose([task], !selection.ids.has(task.id))
  }
  const edit = (): void => {
    const task = here()
    if (selection.tasks.size > 0) setEditing([...selection.tasks.values()])
    else if (task !== undefined) setEditing([task])
  }
  const changes = [
    { keys: 'x', name: messages.select, run: select },
    { keys: 'e', name: messages.edit, run: edit },
  ]
  useShortcutKeys([
    { keys: 'j', name: messages.down, run: () => table.current?.move(1) },
    { keys: 'k', name: messages.up, run: () => table.current?.move(-1) },
    ...(may('task', 'update') ? changes : []),
  ])
  return { editing, edit, close: () => setEditing(null) }
}

/** Tells the page of a task which tasks are before and after it. Only the rows that were visible lately are known. */
function useTaskSourceList(count: number | undefined, at: (index: number) => TaskRecord | undefined): void {
  useEffect(() => {
    const ids = Array.from({ length: count ?? 0 }, (_, place) => at(place)?.id)
    setSourceList(
      'task',
      ids.filter((id) => id !== undefined),
    )
  }, [count, at])
}

export function TableView({ search, set }: SearchState) {
  const messages = useTasksMessages()
  const { role } = useSession()
  const may = useMay()
  const narrow = useNarrow()
  const query = taskQueryOf(search, role)
  const { count, at, onRange, stale, error, retry } = useListWindow('task', query)
  useTaskSourceList(count, at)
  usePrintKey({ count, at, onRange })
  const selection = useSelection()
  const table = useRef<VirtualTableHandle>(null)
  const bulk = useTableKeys(table, selection, at)
  const [inline, setInline] = useState<CellEdit | null>(null)
  const edit = useCallback<EditCell>((field, task, anchor) => setInline({ field, task, anchor }), [])
  const columns = useColumns(may('task', 'update') ? edit : undefined)
  const tall = usePhoneColumns()
  const hidden = useHiddenColumns()
  const rowsAreShown = useAfterPaint()
  if (error !== null && count === undefined) return <LoadError error={error} onRetry={retry} />
  return (
    <>
      <div className={styles.table}>
        <VirtualTable
          label={messages.title}
          columns={narrow ? tall : columns}
          hidden={narrow ? nothingHidden : hidden}
          count={count ?? placeholderRows}
          at={at}
          onRange={onRange}
          sorting={taskSorting(search)}
          onSort={({ field, down }) => set({ ...search, sort: `${down ? '-' : ''}${field}` })}
          selected={selection.ids}
          onSelect={may('task', 'update') ? selection.choose : undefined}
          nameOf={({ title }) => title}
          rowHeight={narrow ? tallRow : 41}
          of={JSON.stringify(query)}
          stale={stale}
          handle={table}
          empty={<NoTasks search={search} set={set} />}
        />
      </div>
      {rowsAreShown && <BulkBar selection={selection} query={query} count={count ?? 0} onEdit={bulk.edit} />}
      {bulk.editing !== null && <BulkEdit selection={selection} tasks={bulk.editing} onClose={bulk.close} />}
      {rowsAreShown && <InlineEditor editing={inline} onClose={() => setInline(null)} />}
    </>
  )
}
