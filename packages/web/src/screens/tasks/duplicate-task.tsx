// The dialog that duplicates a task: the title and the dates of the new one. Everything else, such as the people and
// the checklist, comes from the task.

import type { TaskNew, TaskRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { stint } from '../../api/client.ts'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useWrite } from '../../api/records.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { DayField } from '../../parts/day-field.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow, useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

export function DuplicateTask({ task: current, onClose }: Closable & { readonly task: TaskRecord }) {
  const task = useOpenedRecord(current)
  const messages = useTaskMessages().duplicate
  const labels = useLabels().task
  const navigate = useNavigate()
  const today = useToday()
  const duplicate = useWrite('task', (fields: Partial<TaskNew>) => stint.task.duplicate(task.id, fields))
  const start = { title: task.title, dateopen: today as TaskRecord['datedue'], datedue: null as TaskRecord['datedue'] }
  const form = useForm(start, async ({ title, dateopen, datedue }) => {
    const dates = { ...(dateopen === null ? {} : { dateopen }), ...(datedue === null ? {} : { datedue }) }
    const created = await duplicate.mutateAsync({ title, ...dates })
    showToast(messages.made(created.title))
    onClose()
    await navigate({ to: '/tasks/$id', params: { id: String(created.id) } })
  })
  return (
    <FormDialog form={form} title={messages.title} onClose={onClose} submit={messages.action}>
      <TextField {...form.field('title')} label={labels.title} maxLength={maxOf('task', 'title')} autoFocus required />
      <FieldRow>
        <DayField {...form.field('dateopen')} label={labels.dateopen} required />
        <DayField
          {...form.field('datedue')}
          label={labels.datedue}
          {...(task.datedue === null ? {} : { hint: messages.dueHint })}
        />
      </FieldRow>
      <p>{messages.copied}</p>
    </FormDialog>
  )
}
