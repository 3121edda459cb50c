// The dialog that logs time on a task.

import type { TaskRecord } from '@stint/sdk'
import { useState } from 'react'
import { useToday } from '../../api/formats.ts'
import { useCreate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { emptyWork, useWorkPending, WorkFields } from '../../frame/work-fields.tsx'
import { parseHours } from '../../kit/hours.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { DayField } from '../../parts/day-field.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

export function TimeDialog({ task, onClose }: Closable & { readonly task: TaskRecord }) {
  const messages = useTaskMessages()
  const labels = useLabels().time
  const { personid } = useSession()
  const today = useToday()
  const create = useCreate('time')
  const [wrong, setWrong] = useState(false)
  const start = {
    ...emptyWork,
    taskid: task.id,
    task: task.title,
    projectid: task.projectid,
    moduleid: task.moduleid,
    date: today,
    time: '',
    description: '',
  }
  const form = useForm(start, async ({ date, time, description, worktypeid, billable }) => {
    const hours = parseHours(time)
    const right = hours !== null && hours.compare('0') > 0
    setWrong(!right)
    if (!right) return
    // If the work type is missing, the server reports it for that field.
    const kind = worktypeid as number
    await create.mutateAsync({
      fields: { taskid: task.id, personid, date, time: hours, description, worktypeid: kind, billable },
    })
    showToast(messages.timeAdded)
    onClose()
  })
  const { error, ...time } = form.field('time')
  const pending = useWorkPending(form.values, personid)
  return (
    <FormDialog
      form={form}
      title={messages.addTime}
      onClose={onClose}
      label={messages.addTime}
      submit={messages.addTime}
      isDisabled={pending}
    >
      <FieldRow>
        <TextField
          {...time}
          label={labels.time}
          hint={messages.estimateHint}
          error={wrong ? messages.notHours : error}
          inputMode="decimal"
          autoFocus
          required
        />
        <DayField
          {...form.field('date')}
          onChange={(date) => date !== null && form.set({ date })}
          label={labels.date}
          required
        />
      </FieldRow>
      <WorkFields form={form} fixed personid={personid} />
      <TextArea {...form.field('description')} label={labels.description} rows={2} />
    </FormDialog>
  )
}
