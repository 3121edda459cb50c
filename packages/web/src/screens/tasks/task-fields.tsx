// The fields beside the page of a task, in the order of the layout. People who may change the task edit each field in
// its line; the others see the values only.
import type { TaskRecord } from '@stint/sdk'
import { useState } from 'react'
import { can } from '../../api/permissions.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { detailFields, type LayoutField } from '../../parts/layout.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { Section } from '../../parts/page.tsx'
import type { MailNotification } from '../../records/mail-notification.ts'
import { FieldLines } from './field-line.tsx'
import { taskLayout } from './task-layout.ts'
import { taskLines } from './task-lines.tsx'
import type { TaskUpdater } from './task-updater.ts'

/** The fields that have a shortcut. On a phone, only these are shown at first. */
export type TaskField = 'statusid' | 'priorityid' | 'assigneeid' | 'datedue'

const alwaysShown: readonly string[] = ['statusid', 'priorityid', 'assigneeid', 'datedue'] satisfies TaskField[]

interface TaskFieldsProps {
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly notification: MailNotification
  readonly open: TaskField | null
  readonly onOpen: (field: TaskField | null) => void
}

export function TaskFields({ task, updater, notification, open, onOpen }: TaskFieldsProps) {
  const messages = useTaskMessages()
  const labels = useLabels().task
  const narrow = useNarrow()
  const [all, setAll] = useState(false)
  const names = detailFields(taskLayout).map(({ name }) => name as LayoutField<typeof taskLayout>)
  const shown = names.filter((name) => all || !narrow || alwaysShown.includes(name))
  return (
    <Section title={messages.details}>
      <FieldLines>
        {shown.map((name) => {
          const Line = taskLines[name]
          const shortcut = alwaysShown.includes(name) ? (name as TaskField) : null
          const opening =
            shortcut === null ? {} : { open: open === name, onOpen: (on: boolean) => onOpen(on ? shortcut : null) }
          return <Line key={name} name={labels[name]} task={task} updater={updater} opening={opening} />
        })}
      </FieldLines>
      {narrow && (
        <Button small look="quiet" onPress={() => setAll(!all)}>
          {all ? messages.lessDetails : messages.allDetails}
        </Button>
      )}
      {notification.possible && can(task, 'update') && (
        <CheckField
          label={messages.notify}
          hint={messages.notifyHint}
          value={notification.on}
          onChange={notification.set}
        />
      )}
    </Section>
  )
}
