// The description of a task, which is edited in place.
import type { TaskRecord } from '@stint/sdk'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { InlineFormActions } from '../../parts/form-dialog.tsx'
import { Section } from '../../parts/page.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './task.module.css'
import type { InlineEditProps, TaskUpdater } from './task-updater.ts'

interface SummaryProps {
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly may: boolean
}

export function TaskSummary({ task, updater, may }: SummaryProps) {
  const messages = useTaskMessages()
  const label = useLabels().task.summary
  const parts = useMessages().parts
  const [editing, setEditing] = useState(false)
  const empty = task.summary === ''
  return (
    <Section
      title={label}
      actions={
        may &&
        !editing && (
          <Button small look="quiet" icon={Pencil} onPress={() => setEditing(true)}>
            {empty ? messages.addSummary : parts.edit}
          </Button>
        )
      }
    >
      {editing ? (
        <SummaryForm task={task} updater={updater} onDone={() => setEditing(false)} />
      ) : empty ? (
        <p className={styles.faint}>{messages.noSummary}</p>
      ) : (
        <StoredHtml html={task.summary} />
      )}
    </Section>
  )
}

function SummaryForm({ task, updater, onDone }: InlineEditProps) {
  const messages = useTaskMessages()
  const label = useLabels().task.summary
  const form = useForm({ summary: task.summary, base: task }, async ({ summary, base }) => {
    if (await updater.save(base, { summary })) showToast(messages.changed(label))
    onDone()
  })
  return (
    <Form form={form} label={label}>
      <RichText {...form.field('summary')} label={label} labelHidden autoFocus />
      <InlineFormActions form={form} onCancel={onDone} />
    </Form>
  )
}
