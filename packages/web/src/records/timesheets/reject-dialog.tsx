// The dialog that rejects timesheets. It asks for a reason, which their owners see.

import type { TimesheetRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useTimeMessages } from '../../messages/time.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import type { TimesheetDecision } from './timesheet-decision.ts'

interface RejectProps extends Closable {
  readonly sheets: readonly TimesheetRecord[]
  readonly decision: TimesheetDecision
  readonly onDone: () => void
}

export function RejectDialog({ sheets, decision, onClose, onDone }: RejectProps) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const form = useForm({ note: '' }, async ({ note }) => {
    if (note.trim() === '') throw fieldError('note', messages.reasonNeeded)
    await decision.reject(sheets, note.trim())
    onDone()
  })
  const whose = sheets.map(({ person, weekstart }) => messages.weekOf(person, formats.day(weekstart)))
  return (
    <FormDialog
      form={form}
      title={messages.rejectTitle(sheets.length)}
      onClose={onClose}
      label={messages.rejectTitle(sheets.length)}
      submit={messages.reject}
      look="danger"
    >
      <p>{formats.list(whose)}</p>
      <TextArea
        {...form.field('note')}
        label={messages.reason}
        hint={messages.reasonHint}
        rows={3}
        autoFocus
        required
      />
    </FormDialog>
  )
}
