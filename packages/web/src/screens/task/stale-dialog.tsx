// What is asked when two people changed the same field of a task: theirs and one's own beside each other, and which should stay.
import { Decimal, type TaskRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import type { Formats } from '../../kit/format.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { sayBad } from '../../parts/toast.tsx'
import { useTaskWords } from '../../words/task.ts'
import { useMilestones, useModules, usePriorities, useStatuses, useTeam } from '../tasks/options.ts'
import styles from './task.module.css'
import type { Changing, Conflict, FieldName } from './task-change.ts'

/** The name of a field, by the name it has on the wire. */
const namesOf: Readonly<Partial<Record<FieldName, keyof ReturnType<typeof useTaskWords>['fields']>>> = {
  statusid: 'status',
  priorityid: 'priority',
  ownerid: 'owners',
  assigneeid: 'assignees',
  followerid: 'followers',
  moduleid: 'module',
  milestoneid: 'milestone',
  projectid: 'project',
  datedue: 'datedue',
  dateopen: 'dateopen',
  estimate: 'estimate',
  title: 'title',
  summary: 'summary',
}

function useValueText(theirs: TaskRecord) {
  const formats = useFormats()
  const words = useTaskWords()
  const lists: Partial<Record<FieldName, readonly { readonly id: number; readonly name: string }[]>> = {
    statusid: useStatuses(),
    priorityid: usePriorities(),
    moduleid: useModules(theirs.projectid),
    milestoneid: useMilestones(theirs.projectid),
  }
  const team = useTeam(theirs.projectid)
  return (field: FieldName, value: unknown): string => {
    if (value === null || value === undefined || value === '') return words.none
    if (value instanceof Decimal) return formats.hours(value)
    if (Array.isArray(value)) return namesIn(team, value, formats) || words.nobody
    if (field === 'datedue' || field === 'dateopen') return formats.day(String(value))
    return lists[field]?.find(({ id }) => id === value)?.name ?? String(value)
  }
}

const namesIn = (
  team: readonly { readonly id: number; readonly name: string }[],
  ids: readonly number[],
  formats: Formats,
) => formats.list(ids.map((id) => team.find((one) => one.id === id)?.name ?? String(id)))

export function StaleDialog({ changing }: { readonly changing: Changing }) {
  const { conflict } = changing
  return conflict === null ? null : <Asking conflict={conflict} changing={changing} />
}

function Asking({
  conflict: { field, theirs, mine },
  changing,
}: {
  readonly conflict: Conflict
  readonly changing: Changing
}) {
  const words = useTaskWords()
  const textOf = useValueText(theirs)
  const name = words.fields[namesOf[field] ?? 'title']
  const settle = (own: boolean) => () => void changing.settle(own).catch(sayBad)
  const sides = [
    { label: words.theirs, value: theirs[field] },
    { label: words.yours, value: mine[field] },
  ]
  return (
    <Dialog title={words.stale} open onClose={settle(false)} keep wide={field === 'summary'}>
      <p className={styles.faint}>{words.staleText(name)}</p>
      <div className={styles.sides}>
        {sides.map(({ label, value }) => (
          <section key={label} className={styles.side} aria-label={label}>
            <h3>{label}</h3>
            {field === 'summary' ? <StoredHtml html={String(value)} /> : <p>{textOf(field, value)}</p>}
          </section>
        ))}
      </div>
      <DialogEnd>
        <Button onPress={settle(false)}>{words.keepTheirs}</Button>
        <Button look="strong" onPress={settle(true)}>
          {words.useMine}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}
