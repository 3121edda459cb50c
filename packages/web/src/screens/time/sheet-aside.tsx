// One week at the side, to be read and decided: its entries by day with their notes, its sums, and what happened to it so far.
import type { TimesheetRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { Facts, Loading } from '../../parts/page.tsx'
import { useTimeWords } from '../../words/time.ts'
import { billableShare } from './approval-columns.tsx'
import styles from './approvals.module.css'
import { type SheetStatus, StatusBadge } from './sheet.tsx'
import { useWeek } from './week.ts'
import { hoursOf } from './week-rows.ts'

interface AsideProps {
  readonly sheet: TimesheetRecord
  readonly onClose: () => void
  /** Where it waits to be decided. */
  readonly onApprove?: () => void
  readonly onReject?: () => void
}

export function SheetAside({ sheet, onClose, onApprove, onReject }: AsideProps) {
  const words = useTimeWords()
  const formats = useFormats()
  const { person, personid, weekstart, time, billable } = sheet
  return (
    <Dialog title={words.weekOf(person, formats.day(weekstart))} open onClose={onClose} aside>
      <Facts
        facts={[
          { name: words.hours, value: formats.hours(time) },
          { name: words.billable, value: `${formats.hours(billable)} · ${formats.percent(billableShare(sheet))}` },
          { name: words.status, value: <StatusBadge status={sheet.status as SheetStatus} /> },
        ]}
      />
      <WeekEntries sheet={sheet} />
      <Steps sheet={sheet} />
      <Link to="/timesheet" search={{ week: weekstart, person: personid }}>
        {words.openTimesheet}
      </Link>
      {onApprove !== undefined && (
        <DialogEnd>
          <Button onPress={() => onReject?.()}>{words.reject}</Button>
          <Button look="strong" onPress={onApprove}>
            {words.approve}
          </Button>
        </DialogEnd>
      )}
    </Dialog>
  )
}

function WeekEntries({ sheet }: { readonly sheet: TimesheetRecord }) {
  const words = useTimeWords()
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
                      {[project, worktype, billable ? null : words.unbillable].filter(Boolean).join(' · ')}
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
      {used.length === 0 && <p>{words.nothingLogged}</p>}
    </div>
  )
}

/** Who did what with it, the newest first. */
function Steps({ sheet }: { readonly sheet: TimesheetRecord }) {
  const words = useTimeWords()
  const formats = useFormats()
  const steps = useAll('timesheethistory', { timesheetid: sheet.id, sortfield: 'id', sortdir: 'DESC' })
  if (steps.data === undefined || steps.data.length === 0) return null
  return (
    <section aria-label={words.history}>
      <h3>{words.history}</h3>
      <ul className={styles.steps}>
        {steps.data.map(({ id, action, person, date, note }) => (
          <li key={id}>
            {words.stepSays(action, person)} <span className={styles.faint}>{formats.moment(date)}</span>
            {note !== '' && <q className={styles.note}>{note}</q>}
          </li>
        ))}
      </ul>
    </section>
  )
}
