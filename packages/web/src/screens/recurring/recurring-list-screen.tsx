// The list of recurring invoices with their next day and the periods that wait for a decision. The filters are in the
// URL.

import type { RecurringinvoiceRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'
import { useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useMay } from '../../api/session.tsx'
import { useAddDialog } from '../../frame/add-button.tsx'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { useRecurringMessages } from '../../messages/recurring.ts'
import { Button } from '../../parts/button.tsx'
import { SegmentedFilter } from '../../parts/choice-filters.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { guarded } from '../../parts/no-access.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { ClientProjectFilters, clipped } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'
import recordStyles from '../../records/record.module.css'
import { ResourceTable } from '../../records/resource-table.tsx'
import { RecurringDialog } from './recurring-form.tsx'
import { RecurringStatusBadge, WaitingBadge } from './recurring-status.tsx'

const route = getRouteApi('/recurring')
const hiddenOnPhone = ['client', 'every', 'next', 'delivery', 'waiting']

export const RecurringListScreen = guarded(
  RecurringListPage,
  ['recurringinvoice', 'list'],
  () => useRecurringMessages().title,
)

function RecurringListPage() {
  const messages = useRecurringMessages()
  const { invoices } = useMoneyMessages()
  const may = useMay()
  const { add, addButton, dialog } = useAddDialog({
    allowed: may('recurringinvoice', 'create'),
    name: messages.create,
    dialog: (close) => <RecurringDialog onClose={close} />,
  })
  return (
    <Page wide title={messages.title} above={<Link to="/invoices">{invoices}</Link>} actions={addButton}>
      <Filters />
      <RecurringTable onAdd={add} />
      {dialog}
    </Page>
  )
}

function Filters() {
  const messages = useRecurringMessages()
  const { search, set, filter } = useSearchParams(route)
  return (
    <FilterBar compact>
      <SegmentedFilter label={messages.show} names={messages.shows} {...filter('show')} />
      <ClientProjectFilters search={search} set={set} />
    </FilterBar>
  )
}

function useColumns(formats: Formats, narrow: boolean): readonly TableColumn<RecurringinvoiceRecord>[] {
  const messages = useRecurringMessages()
  const labels = useLabels().recurringinvoice
  return useMemo(
    () => [
      {
        id: 'title',
        name: labels.title,
        sort: 'title',
        cell: (recurring) => (
          <span className={recordStyles.twoLines}>
            <RecordLink to="/recurring/$id" id={recurring.id} text={clipped(recurring.title)} />
            <span className={styles.under}>{narrow ? (recurring.client ?? recurring.project) : recurring.project}</span>
            {narrow && <WaitingBadge recurring={recurring} />}
          </span>
        ),
      },
      { id: 'client', name: labels.client, sort: 'client', cell: ({ client }) => clipped(client) },
      { id: 'every', name: labels.every, width: 110, cell: ({ every }) => messages.cadences[every] },
      {
        id: 'next',
        name: labels.nextdate,
        sort: 'nextdate',
        width: 130,
        cell: ({ nextdate, active }) => (active && nextdate !== null ? formats.day(nextdate) : ''),
      },
      {
        id: 'amount',
        name: labels.fixedamount,
        numeric: true,
        width: 120,
        cell: ({ fixedamount, currency }) => formats.money(fixedamount, currency),
      },
      {
        id: 'delivery',
        name: labels.delivery,
        width: 140,
        cell: ({ delivery }) => messages.deliveries[delivery]?.name,
      },
      { id: 'waiting', name: labels.waiting, width: 110, cell: (recurring) => <WaitingBadge recurring={recurring} /> },
      {
        id: 'status',
        name: messages.status,
        width: 90,
        cell: (recurring) => <RecurringStatusBadge recurring={recurring} />,
      },
    ],
    [messages, labels, formats, narrow],
  )
}

function RecurringTable({ onAdd }: { readonly onAdd: () => void }) {
  const messages = useRecurringMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  const { search, set } = useSearchParams(route)
  const { sort, show, ...filters } = search
  const active = show === undefined ? {} : { active: show === 'active' }
  const columns = useColumns(formats, narrow)
  return (
    <ResourceTable
      name="recurringinvoice"
      label={messages.title}
      columns={columns}
      hidden={narrow ? hiddenOnPhone : []}
      filters={{ ...filters, ...active }}
      sort={sort}
      defaultSort="title"
      onSort={(next) => set({ sort: next })}
      empty={<NoRecurring onAdd={onAdd} />}
    />
  )
}

function NoRecurring({ onAdd }: { readonly onAdd: () => void }) {
  const messages = useRecurringMessages()
  const { sort: _sort, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  if (Object.keys(filters).length > 0) {
    const clear = <Button onPress={() => void navigate({ search: {} })}>{messages.clearFilters}</Button>
    return <EmptyState icon={Repeat} title={messages.noneFits} action={clear} />
  }
  return (
    <EmptyState icon={Repeat} title={messages.none} action={<Button onPress={onAdd}>{messages.create}</Button>}>
      {messages.noneText}
    </EmptyState>
  )
}
