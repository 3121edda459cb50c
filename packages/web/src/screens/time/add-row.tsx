// One more row of the week: a task that is found by typing, or a module of a project, and the kind of work done there.
import { useQueryClient } from '@tanstack/react-query'
import { noWork, useWorkPending, WorkFields, workNames } from '../../frame/work-fields.tsx'
import { wrongField } from '../../kit/wrong.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { useTimeWords } from '../../words/time.ts'
import { useWords } from '../../words/words.ts'
import { rowOf, type WeekRow } from './week-rows.ts'

interface AddRowProps {
  readonly personid: number
  readonly onAdd: (row: WeekRow) => void
  readonly onClose: () => void
}

export function AddRow({ personid, onAdd, onClose }: AddRowProps) {
  const words = useTimeWords()
  const common = useWords().parts
  const queries = useQueryClient()
  const form = useForm(noWork, async (work) => {
    const { taskid, task, projectid, moduleid, worktypeid, billable } = work
    if (projectid === null) throw wrongField('projectid', words.rowNeeds)
    if (moduleid === null) throw wrongField('moduleid', words.rowNeeds)
    if (worktypeid === null) throw wrongField('worktypeid', words.rowNeeds)
    onAdd(rowOf({ taskid, task, projectid, moduleid, worktypeid, billable, ...workNames(queries, work) }))
    onClose()
  })
  const pending = useWorkPending(form.values, personid)
  return (
    <Dialog title={words.addRow} open onClose={onClose} typed={form.changed}>
      <Form form={form} label={words.addRow}>
        <WorkFields form={form} personid={personid} autoFocus />
        <DialogEnd>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="strong" busy={pending}>
            {words.addRow}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}
