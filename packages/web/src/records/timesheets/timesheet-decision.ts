// Approves or rejects one or several timesheets. Each is a request of its own, so that one that somebody else has
// decided meanwhile does not block the others. A week that has changed since it was shown is not decided: the changes
// are returned, to be shown. Other rejected requests are shown as errors.
import { type Decimal, type IsoDate, StintError, type TimeRecord, type TimesheetRecord } from '@stint/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { invalidateAfterWrite } from '../../api/records.ts'
import { weekOf } from '../../kit/day.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { showError, showToast } from '../../parts/toast.tsx'
import { weekQuery } from './week.ts'
import { hoursOf } from './week-rows.ts'

type Sheets = readonly TimesheetRecord[]

interface DayChange {
  readonly day: IsoDate
  readonly was: Decimal
  readonly now: Decimal
}

/** A week that was not decided, because it is no longer what was shown. */
export interface WeekChange {
  readonly before: TimesheetRecord
  readonly after: TimesheetRecord
  /** The days whose hours differ; empty if the entries were not on screen. */
  readonly days: readonly DayChange[]
}

const isSame = (one: TimesheetRecord, other: TimesheetRecord): boolean =>
  one.version === other.version && one.status === other.status

function dayChanges(
  monday: IsoDate,
  before: readonly TimeRecord[] | undefined,
  after: readonly TimeRecord[],
): readonly DayChange[] {
  if (before === undefined) return []
  const on = (entries: readonly TimeRecord[], day: IsoDate): Decimal =>
    hoursOf(entries.filter(({ date }) => date === day))
  return weekOf(monday)
    .map((day) => ({ day, was: on(before, day), now: on(after, day) }))
    .filter(({ was, now }) => !was.equals(now))
}

/** What changed since the week was shown, with the entries as they are now. */
async function changesOf(queries: QueryClient, before: TimesheetRecord, after: TimesheetRecord): Promise<WeekChange> {
  const entries = weekQuery({ personid: before.personid, monday: before.weekstart })
  const shown = queries.getQueryData(entries.queryKey)
  const now = await queries.fetchQuery({ ...entries, staleTime: 0 })
  return { before, after, days: dayChanges(before.weekstart, shown, now) }
}

type Decide = (id: number, options: { readonly notify: true; readonly ifMatch: object }) => Promise<unknown>

/** A list has no ETags: the record is read, compared with what was shown, and decided as it was read. */
async function decideUnlessChanged(
  queries: QueryClient,
  shown: TimesheetRecord,
  decide: Decide,
): Promise<WeekChange | null> {
  const read = await stint.timesheet.read(shown.id, { may: true })
  if (!isSame(shown, read)) return changesOf(queries, shown, read)
  try {
    await decide(shown.id, { notify: true, ifMatch: read })
    return null
  } catch (error) {
    if (!(error instanceof StintError) || error.kind !== 'stale') throw error
    return changesOf(queries, shown, await stint.timesheet.read(shown.id, { may: true }))
  }
}

export interface TimesheetDecision {
  readonly busy: boolean
  /** The weeks of the last decision that had changed. */
  readonly changed: readonly WeekChange[]
  readonly forgetChanged: () => void
  readonly approve: (sheets: Sheets) => Promise<readonly WeekChange[]>
  readonly reject: (sheets: Sheets, note: string) => Promise<readonly WeekChange[]>
}

export function useTimesheetDecision(): TimesheetDecision {
  const messages = useTimeMessages()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState<readonly WeekChange[]>([])
  const each = async (sheets: Sheets, decide: Decide, say: (count: number) => string) => {
    setBusy(true)
    const results = await Promise.allSettled(sheets.map((sheet) => decideUnlessChanged(queries, sheet, decide)))
    await invalidateAfterWrite(queries, 'timesheet')
    setBusy(false)
    for (const result of results) if (result.status === 'rejected') showError(result.reason)
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const changes = answers.filter((change) => change !== null)
    const done = answers.length - changes.length
    if (done > 0) showToast(say(done))
    setChanged(changes)
    return changes
  }
  return {
    busy,
    changed,
    forgetChanged: () => setChanged([]),
    approve: (sheets) =>
      each(sheets, (id, options) => stint.timesheet.approve(id, {}, options), messages.approvedWeeks),
    reject: (sheets, note) =>
      each(sheets, (id, options) => stint.timesheet.reject(id, { note }, options), messages.rejectedWeeks),
  }
}
