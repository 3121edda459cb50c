// The tasks as a board: a column for each status and a card for each task. Cards are moved by mouse, finger or
// keyboard. A card moves at once; if the server refuses, it moves back and the reason is shown.
import type { TaskRecord, TaskstatusRecord } from '@stint/sdk'
import { useCallback, useRef, useState } from 'react'
import { useMay, useSession } from '../../api/session.tsx'
import { useLabels } from '../../messages/labels.ts'
import { Loading } from '../../parts/page.tsx'
import { filterIds, taskQueryOf } from '../../records/tasks/task-filters.ts'
import { useStatuses } from '../../records/tasks/task-options.ts'
import styles from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import { type CellEdit, type EditCell, InlineEditor } from './inline-editor.tsx'
import { useOptimisticUpdate } from './optimistic-update.ts'
import type { SearchState } from './use-task-search.ts'

/** The tasks that are being moved, by id, with their new column. */
export type PendingMoves = ReadonlyMap<number, { readonly task: TaskRecord; readonly statusid: number }>

function usePendingMoves() {
  const label = useLabels().task.statusid
  const change = useOptimisticUpdate()
  const [moving, setMoving] = useState<PendingMoves>(new Map())
  const move = async (task: TaskRecord, status: TaskstatusRecord): Promise<void> => {
    if (task.statusid === status.id) return
    const preview = { statusid: status.id, status: status.name, status_order: status.priority }
    setMoving((before) => new Map(before).set(task.id, { task: { ...task, ...preview }, statusid: status.id }))
    await change({ task, fields: { statusid: status.id }, preview, what: label, value: status.name })
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
  // The board has a column for closed tasks, so they are only excluded if the URL says so.
  const { excludeclosed, statusid: _statusid, ...query } = taskQueryOf(search, role)
  const closedOut = search.excludeclosed === 't' ? { excludeclosed } : {}
  const shown = statuses.filter(({ id, active }) => (wanted.length === 0 ? active : wanted.includes(id)))
  // Closed tasks are sorted newest first, the others by due date.
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
