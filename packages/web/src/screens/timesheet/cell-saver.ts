// Saves the week cell by cell while the user continues typing. Each cell has a state: saving, saved, waiting for the
// server, or rejected with the server's message and the typed text. Saves of one cell are sequential. After a lost
// connection, waiting cells are saved when the server responds again, also after a reload.
import { type Decimal, type IsoDate, StintError, type TimeRecord } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { stint } from '../../api/client.ts'
import { onReconnect, reportNoResponse } from '../../api/connection.ts'
import { invalidateAfterWrite } from '../../api/records.ts'
import { parseHours } from '../../kit/hours.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { showError, showToast } from '../../parts/toast.tsx'
import { type Week, weekQuery } from '../../records/timesheets/week.ts'
import { cellKey, cellsOf, hoursOf, type WeekRow } from '../../records/timesheets/week-rows.ts'
import { keepWaitingCell, type WaitingCell, waitingCells } from './waiting-cells.ts'

export interface CellState {
  readonly state: 'saving' | 'saved' | 'refused' | 'waiting'
  readonly typed: string
  /** The row of the cell, for the list of errors. */
  readonly row: WeekRow
  readonly day: IsoDate
  /** Why the cell is not saved. */
  readonly message?: string
}

type States = ReadonlyMap<string, CellState>

const savedVisibleMs = 1500

const saveErrorText = (error: unknown): string => {
  if (!(error instanceof StintError)) return String(error)
  return error.errors.length === 0 ? error.message : error.errors.map(({ sentence }) => sentence).join('; ')
}

type RowPlacement = Pick<WeekRow, 'taskid' | 'projectid' | 'moduleid'>

/** Where time is booked: on a task, or on a module of a project. */
export const placementOf = ({ taskid, projectid, moduleid }: RowPlacement) =>
  taskid === null ? { projectid, moduleid } : { taskid }

const fieldsOf = (row: WeekRow, personid: number, date: IsoDate) => {
  const { worktypeid, billable } = row
  return { ...placementOf(row), worktypeid, billable, personid, date }
}

/** Creates, updates or deletes the entry of a cell, so that it has these hours. Returns the deleted entry, if any. */
async function writeCell(
  entries: readonly TimeRecord[],
  hours: Decimal,
  fields: ReturnType<typeof fieldsOf>,
  idempotencyKey: string,
): Promise<TimeRecord | null> {
  const [entry, second] = entries
  if (second !== undefined) throw new Error('a cell of several entries is changed entry by entry')
  const none = hours.equals('0')
  if (entry === undefined) {
    if (!none) await stint.time.create({ ...fields, time: hours, description: '' }, { idempotencyKey })
    return null
  }
  if (!none) {
    await stint.time.update(entry.id, { time: hours }, { idempotencyKey })
    return null
  }
  await stint.time.remove(entry.id, { idempotencyKey })
  return entry
}

/** Sets the state of a cell; with `only`, only if that is still the current state. */
type SetState = (key: string, state: CellState | null, only?: CellState) => void

function useStates(): [States, SetState] {
  const [states, setStates] = useState<States>(new Map())
  const set: SetState = (key, state, only) =>
    setStates((before) => {
      if (only !== undefined && before.get(key) !== only) return before
      const next = new Map(before)
      if (state === null) next.delete(key)
      else next.set(key, state)
      return next
    })
  return [states, set]
}

/** When the server responds again, sends what could not be sent. */
function useSendAgain(again: RefObject<Map<string, () => void>>): void {
  useEffect(
    () =>
      onReconnect(() => {
        const waiting = [...again.current.values()]
        again.current.clear()
        for (const send of waiting) send()
      }),
    [again],
  )
}

/** Sends what waited when the page was closed or reloaded: once, whatever renders later. */
function useWaitingCells(week: Week, send: (cell: WaitingCell) => void): void {
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    for (const cell of waitingCells(week)) send(cell)
  })
}

export interface CellSaver {
  readonly states: States
  save(row: WeekRow, day: IsoDate, typed: string): void
  /** Discards the typed text of a cell that is not saved. */
  clear(key: string): void
}

export function useCellSaver(week: Week): CellSaver {
  const messages = useTimeMessages()
  const undoName = useMessages().parts.undo
  const queries = useQueryClient()
  const [states, set] = useStates()
  const lines = useRef(new Map<string, Promise<void>>())
  const again = useRef(new Map<string, () => void>())
  useSendAgain(again)

  const offerUndo = (gone: TimeRecord): void => {
    const { worktypeid, date, time, description, billable } = gone
    const fields = { ...placementOf(gone), worktypeid, date, time, description, billable, personid: week.personid }
    const back = async (): Promise<void> => {
      await stint.time.create(fields)
      await invalidateAfterWrite(queries, 'time')
    }
    showToast(messages.entryGone, { name: undoName, onPress: () => void back().catch(showError) })
  }

  const send = async (row: WeekRow, day: IsoDate, typed: string, hours: Decimal, name: string): Promise<void> => {
    const key = cellKey(row.key, day)
    const entries = cellsOf(queries.getQueryData(weekQuery(week).queryKey) ?? []).get(key) ?? []
    if (hoursOf(entries).equals(hours)) {
      keepWaitingCell(week, key, null)
      return set(key, null)
    }
    try {
      const gone = await writeCell(entries, hours, fieldsOf(row, week.personid, day), name)
      keepWaitingCell(week, key, null)
      await invalidateAfterWrite(queries, 'time')
      const saved: CellState = { state: 'saved', typed, row, day }
      set(key, saved)
      setTimeout(() => set(key, null, saved), savedVisibleMs)
      if (gone !== null) offerUndo(gone)
    } catch (error) {
      const lost = error instanceof StintError && error.kind === 'network'
      if (lost) {
        reportNoResponse()
        again.current.set(key, () => save(row, day, typed, name))
      }
      keepWaitingCell(week, key, lost ? { row, day, typed, idempotencyKey: name } : null)
      set(key, {
        state: lost ? 'waiting' : 'refused',
        typed,
        row,
        day,
        message: lost ? messages.waitingLong : saveErrorText(error),
      })
    }
  }

  // A repeated save keeps its idempotency key, so that hours are not stored twice if only the response was lost.
  const save = (row: WeekRow, day: IsoDate, typed: string, repeated?: string): void => {
    const key = cellKey(row.key, day)
    const hours = parseHours(typed)
    again.current.delete(key)
    // A repeated save stays stored until it has an outcome.
    if (repeated === undefined) keepWaitingCell(week, key, null)
    const name = repeated ?? crypto.randomUUID()
    if (hours === null) {
      set(key, { state: 'refused', typed, row, day, message: messages.notHours })
      return
    }
    set(key, { state: 'saving', typed, row, day })
    const before = lines.current.get(key) ?? Promise.resolve()
    lines.current.set(
      key,
      before.then(() => send(row, day, typed, hours, name)),
    )
  }

  useWaitingCells(week, ({ row, day, typed, idempotencyKey }) => save(row, day, typed, idempotencyKey))

  const clear = (key: string): void => {
    again.current.delete(key)
    keepWaitingCell(week, key, null)
    set(key, null)
  }
  return { states, save, clear }
}
