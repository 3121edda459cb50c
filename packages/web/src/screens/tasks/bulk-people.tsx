// The fields that change assignees, owners and followers of several tasks: keep, add, replace or remove people. The
// request for a task depends on the people it already has.

import type { TaskChange, TaskRecord } from '@stint/sdk'
import { useMaySet } from '../../api/session.tsx'
import { useTasksMessages } from '../../messages/tasks.ts'
import { ChoiceField, MultiChoiceField } from '../../parts/choices.tsx'
import { FieldRow } from '../../parts/form.tsx'
import { namedOptions } from '../../parts/named-options.ts'
import { useTeam } from '../../records/tasks/task-options.ts'

const kinds = ['assigneeid', 'ownerid', 'followerid'] as const
type Kind = (typeof kinds)[number]
type PeopleMode = 'add' | 'replace' | 'remove'

interface PeopleChange {
  readonly how: PeopleMode
  readonly ids: readonly number[]
}

/** Fields that are not in it stay as they are. */
export type PeopleChanges = { readonly [K in Kind]?: PeopleChange | undefined }

/** No person is added or removed. */
const isUnchanged = ({ how, ids }: PeopleChange): boolean => how !== 'replace' && ids.length === 0

function peopleAfter(before: readonly number[], { how, ids }: PeopleChange): number[] {
  if (how === 'add') return [...new Set([...before, ...ids])]
  if (how === 'remove') return before.filter((id) => !ids.includes(id))
  return [...ids]
}

/** The fields of the request for one task. */
export const peopleFieldsOf = (task: TaskRecord, wishes: PeopleChanges): TaskChange =>
  Object.fromEntries(
    kinds.flatMap((kind) => {
      const wish = wishes[kind]
      return wish === undefined || isUnchanged(wish) ? [] : [[kind, peopleAfter(task[kind] ?? [], wish)]]
    }),
  )

interface BulkPeopleProps {
  readonly wishes: PeopleChanges
  /** The project of all tasks, or null if they belong to several projects. */
  readonly projectid: number | null
  readonly onChange: (wishes: PeopleChanges) => void
}

export function BulkPeople({ wishes, projectid, onChange }: BulkPeopleProps) {
  const maySet = useMaySet()
  const known = kinds.filter((kind) => maySet('task', kind, 'update'))
  return known.map((kind) => (
    <PeopleRow
      key={kind}
      kind={kind}
      wish={wishes[kind]}
      projectid={projectid}
      onChange={(wish) => onChange({ ...wishes, [kind]: wish })}
    />
  ))
}

interface PeopleRowProps {
  readonly kind: Kind
  readonly wish: PeopleChange | undefined
  readonly projectid: number | null
  readonly onChange: (wish: PeopleChange | undefined) => void
}

function PeopleRow({ kind, wish, projectid, onChange }: PeopleRowProps) {
  const messages = useTasksMessages().bulk
  const team = useTeam(projectid)
  return (
    <FieldRow>
      <ChoiceField
        label={messages.peopleHow[kind]}
        options={namedOptions(messages.manners)}
        value={wish?.how ?? null}
        none={messages.peopleKeep}
        onChange={(how) => onChange(how === null ? undefined : { how, ids: wish?.ids ?? [] })}
      />
      {wish === undefined ? (
        <span />
      ) : (
        <MultiChoiceField
          label={messages.people[kind]}
          options={team}
          value={wish.ids}
          onChange={(ids) => onChange({ ...wish, ids })}
        />
      )}
    </FieldRow>
  )
}
