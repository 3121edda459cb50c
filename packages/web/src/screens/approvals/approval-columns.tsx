// The columns of a table of timesheets: whose week, its hours, what of them is billable, and when somebody did what
// with it.
import type { TimesheetRecord } from '@stint/sdk'
import { CheckCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { addDays } from '../../kit/day.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Person } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import type { TableColumn } from '../../parts/record-table.tsx'
import { StatusBadge, type TimesheetStatus } from '../../records/timesheets/timesheet-status.tsx'
import styles from './approvals.module.css'

/** How much of the hours is billable, for the eye; sums stay exact. */
export const billableShare = ({ time, billable }: TimesheetRecord): number => {
  const all = time?.toNumber() ?? 0
  return all === 0 ? 0 : (billable?.toNumber() ?? 0) / all
}

export function useTimesheetColumns(
  onOpen: (sheet: TimesheetRecord) => void,
  onApprove: ((sheet: TimesheetRecord) => void) | null,
  decided: boolean,
): readonly TableColumn<TimesheetRecord>[] {
  const messages = useTimeMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  return useMemo(() => {
    const span = ({ weekstart }: TimesheetRecord): string =>
      messages.span(formats.dayMonth(weekstart), formats.dayMonth(addDays(weekstart, 6)))
    const week: TableColumn<TimesheetRecord> = {
      id: 'week',
      name: messages.week,
      cell: (sheet) => (
        <button type="button" className={styles.open} onClick={() => onOpen(sheet)}>
          {narrow && <Person name={sheet.person} />}
          {span(sheet)}
          <span className="hidden">{sheet.person}</span>
        </button>
      ),
    }
    const person = {
      id: 'person',
      name: messages.person,
      cell: (sheet: TimesheetRecord) => <Person name={sheet.person} />,
    }
    const hours = {
      id: 'hours',
      name: messages.hours,
      numeric: true,
      width: 80,
      cell: ({ time }: TimesheetRecord) => formats.hours(time),
    }
    const share = {
      id: 'share',
      name: messages.billable,
      numeric: true,
      width: 100,
      cell: (sheet: TimesheetRecord) => formats.percent(billableShare(sheet)),
    }
    const when = {
      id: 'when',
      name: messages.submittedOn,
      width: 190,
      cell: ({ datesubmitted }: TimesheetRecord) => (datesubmitted === null ? '' : formats.moment(datesubmitted)),
    }
    const status = {
      id: 'status',
      name: messages.status,
      width: 120,
      cell: (sheet: TimesheetRecord) => <StatusBadge status={sheet.status as TimesheetStatus} />,
    }
    const decision = {
      id: 'decision',
      name: messages.decidedBy,
      width: 300,
      cell: ({ decider, datedecided }: TimesheetRecord) =>
        decider === null || datedecided === null ? '' : `${decider}, ${formats.moment(datedecided)}`,
    }
    const act = {
      id: 'act',
      pressed: true,
      name: messages.actions,
      width: 130,
      cell: (sheet: TimesheetRecord) => (
        <Button small icon={CheckCheck} onPress={() => onApprove?.(sheet)}>
          {messages.approve}
        </Button>
      ),
    }
    if (narrow) return decided ? [week, hours, status] : [week, hours, share]
    return decided ? [person, week, hours, share, status, decision] : [person, week, hours, share, when, act]
  }, [messages, formats, narrow, onOpen, onApprove, decided])
}
