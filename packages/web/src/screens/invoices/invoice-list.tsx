// The list of invoices: filtered, sorted and paged by the server, with the sums of the loaded rows and the key figures
// below. Void invoices and drafts of credit notes are not counted in the sums.
import type { InvoiceRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { moneySums } from '../../kit/money.ts'
import { useCreditMessages } from '../../messages/credit.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { SearchFilter } from '../../parts/filter-bar.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { InvoiceStatusBadge, invoiceStatusOf } from '../../records/invoices/invoice-status.tsx'
import { Ledger, type LedgerKind } from '../../records/money/ledger.tsx'
import styles from '../../records/money/money.module.css'
import { documentColumns } from './document-columns.tsx'
import { DocumentFilters } from './document-filters.tsx'

const route = getRouteApi('/invoices')

/** With whether it was sent. Clients do not see that. */
function Status({ invoice }: { readonly invoice: InvoiceRecord }) {
  const messages = useMoneyMessages()
  const { datesent = null, datevoided, mailerror = '' } = invoice
  const isUndelivered = mailerror !== ''
  return (
    <>
      <InvoiceStatusBadge invoice={invoice} />
      {datesent !== null && datevoided === null && (
        <span className={styles.under} data-tone={isUndelivered ? 'bad' : undefined}>
          {isUndelivered ? messages.undeliveredMark : messages.sentMark}
        </span>
      )}
    </>
  )
}

/** Below the title of an invoice. */
function Below({ invoice, narrow }: { readonly invoice: InvoiceRecord; readonly narrow: boolean }) {
  const { creditNote } = useCreditMessages()
  const { client, project, creditof } = invoice
  return (
    <>
      {creditof === null ? '' : `${creditNote} · `}
      {narrow ? client : project}
    </>
  )
}

const columnsOf: LedgerKind<'invoice'>['columns'] = (labels, formats, narrow) => [
  ...documentColumns<InvoiceRecord>(labels, formats, {
    to: '/invoices/$id',
    numberOf: ({ number }) => number,
    below: (invoice) => <Below invoice={invoice} narrow={narrow} />,
    lastDay: { field: 'datedue', name: labels.datedue, of: ({ datedue }) => datedue },
  }),
  {
    id: 'balance',
    name: labels.balance,
    sort: 'balance',
    numeric: true,
    width: 110,
    cell: (invoice) => (
      <span className={styles.amount} data-quiet={invoice.balance.equals('0') || invoiceStatusOf(invoice) === 'void'}>
        {formats.money(invoice.balance, invoice.currency)}
      </span>
    ),
  },
  { id: 'status', name: labels.status, width: 110, cell: (invoice) => <Status invoice={invoice} /> },
]

function sumsOf(records: readonly InvoiceRecord[], formats: Formats) {
  const counted = records.filter(
    ({ datevoided, dateissued, creditof }) => datevoided === null && (creditof === null || dateissued !== null),
  )
  return {
    total: moneySums(formats, counted, ({ total }) => total),
    balance: moneySums(formats, counted, ({ balance }) => balance),
  }
}

const invoices: LedgerKind<'invoice'> = {
  name: 'invoice',
  columns: columnsOf,
  hiddenOnPhone: ['number', 'client', 'date', 'datedue', 'total'],
  sums: sumsOf,
}

function NoInvoices() {
  const messages = useMoneyMessages()
  const may = useMay()
  const { tab: _tab, sort: _sort, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  if (Object.values(filters).some((value) => value !== undefined)) {
    const clear = <Button onPress={() => void navigate({ search: {} })}>{messages.clearFilters}</Button>
    return <EmptyState icon={FileText} title={messages.noneFits} action={clear} />
  }
  if (!may('invoice', 'create')) return <EmptyState icon={FileText} title={messages.noInvoicesClient} />
  return (
    <EmptyState
      icon={FileText}
      title={messages.noInvoices}
      action={<Button onPress={() => void navigate({ to: '/invoices/new' })}>{messages.newInvoice}</Button>}
    >
      {messages.noInvoicesText}
    </EmptyState>
  )
}

export function InvoiceList({ figures }: { readonly figures: ReactNode }) {
  const messages = useMoneyMessages()
  const labels = useLabels().invoice
  const { search, set, filter } = useSearchParams(route)
  const { tab: _tab, sort: _sort, status, ...others } = search
  const filters = status === 'draft' ? { ...others, status: 'outstanding', issued: false } : { ...others, status }
  return (
    <div className={`${styles.stack} ${styles.roomy} ${styles.overFigures}`}>
      <DocumentFilters
        resource="invoice"
        search={search}
        set={set}
        status={{ label: labels.status, names: messages.statusFilters, ...filter('status') }}
      >
        <SearchFilter label={messages.search} {...filter('search')} />
      </DocumentFilters>
      <Ledger
        kind={invoices}
        label={messages.invoices}
        filters={filters}
        sort={filter('sort')}
        empty={<NoInvoices />}
      />
      {figures}
    </div>
  )
}
