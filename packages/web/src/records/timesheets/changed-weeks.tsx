// The dialog about weeks that were not approved or rejected, because they have changed since they were shown: what they
// were and what they are now.
import { useFormats } from '../../api/formats.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import type { TimesheetDecision, WeekChange } from './timesheet-decision.ts'
import type { TimesheetStatus } from './timesheet-status.tsx'

export function ChangedWeeks({ decision }: { readonly decision: TimesheetDecision }) {
  const messages = useTimeMessages()
  const common = useMessages().parts
  const { changed, forgetChanged } = decision
  if (changed.length === 0) return null
  return (
    <Dialog title={messages.changedTitle(changed.length)} open onClose={forgetChanged}>
      <p>{messages.changedText}</p>
      {changed.map((change) => (
        <ChangedWeek key={change.after.id} change={change} />
      ))}
      <DialogActions>
        <Button look="strong" onPress={forgetChanged}>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function ChangedWeek({ change: { before, after, days } }: { readonly change: WeekChange }) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const title = messages.weekOf(after.person, formats.day(after.weekstart))
  const [was, now] = [formats.hours(before.time), formats.hours(after.time)]
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {before.status !== after.status && (
          <li>{messages.changedStatus(messages.statuses[after.status as TimesheetStatus])}</li>
        )}
        <li>{was === now ? messages.sameHours(now) : messages.changedHours(was, now)}</li>
        {days.map((day) => (
          <li key={day.day}>
            {messages.changedDay(formats.shortDay(day.day), formats.hours(day.was), formats.hours(day.now))}
          </li>
        ))}
      </ul>
    </section>
  )
}
