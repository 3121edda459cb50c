// The title of a task as its first heading, changed in place: Enter saves it, Escape leaves it as it was.
import type { TaskRecord } from '@stint/sdk'
import { Pencil } from 'lucide-react'
import { maxOf } from '../../api/permits.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useTaskWords } from '../../words/task.ts'
import { useWords } from '../../words/words.ts'
import styles from './task.module.css'
import type { Changing } from './task-change.ts'

interface TitleProps {
  readonly task: TaskRecord
  readonly changing: Changing
  readonly may: boolean
  readonly editing: boolean
  readonly onEdit: (on: boolean) => void
}

export function TaskTitle({ task, changing, may, editing, onEdit }: TitleProps) {
  const words = useTaskWords()
  if (editing) return <TitleForm task={task} changing={changing} onDone={() => onEdit(false)} />
  return (
    <div className={styles.title}>
      <h1>{task.title}</h1>
      {may && <IconButton icon={Pencil} label={words.editTitle} onPress={() => onEdit(true)} />}
    </div>
  )
}

interface FormProps {
  /** As it was when the change began. */
  readonly task: TaskRecord
  readonly changing: Changing
  readonly onDone: () => void
}

function TitleForm({ task, changing, onDone }: FormProps) {
  const words = useTaskWords()
  const parts = useWords().parts
  const form = useForm({ title: task.title, base: task }, async ({ title, base }) => {
    if (title.trim() === base.title) return onDone()
    if (await changing.save(base, { title: title.trim() })) say(words.changed(words.titleOf))
    onDone()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the Escape of the field inside.
    <div className={styles.titleForm} onKeyDown={({ key }) => key === 'Escape' && onDone()}>
      <h1 className="hidden">{task.title}</h1>
      <Form form={form} label={words.editTitle}>
        <TextField
          {...form.of('title')}
          label={words.titleOf}
          labelHidden
          maxLength={maxOf('task', 'title')}
          autoFocus
        />
        <div className={styles.formEnd}>
          <Button small look="strong" type="submit" busy={form.busy}>
            {words.saveTitle}
          </Button>
          <Button small onPress={onDone}>
            {parts.cancel}
          </Button>
        </div>
      </Form>
    </div>
  )
}
