// The description of a task, changed where it stands.
import type { TaskRecord } from '@stint/sdk'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './task.module.css'
import type { TaskUpdater } from './task-updater.ts'

interface SummaryProps {
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly may: boolean
}

export function TaskSummary({ task, updater, may }: SummaryProps) {
  const words = useTaskMessages()
  const parts = useMessages().parts
  const [editing, setEditing] = useState(false)
  const empty = task.summary === ''
  return (
    <Section
      title={words.summary}
      actions={
        may &&
        !editing && (
          <Button small look="quiet" icon={Pencil} onPress={() => setEditing(true)}>
            {empty ? words.addSummary : parts.edit}
          </Button>
        )
      }
    >
      {editing ? (
        <SummaryForm task={task} changing={updater} onDone={() => setEditing(false)} />
      ) : empty ? (
        <p className={styles.faint}>{words.noSummary}</p>
      ) : (
        <StoredHtml html={task.summary} />
      )}
    </Section>
  )
}

interface FormProps {
  readonly task: TaskRecord
  readonly changing: TaskUpdater
  readonly onDone: () => void
}

function SummaryForm({ task, changing, onDone }: FormProps) {
  const words = useTaskMessages()
  const parts = useMessages().parts
  const form = useForm({ summary: task.summary, base: task }, async ({ summary, base }) => {
    if (await changing.save(base, { summary })) showToast(words.changed(words.summary))
    onDone()
  })
  return (
    <Form form={form} label={words.summary}>
      <RichText
        {...form.field('summary')}
        label={words.summary}
        labelHidden
        autoFocus
        onSubmit={() => void form.submit()}
      />
      <div className={styles.formEnd}>
        <Button small look="strong" type="submit" busy={form.busy}>
          {parts.save}
        </Button>
        <Button small onPress={onDone}>
          {parts.cancel}
        </Button>
      </div>
    </Form>
  )
}
