// The data of one week of a person: time entries, timesheet, and what is locked.
import type { IsoDate, TimeRecord, TimesheetRecord } from '@stint/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { filtersOf, may, ownTimeOnly } from '../../api/permissions.ts'
import { allQuery } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { addDays, weekOf } from '../../kit/day.ts'

export interface Week {
  readonly personid: number
  readonly monday: IsoDate
}

const spanOf = ({ personid, monday }: Week) => ({ personid, datebegin: monday, dateend: addDays(monday, 6) })

export const weekQuery = (week: Week) => allQuery('time', spanOf(week))

export interface WeekState {
  readonly week: Week
  readonly days: readonly IsoDate[]
  readonly entries: readonly TimeRecord[] | undefined
  readonly error: Error | null
  readonly sheet: TimesheetRecord | undefined
  /** Whether the signed-in person would see a timesheet of this week. */
  readonly seesTimesheet: boolean
  readonly isOwn: boolean
  /** Ids of the entries that are on an invoice; empty if the role does not get this. */
  readonly billed: ReadonlySet<number>
  readonly locked: boolean
}

export function useWeek(week: Week): WeekState {
  const { role, personid } = useSession()
  const isOwn = week.personid === personid
  const entries = useQuery(weekQuery(week))
  const sheets = useQuery({
    ...allQuery('timesheet', { personid: week.personid, weekstart: week.monday }),
    enabled: isOwn || may(role, 'timesheet', 'approve'),
  })
  const billed = useQuery({
    ...allQuery('time', { ...spanOf(week), invoiced: true }),
    enabled: filtersOf('time', role).some(({ name }) => name === 'invoiced'),
    placeholderData: keepPreviousData,
  })
  const sheet = sheets.data?.[0]
  const mayWrite = useMayWrite(week)
  return {
    week,
    days: weekOf(week.monday),
    entries: entries.data,
    error: entries.error,
    sheet,
    // A Manager sees weeks of others only where the company lets them approve.
    seesTimesheet: isOwn || may(role, 'timesheet', 'reopen') || sheet !== undefined,
    isOwn,
    billed: new Set(billed.data?.map(({ id }) => id)),
    locked: sheet?.status === 'approved' || (isOwn && sheet?.status === 'submitted') || !mayWrite,
  }
}

/** Whether the signed-in person may write time of the person of the week. */
function useMayWrite({ personid }: Week): boolean {
  const session = useSession()
  return session.personid === personid || !ownTimeOnly(session)
}
