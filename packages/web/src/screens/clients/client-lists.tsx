// The projects and the people of a client. Some people can sign in, others are only contacts.
import type { ClientRecord, PersonRecord } from '@stint/sdk'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { usePeopleMessages } from '../../messages/people.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Avatar, Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { Section } from '../../parts/page.tsx'
import { QueryList, QueryRows } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { fullName } from '../../records/people/people.ts'
import { PersonForm } from '../../records/people/person-form.tsx'
import { BudgetGauge } from '../../records/projects/budget-gauge.tsx'
import { useProjectBudgets } from '../../records/projects/project-budgets.ts'
import styles from '../../records/record.module.css'

export function ClientProjects({ clientid }: { readonly clientid: number }) {
  const messages = usePeopleMessages().clients
  const project = useProjectMessages()
  const formats = useFormats()
  const may = useMay()
  const query = useAll('project', { clientid, sortfield: 'name' })
  const budgets = useProjectBudgets({ clientid }, may('budget', 'report')).data
  return (
    <Section title={messages.projects} card>
      <QueryRows query={query} empty={<p className={styles.faint}>{messages.noProjects}</p>}>
        {(projects) => (
          <ul className={styles.lines}>
            {projects
              .toSorted((a, b) => Number(b.active) - Number(a.active))
              .map(({ id, name, labelcolor, active, datestart, dateend }) => (
                <li key={id} className={styles.line} data-wraps>
                  <span className={styles.lineWhat}>
                    <span className={styles.name}>
                      <Dot color={labelcolor ?? undefined} />
                      <RecordLink to="/projects/$id" id={id} text={name} />
                      {!active && <Badge tone="warn">{project.inactive}</Badge>}
                    </span>
                    <span className={styles.faint}>
                      {dateend === null ? project.from(formats.day(datestart)) : formats.range(datestart, dateend)}
                    </span>
                  </span>
                  {active && <BudgetGauge row={budgets?.find(({ projectid }) => projectid === id)} />}
                </li>
              ))}
          </ul>
        )}
      </QueryRows>
    </Section>
  )
}

export function ClientPeople({ client }: { readonly client: ClientRecord }) {
  const messages = usePeopleMessages().clients
  const may = useMay()
  const query = useAll('person', { clientid: client.id })
  const [adding, setAdding] = useState(false)
  const add = may('person', 'create') && client.active && (
    <Button small icon={UserPlus} onPress={() => setAdding(true)}>
      {messages.newPerson}
    </Button>
  )
  return (
    <Section title={messages.people} card actions={add}>
      <QueryList
        query={query}
        className={styles.lines}
        empty={<p className={styles.faint}>{may('person', 'create') ? messages.noPeopleText : messages.noPeople}</p>}
      >
        {(person) => <PersonLine key={person.id} person={person} />}
      </QueryList>
      {adding && <PersonForm record={null} clientid={client.id} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function PersonLine({ person }: { readonly person: PersonRecord }) {
  const messages = usePeopleMessages()
  const { id, title, email, group, active, username } = person
  const name = fullName(person)
  return (
    <li className={styles.line} data-wraps>
      <span className={styles.name}>
        <Avatar name={name} />
        <span className={styles.lineWhat}>
          <RecordLink to="/people/$id" id={id} text={name} />
          {title !== undefined && title !== '' && <span className={styles.faint}>{title}</span>}
        </span>
      </span>
      <span className={styles.lineEnd}>
        {email !== null && <a href={`mailto:${email}`}>{email}</a>}
        {!active && <Badge tone="warn">{messages.people.inactive}</Badge>}
        {active && username !== undefined && username !== '' && <Badge tone="live">{group}</Badge>}
      </span>
    </li>
  )
}
