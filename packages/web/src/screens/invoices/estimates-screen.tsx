// The screen of estimates: the list with its filters, which are in the URL. A new estimate is created in a dialog and
// opened then.
import type { EstimateRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useMay } from '../../api/session.tsx'
import { useAddDialog } from '../../frame/add-button.tsx'
import { moneySums } from '../../kit/money.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { guarded } from '../../parts/no-access.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { EstimateStatusBadge, estimateNumber } from '../../records/estimates/estimate-status.tsx'
import { Ledger, type LedgerKind } from '../../records/money/ledger.tsx'
import styles from '../../records/money/money.module.css'
import { documentColumns } from './document-columns.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { EstimateDialog } from './estimate-dialog.tsx'

const route = getRouteApi('/estimates')

export const EstimatesScreen = guarded(EstimatesPage, ['estimate', 'list'], () => useEstimateMessages().estimates)

function EstimatesPage() {
  const messages = useEstimateMessages()
  const { invoices } = useMoneyMessages()
  const navigate = route.useNavigate()
  const { add, addButton, dialog } = useAddDialog({
    allowed: useMay()('estimate', 'create'),
    name: messages.newEstimate,
    dialog: (close) => (
      <EstimateDialog
        onClose={close}
        onCreated={(id) => void navigate({ to: '/estimates/$id', params: { id: String(id) } })}
      />
    ),
  })
  return (
    <Page wide title={messages.estimates} above={<Link to="/invoices">{invoices}</Link>} actions={addButton}>
      <EstimateList onAdd={add} />
      {dialog}
    </Page>
  )
}

const columnsOf: LedgerKind<'estimate'>['columns'] = (labels, formats, narrow) => [
  ...documentColumns<EstimateRecord>(labels, formats, {
    to: '/estimates/$id',
    numberOf: estimateNumber,
    below: ({ client, project }) => (narrow ? client : project),
    lastDay: { field: 'validuntil', name: labels.validuntil, of: ({ validuntil }) => validuntil },
  }),
  {
    id: 'status',
    name: labels.state,
    sort: 'state',
    width: 110,
    cell: (estimate) => <EstimateStatusBadge estimate={estimate} />,
  },
]

const estimates: LedgerKind<'estimate'> = {
  name: 'estimate',
  columns: columnsOf,
  hiddenOnPhone: ['number', 'client', 'date', 'validuntil'],
  sums: (records, formats) => ({ total: moneySums(formats, records, ({ total }) => total) }),
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
  const { search, set, filter } = useSearchParams(route)
  const { sort: _sort, state, ...others } = search
  const byState =
    state === 'sent' || state === 'expired' ? { state: 'sent' as const, expired: state === 'expired' } : { state }
  const status = { label: labels.state, names: messages.stateFilters, ...filter('state') }
  return (
    <div className={`${styles.stack} ${styles.roomy}`}>
      <DocumentFilters resource="estimate" search={search} set={set} status={status} />
      <Ledger
        kind={estimates}
        label={messages.estimates}
        filters={{ ...others, ...byState }}
        sort={filter('sort')}
        empty={<NoEstimates onAdd={onAdd} />}
      />
    </div>
  )
}
