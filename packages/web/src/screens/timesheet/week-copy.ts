// Copies the rows of the previous week, with or without their hours. Hours are copied only into empty cells. Notes are
// not copied, because they describe the work of that week.
import { StintError } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { invalidateAfterWrite } from '../../api/records.ts'
import { addDays } from '../../kit/day.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { showError, showToast } from '../../parts/toast.tsx'
import { type WeekState, weekQuery } from '../../records/timesheets/week.ts'
import { cellKey, cellsOf, rowKey, toWeekRow } from '../../records/timesheets/week-rows.ts'
import type { AddedRows } from './added-rows.ts'
import { placementOf } from './cell-saver.ts'

const DAYS = 7

export interface WeekCopy {
  readonly busy: boolean
  /** Whether the previous week has time that can be copied; false until this is known. */
  readonly possible: boolean
  rows(): Promise<void>
  hours(): Promise<void>
}

export function useWeekCopy({ week, entries = [] }: WeekState, added: AddedRows): WeekCopy {
  const messages = useTimeMessages()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const lastWeek = weekQuery({ ...week, monday: addDays(week.monday, -DAYS) })
  const possible = (useQuery(lastWeek).data?.length ?? 0) > 0
  const before = () => queries.fetchQuery(lastWeek)

  const rows = async (): Promise<void> => {
    const last = await before()
    if (last.length === 0) return showToast(messages.nothingLastWeek)
    added.add(last.map(toWeekRow))
    showToast(messages.rowsCopied(new Set(last.map(rowKey)).size))
  }

  const hours = async (): Promise<void> => {
    const last = await before()
    const cells = cellsOf(entries)
    const missing = last.filter((entry) => !cells.has(cellKey(rowKey(entry), addDays(entry.date, DAYS))))
    if (missing.length === 0) return showToast(messages.nothingLastWeek)
    let copied = 0
    try {
      for (const entry of missing) {
        const { worktypeid, billable, time, date } = entry
        const fields = { ...placementOf(entry), worktypeid, billable, time, personid: week.personid }
        await stint.time.create({ ...fields, date: addDays(date, DAYS), description: '' }).catch((error: unknown) => {
          // A row of a closed task or a former project is reported and skipped. Without a connection the copying stops.
          if (!(error instanceof StintError) || error.kind === 'network') throw error
          showError(error)
          copied -= 1
        })
        copied += 1
      }
    } finally {
      await invalidateAfterWrite(queries, 'time')
    }
    showToast(messages.entriesCopied(copied))
  }

  const once = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true)
    await work().catch(showError)
    setBusy(false)
  }
  return { busy, possible, rows: once(rows), hours: once(hours) }
}
