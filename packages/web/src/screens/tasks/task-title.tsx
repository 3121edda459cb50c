// The title of a task as its first heading, changed in place: Enter saves it, Escape leaves it as it was.
import type { TaskRecord } from '@stint/sdk'
import { Pencil } from 'lucide-react'
import { maxOf } from '../../api/permissions.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './task.module.css'
import type { TaskUpdater } from './task-updater.ts'

interface TitleProps {
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly may: boolean
  readonly editing: boolean
  readonly onEdit: (on: boolean) => void
}

export function TaskTitle({ task, updater, may, editing, onEdit }: TitleProps) {
  const messages = useTaskMessages()
  if (editing) return <TitleForm task={task} changing={updater} onDone={() => onEdit(false)} />
  return (
    <div className={styles.title}>
      <h1>{task.title}</h1>
      {may && <IconButton icon={Pencil} label={messages.editTitle} onPress={() => onEdit(true)} />}
    </div>
  )
}

interface FormProps {
  /** As it was when the change began. */
  readonly task: TaskRecord
  readonly changing: TaskUpdater
  readonly onDone: () => void
}

function TitleForm({ task, changing, onDone }: FormProps) {
  const messages = useTaskMessages()
  const parts = useMessages().parts
  const form = useForm({ title: task.title, base: task }, async ({ title, base }) => {
    if (title.trim() === base.title) return onDone()
    if (await changing.save(base, { title: title.trim() })) showToast(messages.changed(messages.titleOf))
    onDone()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the Escape of the field inside.
    <div className={styles.titleForm} onKeyDown={({ key }) => key === 'Escape' && onDone()}>
      <h1 className="hidden">{task.title}</h1>
      <Form form={form} label={messages.editTitle}>
        <TextField
          {...form.field('title')}
          label={messages.titleOf}
          labelHidden
          maxLength={maxOf('task', 'title')}
          autoFocus
        />
        <div className={styles.formEnd}>
          <Button small look="strong" type="submit" busy={form.busy}>
            {messages.saveTitle}
          </Button>
          <Button small onPress={onDone}>
            {parts.cancel}
          </Button>
        </div>
      </Form>
    </div>
  )
}
