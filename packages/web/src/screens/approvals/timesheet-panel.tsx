// The panel of one timesheet: its hours, its entries by day with their notes, its history, and the buttons that approve
// or reject it.
import type { TimesheetRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button } from '../../parts/button.tsx'
import { DetailFields } from '../../parts/detail-fields.tsx'
import { type Closable, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Loading } from '../../parts/page.tsx'
import { StatusBadge, type TimesheetStatus } from '../../records/timesheets/timesheet-status.tsx'
import { useWeek } from '../../records/timesheets/week.ts'
import { hoursOf } from '../../records/timesheets/week-rows.ts'
import { billableShare } from './approval-columns.tsx'
import styles from './approvals.module.css'
import { timesheetLayout } from './timesheet-layout.ts'

interface TimesheetPanelProps extends Closable {
  readonly sheet: TimesheetRecord
  /** Only for a timesheet that is submitted and not decided. */
  readonly onApprove?: () => void
  readonly onReject?: () => void
}

export function TimesheetPanel({ sheet, onClose, onApprove, onReject }: TimesheetPanelProps) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const { person, personid, weekstart, billable } = sheet
  return (
    <Dialog title={messages.weekOf(person, formats.day(weekstart))} open onClose={onClose} aside>
      <DetailFields
        layout={timesheetLayout}
        record={sheet}
        own={{
          billable: `${formats.hours(billable)} · ${formats.percent(billableShare(sheet))}`,
          status: <StatusBadge status={sheet.status as TimesheetStatus} />,
        }}
      />
      <WeekEntries sheet={sheet} />
      <TimesheetHistory sheet={sheet} />
      <Link to="/timesheet" search={{ week: weekstart, person: personid }}>
        {messages.openTimesheet}
      </Link>
      {onApprove !== undefined && (
        <DialogActions>
          <Button onPress={() => onReject?.()}>{messages.reject}</Button>
          <Button look="strong" onPress={onApprove}>
            {messages.approve}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

function WeekEntries({ sheet }: { readonly sheet: TimesheetRecord }) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const { entries, days } = useWeek({ personid: sheet.personid, monday: sheet.weekstart })
  if (entries === undefined) return <Loading />
  const used = days.filter((day) => entries.some(({ date }) => date === day))
  return (
    <div className={styles.week}>
      {used.map((day) => {
        const its = entries.filter(({ date }) => date === day)
        return (
          <section key={day} aria-label={formats.shortDay(day)}>
            <h3 className={styles.dayHead}>
              <span>{formats.shortDay(day)}</span>
              <span>{formats.hours(hoursOf(its))}</span>
            </h3>
            <ul>
              {its.map(({ id, task, module, project, worktype, description, time, billable }) => (
                <li key={id} className={styles.entry}>
                  <span className={styles.entryAbout}>
                    {task ?? module}
                    <span className={styles.faint}>
                      {[project, worktype, billable ? null : messages.unbillable].filter(Boolean).join(' · ')}
                    </span>
                    {description !== '' && <span className={styles.note}>{description}</span>}
                  </span>
                  <span className={styles.number}>{formats.hours(time)}</span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {used.length === 0 && <p>{messages.nothingLogged}</p>}
    </div>
  )
}

/** The history of the timesheet, newest first. */
function TimesheetHistory({ sheet }: { readonly sheet: TimesheetRecord }) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const steps = useAll('timesheethistory', { timesheetid: sheet.id, sortfield: 'id', sortdir: 'DESC' })
  if (steps.data === undefined || steps.data.length === 0) return null
  return (
    <section aria-label={messages.history}>
      <h3>{messages.history}</h3>
      <ul className={styles.steps}>
        {steps.data.map(({ id, action, person, date, note }) => (
          <li key={id}>
            {messages.historyEntry(action, person)} <span className={styles.faint}>{formats.moment(date)}</span>
            {note !== '' && <q className={styles.note}>{note}</q>}
          </li>
        ))}
      </ul>
    </section>
  )
}
