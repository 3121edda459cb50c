// Rows that were added to a week and have no hours yet. They are stored in this browser, because the server stores only
// time entries. Rows of old weeks are removed.
import { useState } from 'react'
import { addDays } from '../../kit/day.ts'
import type { WeekRow } from '../../records/timesheets/week-rows.ts'

const prefix = 'stint-week-'
const keptDays = 60

const storageKey = (personid: number, monday: string): string => `${prefix}${monday}-${personid}`

function readRows(at: string): WeekRow[] {
  try {
    const rows: unknown = JSON.parse(localStorage.getItem(at) ?? '[]')
    return Array.isArray(rows) ? (rows as WeekRow[]) : []
  } catch {
    return []
  }
}

function dropRowsBefore(day: string): void {
  const old = Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key.slice(prefix.length) < day)
  for (const key of old) localStorage.removeItem(key)
}

export interface AddedRows {
  readonly rows: readonly WeekRow[]
  add(rows: readonly WeekRow[]): void
  remove(key: string): void
}

export function useAddedRows(personid: number, monday: string): AddedRows {
  const at = storageKey(personid, monday)
  const [kept, setKept] = useState(() => ({ at, rows: readRows(at) }))
  const rows = kept.at === at ? kept.rows : readRows(at)
  if (kept.at !== at) setKept({ at, rows })
  const keep = (next: WeekRow[]): void => {
    localStorage.setItem(at, JSON.stringify(next))
    dropRowsBefore(addDays(monday, -keptDays))
    setKept({ at, rows: next })
  }
  return {
    rows,
    add: (more) => keep([...rows.filter(({ key }) => !more.some((one) => one.key === key)), ...more]),
    remove: (key) => keep(rows.filter((row) => row.key !== key)),
  }
}
