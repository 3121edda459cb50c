// The dialog for two people who changed the same field of a task: it shows both values and asks which one to keep.
import { Decimal, type TaskRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { showError } from '../../parts/toast.tsx'
import { useMilestones, useModules, usePriorities, useStatuses, useTeam } from '../../records/tasks/task-options.ts'
import styles from './task.module.css'
import type { Conflict, FieldName, TaskUpdater } from './task-updater.ts'

function useValueText(theirs: TaskRecord) {
  const formats = useFormats()
  const messages = useTaskMessages()
  const lists: Partial<Record<FieldName, readonly { readonly id: number; readonly name: string }[]>> = {
    statusid: useStatuses(),
    priorityid: usePriorities(),
    moduleid: useModules(theirs.projectid),
    milestoneid: useMilestones(theirs.projectid),
  }
  const team = useTeam(theirs.projectid)
  return (field: FieldName, value: unknown): string => {
    if (value === null || value === undefined || value === '') return messages.none
    if (value instanceof Decimal) return formats.hours(value)
    if (Array.isArray(value)) return personNames(team, value, formats) || messages.nobody
    if (field === 'datedue' || field === 'dateopen') return formats.day(String(value))
    return lists[field]?.find(({ id }) => id === value)?.name ?? String(value)
  }
}

const personNames = (
  team: readonly { readonly id: number; readonly name: string }[],
  ids: readonly number[],
  formats: Formats,
) => formats.list(ids.map((id) => team.find((one) => one.id === id)?.name ?? String(id)))

export function ConflictDialog({ changing }: { readonly changing: TaskUpdater }) {
  const { conflict } = changing
  return conflict === null ? null : <ConflictQuestion conflict={conflict} changing={changing} />
}

function ConflictQuestion({
  conflict: { field, theirs, mine },
  changing,
}: {
  readonly conflict: Conflict
  readonly changing: TaskUpdater
}) {
  const messages = useTaskMessages()
  const labels = useLabels().task
  const textOf = useValueText(theirs)
  const settle = (own: boolean) => () => void changing.resolve(own).catch(showError)
  const sides = [
    { label: messages.theirs, value: theirs[field] },
    { label: messages.yours, value: mine[field] },
  ]
  return (
    <Dialog title={messages.stale} open onClose={settle(false)} persistent wide={field === 'summary'}>
      <p className={styles.faint}>{messages.staleText(labels[field])}</p>
      <div className={styles.sides}>
        {sides.map(({ label, value }) => (
          <section key={label} className={styles.side} aria-label={label}>
            <h3>{label}</h3>
            {field === 'summary' ? <StoredHtml html={String(value)} /> : <p>{textOf(field, value)}</p>}
          </section>
        ))}
      </div>
      <DialogActions>
        <Button onPress={settle(false)}>{messages.keepTheirs}</Button>
        <Button look="strong" onPress={settle(true)}>
          {messages.useMine}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
