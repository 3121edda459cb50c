// The columns of a table of timesheets: person, week, hours, billable share, and when it was submitted or decided.
import type { TimesheetRecord } from '@stint/sdk'
import { CheckCheck } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { addDays } from '../../kit/day.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Person } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import type { TableColumn } from '../../parts/record-table.tsx'
import { StatusBadge, type TimesheetStatus } from '../../records/timesheets/timesheet-status.tsx'
import styles from './approvals.module.css'

/** The billable share of the hours, for display only; sums are computed exactly. */
export const billableShare = ({ time, billable }: TimesheetRecord): number => {
  const all = time?.toNumber() ?? 0
  return all === 0 ? 0 : (billable?.toNumber() ?? 0) / all
}

/** The person and the week of a timesheet, for screen readers. */
export function useTimesheetName(): (sheet: TimesheetRecord) => string {
  const messages = useTimeMessages()
  const formats = useFormats()
  return useCallback(
    ({ person, weekstart }) => messages.cellName(person, formats.range(weekstart, addDays(weekstart, 6))),
    [messages, formats],
  )
}

export function useTimesheetColumns(
  onOpen: (sheet: TimesheetRecord) => void,
  onApprove: ((sheet: TimesheetRecord) => void) | null,
  decided: boolean,
): readonly TableColumn<TimesheetRecord>[] {
  const messages = useTimeMessages()
  const labels = useLabels().timesheet
  const formats = useFormats()
  const nameOf = useTimesheetName()
  const narrow = useNarrow()
  return useMemo(() => {
    const span = ({ weekstart }: TimesheetRecord): string => formats.range(weekstart, addDays(weekstart, 6))
    const week: TableColumn<TimesheetRecord> = {
      id: 'week',
      name: labels.weekstart,
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
      name: labels.person,
      cell: (sheet: TimesheetRecord) => <Person name={sheet.person} />,
    }
    const hours = {
      id: 'hours',
      name: labels.time,
      numeric: true,
      width: 80,
      cell: ({ time }: TimesheetRecord) => formats.hours(time),
    }
    const share = {
      id: 'share',
      name: labels.billable,
      numeric: true,
      width: 100,
      cell: (sheet: TimesheetRecord) => formats.percent(billableShare(sheet)),
    }
    const when = {
      id: 'when',
      name: labels.datesubmitted,
      width: 190,
      cell: ({ datesubmitted }: TimesheetRecord) => (datesubmitted === null ? '' : formats.moment(datesubmitted)),
    }
    const status = {
      id: 'status',
      name: labels.status,
      width: 120,
      cell: (sheet: TimesheetRecord) => <StatusBadge status={sheet.status as TimesheetStatus} />,
    }
    const decision = {
      id: 'decision',
      name: labels.decider,
      width: 300,
      cell: ({ decider, datedecided }: TimesheetRecord) =>
        decider === null || datedecided === null ? '' : `${decider}, ${formats.moment(datedecided)}`,
    }
    const act = {
      id: 'act',
      pressed: true,
      name: messages.actions,
      width: 130,
      cell: (sheet: TimesheetRecord) =>
        can(sheet, 'approve') && (
          <Button
            small
            icon={CheckCheck}
            aria-label={messages.approveOne(nameOf(sheet))}
            onPress={() => onApprove?.(sheet)}
          >
            {messages.approve}
          </Button>
        ),
    }
    if (narrow) return decided ? [week, hours, status] : [week, hours, share]
    return decided ? [person, week, hours, share, status, decision] : [person, week, hours, share, when, act]
  }, [messages, labels, formats, nameOf, narrow, onOpen, onApprove, decided])
}
