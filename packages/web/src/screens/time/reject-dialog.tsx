// Giving weeks back: their owners should know why, so a reason is asked for.
import type { TimesheetRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { wrongField } from '../../kit/wrong.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { useTimeWords } from '../../words/time.ts'
import { useWords } from '../../words/words.ts'
import { useDeciding } from './deciding.ts'

interface RejectProps {
  readonly sheets: readonly TimesheetRecord[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export function RejectDialog({ sheets, onClose, onDone }: RejectProps) {
  const words = useTimeWords()
  const common = useWords().parts
  const formats = useFormats()
  const { reject } = useDeciding()
  const form = useForm({ note: '' }, async ({ note }) => {
    if (note.trim() === '') throw wrongField('note', words.reasonNeeded)
    await reject(sheets, note.trim())
    onDone()
  })
  const whose = sheets.map(({ person, weekstart }) => words.weekOf(person, formats.dayMonth(weekstart)))
  return (
    <Dialog title={words.rejectTitle(sheets.length)} open onClose={onClose} typed={form.changed}>
      <p>{formats.list(whose)}</p>
      <Form form={form} label={words.rejectTitle(sheets.length)}>
        <TextArea {...form.of('note')} label={words.reason} hint={words.reasonHint} rows={3} autoFocus required />
        <DialogEnd>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="danger" busy={form.busy}>
            {words.reject}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}
