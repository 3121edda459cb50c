// The tasks as a board: a column for each status, a card for each task. A card is dragged by mouse or finger, or with the keyboard
// alone; it is moved at once and comes back, with the server's words, when the server refuses.
import type { TaskRecord, TaskstatusRecord } from '@stint/sdk'
import { useCallback, useRef, useState } from 'react'
import { useMay, useSession } from '../../api/session.tsx'
import { Loading } from '../../parts/page.tsx'
import { useTasksWords } from '../../words/tasks.ts'
import styles from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import { useChangeTask } from './change.ts'
import { type Edit, type Editing, InlineEditor } from './inline-editor.tsx'
import { useStatuses } from './options.ts'
import { idsOf, queryOf } from './search.ts'
import type { SearchState } from './use-search.ts'

/** Tasks on their way from one column to another, by id: where they go. */
export type Moving = ReadonlyMap<number, { readonly task: TaskRecord; readonly statusid: number }>

function useMoving() {
  const words = useTasksWords()
  const change = useChangeTask()
  const [moving, setMoving] = useState<Moving>(new Map())
  const move = async (task: TaskRecord, status: TaskstatusRecord): Promise<void> => {
    if (task.statusid === status.id) return
    const shows = { statusid: status.id, status: status.name, status_order: status.priority }
    setMoving((before) => new Map(before).set(task.id, { task: { ...task, ...shows }, statusid: status.id }))
    await change({ task, fields: { statusid: status.id }, shows, what: words.columns.status, value: status.name })
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
  const { moving, move } = useMoving()
  const [inline, setInline] = useState<Editing | null>(null)
  const edit = useCallback<Edit>((field, task, anchor) => setInline({ field, task, anchor }), [])
  const known = useRef(new Map<number, TaskRecord>())
  const drop = (taskid: number, status: TaskstatusRecord): void => {
    const task = known.current.get(taskid)
    if (task !== undefined) void move(task, status)
  }
  const dropOn = (taskid: number, statusid: number): void => {
    const status = statuses.find(({ id }) => id === statusid)
    if (status !== undefined) drop(taskid, status)
  }
  const wanted = idsOf(search, 'statusid')
  // Closed tasks have a column of their own here, so they are not left out beforehand.
  const { excludeclosed, statusid: _statusid, ...query } = queryOf(search, role)
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
