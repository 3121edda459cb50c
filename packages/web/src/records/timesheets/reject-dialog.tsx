// Giving weeks back: their owners should know why, so a reason is asked for.
import type { TimesheetRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { useTimesheetDecision } from './timesheet-decision.ts'

interface RejectProps {
  readonly sheets: readonly TimesheetRecord[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export function RejectDialog({ sheets, onClose, onDone }: RejectProps) {
  const messages = useTimeMessages()
  const common = useMessages().parts
  const formats = useFormats()
  const { reject } = useTimesheetDecision()
  const form = useForm({ note: '' }, async ({ note }) => {
    if (note.trim() === '') throw fieldError('note', messages.reasonNeeded)
    await reject(sheets, note.trim())
    onDone()
  })
  const whose = sheets.map(({ person, weekstart }) => messages.weekOf(person, formats.dayMonth(weekstart)))
  return (
    <Dialog title={messages.rejectTitle(sheets.length)} open onClose={onClose} dirty={form.changed}>
      <p>{formats.list(whose)}</p>
      <Form form={form} label={messages.rejectTitle(sheets.length)}>
        <TextArea
          {...form.field('note')}
          label={messages.reason}
          hint={messages.reasonHint}
          rows={3}
          autoFocus
          required
        />
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="danger" busy={form.busy}>
            {messages.reject}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
