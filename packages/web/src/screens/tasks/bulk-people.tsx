// The people of many tasks at once: those who are assigned, own or follow them, each left as they are, added to, replaced, or
// without some. What is sent for one task depends on who is there already.
import type { TaskChange, TaskRecord } from '@stint/sdk'
import { useSession } from '../../api/session.tsx'
import { ChoiceField, ManyField } from '../../parts/choices.tsx'
import { FieldRow } from '../../parts/form.tsx'
import { useTasksWords } from '../../words/tasks.ts'
import { useTeam } from './options.ts'

const kinds = ['assigneeid', 'ownerid', 'followerid'] as const
type Kind = (typeof kinds)[number]
type Manner = 'add' | 'replace' | 'remove'

interface PeopleWish {
  readonly how: Manner
  readonly ids: readonly number[]
}

/** Those that are not named stay as they are. */
export type PeopleWishes = { readonly [K in Kind]?: PeopleWish | undefined }

/** Nobody added, nobody taken away. */
const isIdle = ({ how, ids }: PeopleWish): boolean => how !== 'replace' && ids.length === 0

function after(before: readonly number[], { how, ids }: PeopleWish): number[] {
  if (how === 'add') return [...new Set([...before, ...ids])]
  if (how === 'remove') return before.filter((id) => !ids.includes(id))
  return [...ids]
}

/** What is sent of the people of one task. */
export const peopleOf = (task: TaskRecord, wishes: PeopleWishes): TaskChange =>
  Object.fromEntries(
    kinds.flatMap((kind) => {
      const wish = wishes[kind]
      return wish === undefined || isIdle(wish) ? [] : [[kind, after(task[kind] ?? [], wish)]]
    }),
  )

interface BulkPeopleProps {
  readonly wishes: PeopleWishes
  /** The project of all of them, or null when they are of several. */
  readonly projectid: number | null
  readonly onChange: (wishes: PeopleWishes) => void
}

export function BulkPeople({ wishes, projectid, onChange }: BulkPeopleProps) {
  const { role } = useSession()
  // A Resource owns what they add, and names nobody else.
  const known = kinds.filter((kind) => kind !== 'ownerid' || role !== 'Resource')
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
  readonly wish: PeopleWish | undefined
  readonly projectid: number | null
  readonly onChange: (wish: PeopleWish | undefined) => void
}

function PeopleRow({ kind, wish, projectid, onChange }: PeopleRowProps) {
  const words = useTasksWords().bulk
  const team = useTeam(projectid)
  const manners = [
    { id: 'add' as const, name: words.peopleAdd },
    { id: 'replace' as const, name: words.peopleReplace },
    { id: 'remove' as const, name: words.peopleRemove },
  ]
  return (
    <FieldRow>
      <ChoiceField
        label={words.peopleHow[kind]}
        options={manners}
        value={wish?.how ?? null}
        none={words.peopleKeep}
        onChange={(how) => onChange(how === null ? undefined : { how, ids: wish?.ids ?? [] })}
      />
      {wish === undefined ? (
        <span />
      ) : (
        <ManyField
          label={words.people[kind]}
          options={team}
          value={wish.ids}
          onChange={(ids) => onChange({ ...wish, ids })}
        />
      )}
    </FieldRow>
  )
}
