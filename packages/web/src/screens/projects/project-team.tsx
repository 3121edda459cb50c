// The team of a project: the people who see it. Administrators add and remove people, and see and set who may read
// secure notes.
import type { PersonRecord, ProjectRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { LockKeyhole, LockKeyholeOpen, UserMinus, UserPlus, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { stint } from '../../api/client.ts'
import { isClient } from '../../api/permissions.ts'
import { useWrite } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useProjectMessages } from '../../messages/projects.ts'
import { Avatar, Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { EmptyState, QueryView } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { fullName, usePeople } from '../../records/people/people.ts'
import styles from '../../records/record.module.css'
import { TeamForm } from './team-form.tsx'

interface TeamProps {
  readonly project: ProjectRecord
}

export function ProjectTeam({ project }: TeamProps) {
  const messages = useProjectMessages().team
  const may = useMay()
  const people = usePeople()
  const [adding, setAdding] = useState(false)
  const query = useQuery({
    queryKey: ['projectteam', 'one', project.id],
    queryFn: ({ signal }) => stint.projectteam.read(project.id, { signal }),
  })
  const members = useMemo(
    () => (people ?? []).filter(({ id }) => query.data?.personid.includes(id) === true),
    [people, query.data],
  )
  const mayAdd = may('projectteam', 'create')
  const trusted = useQuery({
    queryKey: ['projectteam', 'trusted', project.id],
    queryFn: ({ signal }) => stint.projectteam.trusted(project.id, { signal }),
    enabled: mayAdd,
  })
  const add = mayAdd && (
    <Button icon={UserPlus} onPress={() => setAdding(true)}>
      {messages.add}
    </Button>
  )
  return (
    <div className={styles.stack}>
      <div className={styles.tabHead}>
        <p>{messages.text}</p>
        {members.length > 0 && add}
      </div>
      <QueryView query={query}>
        {() =>
          members.length === 0 && people !== undefined ? (
            <EmptyState icon={Users} title={messages.none} action={add}>
              {mayAdd ? messages.noneText : undefined}
            </EmptyState>
          ) : (
            <Members project={project} members={members} trusted={trusted.data?.personid ?? []} />
          )
        }
      </QueryView>
      {adding && (
        <TeamForm projectid={project.id} members={query.data?.personid ?? []} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

/** Sort order: the company's own people, then those of the client; inactive people last. */
const rank = ({ group, active }: PersonRecord): number => (active ? 0 : 2) + Number(isClient(group))

interface MembersProps extends TeamProps {
  readonly members: readonly PersonRecord[]
  /** Ids of the people who may read secure notes; empty if the signed-in person does not get them. */
  readonly trusted: readonly number[]
}

function Members({ project, members, trusted }: MembersProps) {
  const messages = useProjectMessages().team
  return (
    <ul className={styles.rows} aria-label={messages.label}>
      {members
        .toSorted((a, b) => rank(a) - rank(b))
        .map((person) => (
          <MemberRow key={person.id} project={project} person={person} trusted={trusted.includes(person.id)} />
        ))}
    </ul>
  )
}

interface MemberProps extends TeamProps {
  readonly person: PersonRecord
  readonly trusted: boolean
}

function MemberRow({ project, person, trusted }: MemberProps) {
  const messages = useProjectMessages().team
  const may = useMay()
  const { id, group, client, active } = person
  const name = fullName(person)
  const secure = useWrite('projectteam', (securenotes: boolean) =>
    stint.projectteam.add(project.id, [{ personid: id, securenotes }]),
  )
  const remove = useWrite('projectteam', (_: null) => stint.projectteam.remove(project.id, [id]))
  const turn = () =>
    secure.mutate(!trusted, {
      onSuccess: () => showToast((trusted ? messages.forbidden : messages.allowed)(name)),
      onError: showError,
    })
  return (
    <li className={styles.row}>
      <Avatar name={name} />
      <span className={styles.rowName}>
        <RecordLink to="/people/$id" id={id} text={name} />
        {project.managerid.includes(id) && <Badge tone="accent">{messages.isManager}</Badge>}
        {isClient(group) && <Badge tone="live">{messages.client}</Badge>}
        {trusted && <Badge>{messages.trusted}</Badge>}
        {!active && <Badge tone="warn">{messages.inactive}</Badge>}
      </span>
      <span className={styles.rowMore}>{client ?? group}</span>
      {may('projectteam', 'update') && (
        <Menu
          label={messages.more(name)}
          entries={[
            trusted
              ? { id: 'secure', name: messages.forbidSecure, icon: LockKeyhole, onPress: turn }
              : { id: 'secure', name: messages.allowSecure, icon: LockKeyholeOpen, onPress: turn },
            null,
            {
              id: 'remove',
              name: messages.remove,
              icon: UserMinus,
              danger: true,
              onPress: () =>
                remove.mutate(null, { onSuccess: () => showToast(messages.removed(name)), onError: showError }),
            },
          ]}
        />
      )}
    </li>
  )
}
