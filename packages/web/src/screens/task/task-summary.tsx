// The description of a task, changed where it stands.
import type { TaskRecord } from '@stint/sdk'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { say } from '../../parts/toast.tsx'
import { useTaskWords } from '../../words/task.ts'
import { useWords } from '../../words/words.ts'
import styles from './task.module.css'
import type { Changing } from './task-change.ts'

interface SummaryProps {
  readonly task: TaskRecord
  readonly changing: Changing
  readonly may: boolean
}

export function TaskSummary({ task, changing, may }: SummaryProps) {
  const words = useTaskWords()
  const parts = useWords().parts
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
        <SummaryForm task={task} changing={changing} onDone={() => setEditing(false)} />
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
  readonly changing: Changing
  readonly onDone: () => void
}

function SummaryForm({ task, changing, onDone }: FormProps) {
  const words = useTaskWords()
  const parts = useWords().parts
  const form = useForm({ summary: task.summary, base: task }, async ({ summary, base }) => {
    if (await changing.save(base, { summary })) say(words.changed(words.summary))
    onDone()
  })
  return (
    <Form form={form} label={words.summary}>
      <RichText
        {...form.of('summary')}
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
