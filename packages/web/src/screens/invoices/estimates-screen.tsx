// The screen of estimates: the list with its filters, which are in the URL. A new estimate is created in a dialog and
// opened then.
import type { EstimateRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useIsClient, useMay } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import type { Formats } from '../../kit/format.ts'
import { moneySums } from '../../kit/money.ts'
import type { SpanName } from '../../kit/spans.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { FilterBar, SpanFilter } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { guarded } from '../../parts/no-access.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { searchSetter } from '../../parts/search-params.ts'
import { EstimateStatusBadge, estimateNumber } from '../../records/estimates/estimate-status.tsx'
import { Ledger } from '../../records/money/ledger.tsx'
import { ClientProjectFilters, clipped } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'
import { EstimateDialog } from './estimate-dialog.tsx'
import { StatusFilter } from './status-filter.tsx'

const route = getRouteApi('/estimates')
const spans: readonly SpanName[] = ['allTime', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastYear']
const hiddenOnPhone = ['number', 'client', 'date', 'validuntil']

type Labels = ReturnType<typeof useLabels>['estimate']

export const EstimatesScreen = guarded(EstimatesPage, ['estimate', 'list'], () => useEstimateMessages().estimates)

function EstimatesPage() {
  const messages = useEstimateMessages()
  const { invoices } = useMoneyMessages()
  const navigate = route.useNavigate()
  const [adding, setAdding] = useState(false)
  const addButton = useAddButton({
    allowed: useMay()('estimate', 'create'),
    name: messages.newEstimate,
    onAdd: () => setAdding(true),
  })
  return (
    <Page wide title={messages.estimates} above={<Link to="/invoices">{invoices}</Link>} actions={addButton}>
      <EstimateList onAdd={() => setAdding(true)} />
      {adding && (
        <EstimateDialog
          onClose={() => setAdding(false)}
          onCreated={(id) => void navigate({ to: '/estimates/$id', params: { id: String(id) } })}
        />
      )}
    </Page>
  )
}

function columnsOf(labels: Labels, formats: Formats, narrow: boolean): TableColumn<EstimateRecord>[] {
  const linked = (id: number, text: string) => (
    <Link to="/estimates/$id" params={{ id: String(id) }} className={styles.clip} data-wide>
      {text}
    </Link>
  )
  return [
    {
      id: 'number',
      name: labels.localid,
      sort: 'localid',
      width: 76,
      cell: (estimate) => linked(estimate.id, estimateNumber(estimate)),
    },
    {
      id: 'title',
      name: labels.title,
      sort: 'title',
      cell: ({ id, title, client, project }) => (
        <>
          {linked(id, title)}
          <span className={styles.under}>{narrow ? client : project}</span>
        </>
      ),
    },
    { id: 'client', name: labels.client, sort: 'client', cell: ({ client }) => clipped(client) },
    { id: 'date', name: labels.date, sort: 'date', width: 110, cell: ({ date }) => formats.day(date) },
    {
      id: 'validuntil',
      name: labels.validuntil,
      sort: 'validuntil',
      width: 110,
      cell: ({ validuntil }) => (validuntil === null ? '' : formats.day(validuntil)),
    },
    {
      id: 'total',
      name: labels.total,
      sort: 'total',
      numeric: true,
      width: 110,
      cell: ({ total, currency }) => formats.money(total, currency),
    },
    {
      id: 'status',
      name: labels.state,
      sort: 'state',
      width: 110,
      cell: (estimate) => <EstimateStatusBadge estimate={estimate} />,
    },
  ]
}

function Filters() {
  const messages = useEstimateMessages()
  const labels = useLabels().estimate
  const isClient = useIsClient()
  const search = route.useSearch()
  const set = searchSetter(search, route.useNavigate())
  return (
    <FilterBar compact>
      <StatusFilter
        label={labels.state}
        names={{ any: messages.anyState, ...messages.stateFilters }}
        value={search.state}
        onChange={(state) => set({ state })}
      />
      <ClientProjectFilters search={search} set={set} isClient={isClient} />
      <SpanFilter names={spans} value={search} onChange={({ datebegin, dateend }) => set({ datebegin, dateend })} />
    </FilterBar>
  )
}

function NoEstimates({ onAdd }: { readonly onAdd: () => void }) {
  const messages = useEstimateMessages()
  const { clearFilters } = useMoneyMessages()
  const may = useMay()
  const { sort: _sort, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  if (Object.values(filters).some((value) => value !== undefined)) {
    const clear = <Button onPress={() => void navigate({ search: {} })}>{clearFilters}</Button>
    return <EmptyState icon={FileText} title={messages.noneFits} action={clear} />
  }
  if (!may('estimate', 'create')) return <EmptyState icon={FileText} title={messages.noneClient} />
  return (
    <EmptyState icon={FileText} title={messages.none} action={<Button onPress={onAdd}>{messages.newEstimate}</Button>}>
      {messages.noneText}
    </EmptyState>
  )
}

function EstimateList({ onAdd }: { readonly onAdd: () => void }) {
  const messages = useEstimateMessages()
  const labels = useLabels().estimate
  const formats = useFormats()
  const narrow = useNarrow()
  const isClient = useIsClient()
  const search = route.useSearch()
  const { sort, state, ...others } = search
  const byState =
    state === 'sent' || state === 'expired' ? { state: 'sent' as const, expired: state === 'expired' } : { state }
  const set = searchSetter(search, route.useNavigate())
  const columns = useMemo(() => columnsOf(labels, formats, narrow), [labels, formats, narrow])
  return (
    <div className={`${styles.stack} ${styles.roomy}`}>
      <Filters />
      <Ledger
        name="estimate"
        label={messages.estimates}
        columns={columns}
        hidden={narrow ? hiddenOnPhone : isClient ? ['client'] : []}
        filters={{ ...others, ...byState }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        sumAt={narrow ? 'title' : 'number'}
        sums={(records) => ({ total: moneySums(formats, records, ({ total }) => total) })}
        empty={<NoEstimates onAdd={onAdd} />}
      />
    </div>
  )
}
