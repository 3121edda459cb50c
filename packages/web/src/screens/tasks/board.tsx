// The tasks as a board: a column for each status, a card for each task. A card is dragged by mouse or finger, or with
// the keyboard alone; it is moved at once and comes back, with the server's words, when the server refuses.
import type { TaskRecord, TaskstatusRecord } from '@stint/sdk'
import { useCallback, useRef, useState } from 'react'
import { useMay, useSession } from '../../api/session.tsx'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Loading } from '../../parts/page.tsx'
import { filterIds, taskQueryOf } from '../../records/tasks/task-filters.ts'
import { useStatuses } from '../../records/tasks/task-options.ts'
import styles from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import { type CellEdit, type EditCell, InlineEditor } from './inline-editor.tsx'
import { useOptimisticUpdate } from './optimistic-update.ts'
import type { SearchState } from './use-task-search.ts'

/** Tasks on their way from one column to another, by id: where they go. */
export type PendingMoves = ReadonlyMap<number, { readonly task: TaskRecord; readonly statusid: number }>

function usePendingMoves() {
  const messages = useTasksMessages()
  const change = useOptimisticUpdate()
  const [moving, setMoving] = useState<PendingMoves>(new Map())
  const move = async (task: TaskRecord, status: TaskstatusRecord): Promise<void> => {
    if (task.statusid === status.id) return
    const preview = { statusid: status.id, status: status.name, status_order: status.priority }
    setMoving((before) => new Map(before).set(task.id, { task: { ...task, ...preview }, statusid: status.id }))
    await change({ task, fields: { statusid: status.id }, preview, what: messages.columns.status, value: status.name })
    setMoving((before) => {
      const after = new Map(before)
      after.delete(task.id)
      return after
    })
  }
  return { moving, move }
}

export function BoardView({ search }: SearchState) {
  const { role } = useSession()
  const may = useMay()
  const statuses = useStatuses()
  const { moving, move } = usePendingMoves()
  const [inline, setInline] = useState<CellEdit | null>(null)
  const edit = useCallback<EditCell>((field, task, anchor) => setInline({ field, task, anchor }), [])
  const known = useRef(new Map<number, TaskRecord>())
  const drop = (taskid: number, status: TaskstatusRecord): void => {
    const task = known.current.get(taskid)
    if (task !== undefined) void move(task, status)
  }
  const dropOn = (taskid: number, statusid: number): void => {
    const status = statuses.find(({ id }) => id === statusid)
    if (status !== undefined) drop(taskid, status)
  }
  const wanted = filterIds(search, 'statusid')
  // Closed tasks have a column of their own here, so they are not left out beforehand.
  const { excludeclosed, statusid: _statusid, ...query } = taskQueryOf(search, role)
  const closedOut = search.excludeclosed === 't' ? { excludeclosed } : {}
  const shown = statuses.filter(({ id, active }) => (wanted.length === 0 ? active : wanted.includes(id)))
  // Of what is done the newest is looked for; of all else what is due first.
  const closed = statuses.findLast(({ frozen }) => frozen)
  const newest = { sortfield: 'dateclosed', sortdir: 'DESC' } as const
  const orderOf = ({ id }: TaskstatusRecord) => (id === closed?.id && search.sort === undefined ? newest : {})
  if (shown.length === 0) return <Loading />
  return (
    <>
      <div className={styles.board}>
        {shown.map((status) => (
          <BoardColumn
            key={status.id}
            status={status}
            query={{ ...query, ...closedOut, ...orderOf(status), statusid: [status.id] }}
            moving={moving}
            known={known.current}
            onMove={may('task', 'update') ? (taskid) => drop(taskid, status) : undefined}
            onDrop={dropOn}
            edit={may('task', 'update') ? edit : undefined}
          />
        ))}
      </div>
      <InlineEditor editing={inline} onClose={() => setInline(null)} />
    </>
  )
}
