// The list of clients, with the amounts they owe for roles that may see them. Resources see only names, and only of the
// clients of their projects.
import type { ClientRecord, ReceivablesRow } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import { useAddDialog } from '../../frame/add-button.tsx'
import type { Formats } from '../../kit/format.ts'
import { groupBy } from '../../kit/group-by.ts'
import { moneySums } from '../../kit/money.ts'
import { useLabels } from '../../messages/labels.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { FilterBar, SearchFilter } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, Page } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { ActiveFilter, activeQuery } from '../../records/active-filter.tsx'
import { ClientForm } from '../../records/clients/client-form.tsx'
import styles from '../../records/record.module.css'
import { ResourceTable } from '../../records/resource-table.tsx'

const route = getRouteApi('/clients')

export function ClientsScreen() {
  const messages = usePeopleMessages().clients
  const may = useMay()
  const { filter } = useSearchParams(route)
  const { add, addButton, dialog } = useAddDialog({
    allowed: may('client', 'create'),
    name: messages.add,
    dialog: (close) => <ClientForm record={null} onClose={close} />,
  })
  return (
    <Page wide title={messages.title} actions={addButton}>
      <div className={styles.stack}>
        <FilterBar compact>
          <ActiveFilter {...filter('show')} />
          <SearchFilter label={messages.search} {...filter('search')} />
        </FilterBar>
        <ClientTable onAdd={add} />
      </div>
      {dialog}
    </Page>
  )
}

interface Sums {
  readonly projects: ReadonlyMap<number, number>
  /** One row for each currency. */
  readonly owed: ReadonlyMap<number, readonly ReceivablesRow[]>
  readonly seesOwed: boolean
}

function useSums(): Sums {
  const seesOwed = useMay()('receivables', 'report')
  const projects = useAll('project', { active: true }).data
  const owed = useReport('receivables', {}, seesOwed).data
  return useMemo(() => {
    const counts = new Map<number, number>()
    for (const { clientid } of projects ?? [])
      if (clientid !== null) counts.set(clientid, (counts.get(clientid) ?? 0) + 1)
    return { projects: counts, owed: groupBy(owed ?? [], ({ clientid }) => clientid ?? 0), seesOwed }
  }, [projects, owed, seesOwed])
}

type ClientMessages = ReturnType<typeof usePeopleMessages>['clients']

function columnsOf(
  messages: ClientMessages,
  labels: ReturnType<typeof useLabels>['client'],
  formats: Formats,
  sums: Sums,
  details: boolean,
): TableColumn<ClientRecord>[] {
  const columns: TableColumn<ClientRecord>[] = [
    {
      id: 'name',
      name: labels.name,
      sort: 'name',
      cell: ({ id, name, active }) => (
        <span className={styles.name}>
          <RecordLink to="/clients/$id" id={id} text={name} />
          {!active && <Badge tone="warn">{messages.inactive}</Badge>}
        </span>
      ),
    },
  ]
  if (details) {
    columns.push(
      { id: 'email', name: labels.email, cell: ({ email }) => <span className={styles.clip}>{email}</span> },
      { id: 'phone', name: labels.phone, width: 170, cell: ({ phone }) => phone },
      {
        id: 'datecreated',
        name: labels.datecreated,
        sort: 'datecreated',
        width: 130,
        cell: ({ datecreated }) => (datecreated === undefined ? '' : formats.day(datecreated)),
      },
    )
  }
  columns.push({
    id: 'projects',
    name: messages.columns.projects,
    numeric: true,
    width: 130,
    cell: ({ id }) => formats.number(sums.projects.get(id) ?? 0),
  })
  if (sums.seesOwed) {
    columns.push(
      {
        id: 'overdue',
        name: messages.columns.overdue,
        numeric: true,
        width: 130,
        cell: ({ id }) => {
          const late = (sums.owed.get(id) ?? []).filter(({ total, current }) => !total.equals(current))
          if (late.length === 0) return ''
          const text = moneySums(formats, late, ({ total, current }) => total.minus(current))
          return <span className={styles.bad}>{text}</span>
        },
      },
      {
        id: 'owed',
        name: messages.columns.owed,
        numeric: true,
        width: 130,
        cell: ({ id }) => {
          const owed = sums.owed.get(id)
          return owed === undefined ? '' : moneySums(formats, owed, ({ total }) => total)
        },
      },
    )
  }
  return columns
}

function ClientTable({ onAdd }: { readonly onAdd: () => void }) {
  const messages = usePeopleMessages().clients
  const formats = useFormats()
  const narrow = useNarrow()
  const sees = useMaySee()
  const may = useMay()
  const sums = useSums()
  const details = sees('client', 'email')
  const { search, show, sort } = route.useSearch()
  const navigate = route.useNavigate()
  const filters = { ...activeQuery(show), ...(search === undefined ? {} : { search }) }
  const labels = useLabels().client
  const columns = useMemo(
    () => columnsOf(messages, labels, formats, sums, details),
    [messages, labels, formats, sums, details],
  )
  const fresh = search === undefined && show === undefined && may('client', 'create')
  return (
    <ResourceTable
      name="client"
      label={messages.title}
      columns={columns}
      hidden={narrow ? ['email', 'phone', 'datecreated', 'overdue', 'projects'] : []}
      filters={filters}
      sort={sort}
      defaultSort="name"
      onSort={(next) => void navigate({ search: (before) => ({ ...before, sort: next }), replace: true })}
      empty={
        <EmptyState
          icon={Building2}
          title={fresh ? messages.none : messages.noneFits}
          action={fresh && <Button onPress={onAdd}>{messages.add}</Button>}
        >
          {fresh ? messages.noneText : undefined}
        </EmptyState>
      }
    />
  )
}
