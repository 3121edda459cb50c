// The dialog that adds a row to the week: a task, or a project and module, and the work type.
import { useQueryClient } from '@tanstack/react-query'
import { emptyWork, useWorkPending, WorkFields, workNames } from '../../frame/work-fields.tsx'
import { fieldError } from '../../kit/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { toWeekRow, type WeekRow } from '../../records/timesheets/week-rows.ts'
import { RowRate } from './row-rate.tsx'

interface AddRowProps extends Closable {
  readonly personid: number
  readonly onAdd: (row: WeekRow) => void
}

export function AddRow({ personid, onAdd, onClose }: AddRowProps) {
  const messages = useTimeMessages()
  const common = useMessages().parts
  const queries = useQueryClient()
  const form = useForm(emptyWork, async (work) => {
    const { taskid, task, projectid, moduleid, worktypeid, billable } = work
    if (projectid === null) throw fieldError('projectid', messages.rowNeeds)
    if (moduleid === null) throw fieldError('moduleid', messages.rowNeeds)
    if (worktypeid === null) throw fieldError('worktypeid', messages.rowNeeds)
    onAdd(toWeekRow({ taskid, task, projectid, moduleid, worktypeid, billable, ...workNames(queries, work) }))
    onClose()
  })
  const pending = useWorkPending(form.values, personid)
  return (
    <Dialog title={messages.addRow} open onClose={onClose} dirty={form.changed}>
      <Form form={form} label={messages.addRow}>
        <WorkFields form={form} personid={personid} autoFocus />
        <RowRate work={form.values} personid={personid} />
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="strong" busy={pending}>
            {messages.addRow}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
