// The table of people. The API cannot sort people, so they are sorted here. Columns that the role may not see are
// hidden.
import type { PersonRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { Avatar, Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, QueryView } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordTable, type Sorting, type TableColumn } from '../../parts/record-table.tsx'
import { sortingOf, sortText } from '../../parts/sorting.ts'
import { activeQuery } from '../../records/active-filter.tsx'
import { fullName } from '../../records/people/people.ts'
import { RoleBadge } from '../../records/people/role-badge.tsx'
import styles from '../../records/record.module.css'

const route = getRouteApi('/people')

type PeopleMessages = ReturnType<typeof usePeopleMessages>['people']

/** The texts that the columns are sorted by. */
const sortKeys: Readonly<Record<string, (person: PersonRecord) => string>> = {
  name: fullName,
  client: ({ client }) => client ?? '',
  group: ({ group }) => group ?? '',
  lastlogin: ({ lastlogin }) => lastlogin ?? '',
}

function sortPeople(people: readonly PersonRecord[], { field, down }: Sorting): PersonRecord[] {
  const key = sortKeys[field] ?? fullName
  const way = down ? -1 : 1
  return people.toSorted((a, b) => way * key(a).localeCompare(key(b)) || fullName(a).localeCompare(fullName(b)))
}

function NameCell({ person, more }: { readonly person: PersonRecord; readonly more: string }) {
  const messages = usePeopleMessages().people
  const name = fullName(person)
  return (
    <span className={styles.name}>
      <Avatar name={name} />
      <span className={styles.twoLines}>
        <RecordLink to="/people/$id" id={person.id} text={name} />
        {more !== '' && <span className={styles.faint}>{more}</span>}
      </span>
      {!person.active && <Badge tone="warn">{messages.inactive}</Badge>}
      {person.restricttasks === true && <Badge>{messages.restricted}</Badge>}
    </span>
  )
}

interface TableTexts {
  readonly messages: PeopleMessages
  readonly labels: ReturnType<typeof useLabels>['person']
  readonly formats: Formats
}

function columnsOf({ messages, labels, formats }: TableTexts, ofClients: boolean, narrow: boolean) {
  const hasLogin = ({ username }: PersonRecord): boolean => username === undefined || username !== ''
  const columns: TableColumn<PersonRecord>[] = [
    {
      id: 'name',
      name: messages.name,
      sort: 'name',
      cell: (person) => (
        <NameCell person={person} more={(narrow ? (person.client ?? person.group) : person.title) ?? ''} />
      ),
    },
  ]
  if (ofClients) {
    columns.push({
      id: 'client',
      name: labels.client,
      sort: 'client',
      cell: ({ clientid, client }) =>
        clientid === null || client === null ? null : <RecordLink to="/clients/$id" id={clientid} text={client} />,
    })
  }
  columns.push(
    {
      id: 'role',
      name: labels.group,
      sort: 'group',
      width: 150,
      cell: (person) =>
        hasLogin(person) && person.group !== null ? (
          <RoleBadge role={person.group} />
        ) : (
          <Badge>{messages.noLogin}</Badge>
        ),
    },
    {
      id: 'email',
      name: labels.email,
      cell: ({ email }) => email !== null && <a href={`mailto:${email}`}>{email}</a>,
    },
    {
      id: 'lastlogin',
      name: labels.lastlogin,
      sort: 'lastlogin',
      width: 190,
      cell: (person) =>
        !hasLogin(person) ? (
          ''
        ) : person.lastlogin == null ? (
          <span className={styles.faint}>{messages.never}</span>
        ) : (
          formats.moment(person.lastlogin)
        ),
    },
  )
  return columns
}

export function PeopleTable({ onAdd }: { readonly onAdd: () => void }) {
  const messages = usePeopleMessages().people
  const formats = useFormats()
  const narrow = useNarrow()
  const sees = useMaySee()
  const { tab, search, show, sort, clientid } = route.useSearch()
  const navigate = route.useNavigate()
  const ofClients = tab === 'clients'
  const query = useAll('person', {
    ...activeQuery(show),
    ...(search === undefined ? {} : { search }),
    ...(clientid === undefined || !ofClients ? {} : { clientid }),
  })
  const sorting = sortingOf(sort, 'name')
  const labels = useLabels().person
  const columns = useMemo(
    () => columnsOf({ messages, labels, formats }, ofClients, narrow),
    [messages, labels, formats, ofClients, narrow],
  )
  const hidden = [
    ...(sees('person', 'lastlogin') ? [] : ['lastlogin']),
    ...(narrow ? ['client', 'role', 'email', 'lastlogin'] : []),
  ]
  return (
    <QueryView query={query}>
      {(people) => (
        <RecordTable
          label={ofClients ? messages.ofClients : messages.team}
          columns={columns}
          records={sortPeople(
            people.filter((person) => (person.clientid !== null) === ofClients),
            sorting,
          )}
          hidden={hidden}
          sorting={sorting}
          onSort={(next) => void navigate({ search: (before) => ({ ...before, sort: sortText(next) }), replace: true })}
          empty={<NoPeople onAdd={onAdd} />}
        />
      )}
    </QueryView>
  )
}

function NoPeople({ onAdd }: { readonly onAdd: () => void }) {
  const messages = usePeopleMessages().people
  const may = useMay()
  const { tab, search, show, clientid } = route.useSearch()
  const narrowed = search !== undefined || show !== undefined || clientid !== undefined
  if (narrowed || !may('person', 'create'))
    return <EmptyState icon={Users} title={narrowed ? messages.noneFits : messages.none} />
  return (
    <EmptyState icon={Users} title={messages.none} action={<Button onPress={onAdd}>{messages.add}</Button>}>
      {tab === 'clients' ? messages.noneClients : messages.noneTeam}
    </EmptyState>
  )
}
