// Taking over what the week before had: its rows, or its rows with their hours where this week has none yet. Notes are not taken
// over, as they tell of what was done then.
import { StintError } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { wrote } from '../../api/records.ts'
import { addDays } from '../../kit/day.ts'
import { say, sayBad } from '../../parts/toast.tsx'
import { useTimeWords } from '../../words/time.ts'
import { type WeekState, weekQuery } from './week.ts'
import type { AddedRows } from './week-added.ts'
import { cellKey, cellsOf, keyOf, rowOf } from './week-rows.ts'
import { placeOf } from './week-saving.ts'

const DAYS = 7

export interface Copying {
  readonly busy: boolean
  rows(): Promise<void>
  hours(): Promise<void>
}

export function useCopying({ week, entries = [] }: WeekState, added: AddedRows): Copying {
  const words = useTimeWords()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const before = () => queries.fetchQuery(weekQuery({ ...week, monday: addDays(week.monday, -DAYS) }))

  const rows = async (): Promise<void> => {
    const last = await before()
    if (last.length === 0) return say(words.nothingLastWeek)
    added.add(last.map(rowOf))
    say(words.rowsCopied(new Set(last.map(keyOf)).size))
  }

  const hours = async (): Promise<void> => {
    const last = await before()
    const cells = cellsOf(entries)
    const wanted = last.filter((entry) => !cells.has(cellKey(keyOf(entry), addDays(entry.date, DAYS))))
    if (wanted.length === 0) return say(words.nothingLastWeek)
    let copied = 0
    try {
      for (const entry of wanted) {
        const { worktypeid, billable, time, date } = entry
        const fields = { ...placeOf(entry), worktypeid, billable, time, personid: week.personid }
        await stint.time.create({ ...fields, date: addDays(date, DAYS), description: '' }).catch((error: unknown) => {
          // A closed task or a left project is told and passed over; without a server there is no use in going on.
          if (!(error instanceof StintError) || error.kind === 'network') throw error
          sayBad(error)
          copied -= 1
        })
        copied += 1
      }
    } finally {
      await wrote(queries, 'time')
    }
    say(words.entriesCopied(copied))
  }

  const once = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true)
    await work().catch(sayBad)
    setBusy(false)
  }
  return { busy, rows: once(rows), hours: once(hours) }
}
