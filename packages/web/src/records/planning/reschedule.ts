// Moves tasks and milestones to other days. The new place is shown at once; if the server refuses or somebody else has
// changed the dates, the record returns and the reason is shown. A move can be undone for a few seconds.
import { StintError } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { oneQuery, useUpdate } from '../../api/records.ts'
import { addDays, daysBetween } from '../../kit/day.ts'
import { errorText, isNetworkError } from '../../kit/error-text.ts'
import { type PlanDates, sameDates } from '../../kit/planning.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePlanningMessages } from '../../messages/planning.ts'
import { showError, showToast } from '../../parts/toast.tsx'
import type { PlanItem } from './plan-item.ts'

/** A record whose move is not saved yet. */
interface Move {
  readonly item: PlanItem
  /** The dates that the server has. */
  saved: PlanDates
  wanted: PlanDates
  isUndo: boolean
  saving: boolean
  timer?: ReturnType<typeof setTimeout>
}

const datesOf = ({ begin, end }: PlanDates): PlanDates => ({ begin, end })

/** Several key presses are saved as one move. */
const keysPauseMs = 500

type SaveDates = (item: PlanItem, before: PlanDates, after: PlanDates) => Promise<void>

/** Writes the dates, unless the record no longer has the dates that were shown. */
function useSaveDates(): SaveDates {
  const queries = useQueryClient()
  const messages = usePlanningMessages()
  const updateTask = useUpdate('task')
  const updateMilestone = useUpdate('milestone')
  const check = (unchanged: boolean): void => {
    if (unchanged) return
    void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === 'task' || name === 'milestone' })
    throw new Error(messages.changedMeanwhile)
  }
  const write: SaveDates = async ({ kind, id }, before, after) => {
    if (kind === 'milestone') {
      const ifMatch = await queries.fetchQuery({ ...oneQuery('milestone', id), staleTime: 0 })
      check(ifMatch.datedue === before.end)
      await updateMilestone.mutateAsync({ id, fields: { datedue: after.end }, ifMatch })
      return
    }
    const ifMatch = await queries.fetchQuery({ ...oneQuery('task', id), staleTime: 0 })
    const { dateopen, datedue } = ifMatch
    // A task that starts after it is due is shown on the day that it is due.
    check(datedue === before.end && (dateopen === before.begin || dateopen > before.end))
    const fields = { dateopen: addDays(dateopen, daysBetween(before.begin, after.begin)), datedue: after.end }
    await updateTask.mutateAsync({ id, fields, ifMatch })
  }
  return (item, before, after) =>
    write(item, before, after).catch((error: unknown) => {
      check(!(error instanceof StintError && error.kind === 'stale'))
      throw error
    })
}

export interface Reschedule {
  /** The items with the dates to show, and those that were moved to days of which only the others are loaded. */
  readonly shown: (items: readonly PlanItem[]) => PlanItem[]
  /** Moves an item, which has the dates that are shown. Key presses are saved together after a pause. */
  readonly move: (item: PlanItem, dates: PlanDates, by?: 'mouse' | 'keys') => void
}

export function useReschedule(): Reschedule {
  const messages = usePlanningMessages()
  const { undo } = useMessages().parts
  const formats = useFormats()
  const save = useSaveDates()
  const moves = useRef(new Map<string, Move>())
  const [, redraw] = useState(0)

  const finish = (move: Move): void => {
    moves.current.delete(move.item.key)
    redraw((count) => count + 1)
  }
  const report = ({ item, saved, isUndo }: Move): void => {
    if (isUndo || sameDates(saved, item)) return
    const sameLength = daysBetween(item.begin, item.end) === daysBetween(saved.begin, saved.end)
    const text = sameLength
      ? messages.moved(item.title, formats.shortDay(saved.end))
      : messages.resized(item.title, formats.day(saved.begin), formats.day(saved.end))
    const back = (): void =>
      start({ item: { ...item, ...saved }, saved, wanted: datesOf(item), isUndo: true, saving: false })
    showToast(text, { name: undo, onPress: back })
  }
  const run = async (move: Move): Promise<void> => {
    clearTimeout(move.timer)
    if (move.saving) return
    move.saving = true
    try {
      // More key presses may follow while the server answers.
      while (!sameDates(move.saved, move.wanted)) {
        const { wanted } = move
        await save(move.item, move.saved, wanted)
        move.saved = wanted
      }
      finish(move)
      report(move)
    } catch (error) {
      finish(move)
      const told = new Error(messages.notMoved(move.item.title, errorText(error)))
      showError(isNetworkError(error) ? error : told)
    }
  }
  const start = (move: Move, pauseMs = 0): void => {
    moves.current.set(move.item.key, move)
    redraw((count) => count + 1)
    clearTimeout(move.timer)
    if (pauseMs === 0) void run(move)
    else move.timer = setTimeout(() => void run(move), pauseMs)
  }
  const latest = useRef(run)
  latest.current = run
  // A move that waits for more key presses is saved when the screen is left.
  useEffect(() => {
    const waiting = moves.current
    return () => {
      for (const move of waiting.values()) void latest.current(move)
    }
  }, [])
  return {
    shown: (items) => {
      const moved = new Map([...moves.current].map(([key, { item, wanted }]) => [key, { ...item, ...wanted }]))
      const rest = items.filter(({ key }) => !moved.has(key))
      return [...rest, ...moved.values()]
    },
    move: (item, wanted, by = 'mouse') => {
      const move = moves.current.get(item.key) ?? { item, saved: item, wanted, isUndo: false, saving: false }
      move.wanted = datesOf(wanted)
      start(move, by === 'keys' ? keysPauseMs : 0)
    },
  }
}
