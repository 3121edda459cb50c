// The title of a task as the heading of its page, edited in place: Enter saves it, Escape cancels.
import type { TaskRecord } from '@stint/sdk'
import { Pencil } from 'lucide-react'
import { maxOf } from '../../api/permissions.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { IconButton } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { InlineFormActions } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './task.module.css'
import type { InlineEditProps, TaskUpdater } from './task-updater.ts'

interface TitleProps {
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly may: boolean
  readonly editing: boolean
  readonly onEdit: (on: boolean) => void
}

export function TaskTitle({ task, updater, may, editing, onEdit }: TitleProps) {
  const messages = useTaskMessages()
  if (editing) return <TitleForm task={task} updater={updater} onDone={() => onEdit(false)} />
  return (
    <div className={styles.title}>
      <h1>{task.title}</h1>
      {may && <IconButton icon={Pencil} label={messages.editTitle} onPress={() => onEdit(true)} />}
    </div>
  )
}

function TitleForm({ task, updater, onDone }: InlineEditProps) {
  const messages = useTaskMessages()
  const label = useLabels().task.title
  const form = useForm({ title: task.title, base: task }, async ({ title, base }) => {
    if (title.trim() === base.title) return onDone()
    if (await updater.save(base, { title: title.trim() })) showToast(messages.changed(label))
    onDone()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the Escape key of the field inside.
    <div className={styles.titleForm} onKeyDown={({ key }) => key === 'Escape' && onDone()}>
      <h1 className="hidden">{task.title}</h1>
      <Form form={form} label={messages.editTitle}>
        <TextField {...form.field('title')} label={label} labelHidden maxLength={maxOf('task', 'title')} autoFocus />
        <InlineFormActions form={form} onCancel={onDone} submit={messages.saveTitle} />
      </Form>
    </div>
  )
}
