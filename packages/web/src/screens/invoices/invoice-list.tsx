// The list of invoices: filtered, sorted and paged by the server, with the sums of the loaded rows and the key figures
// below. Void invoices and drafts of credit notes are not counted in the sums.
import type { InvoiceRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useIsClient, useMay } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { moneySums } from '../../kit/money.ts'
import type { SpanName } from '../../kit/spans.ts'
import { useCreditMessages } from '../../messages/credit.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { FilterBar, SearchFilter, SpanFilter } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState } from '../../parts/page.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { searchSetter } from '../../parts/search-params.ts'
import { InvoiceStatusBadge, invoiceStatusOf } from '../../records/invoices/invoice-status.tsx'
import { Ledger } from '../../records/money/ledger.tsx'
import { ClientProjectFilters, clipped } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'
import { StatusFilter } from './status-filter.tsx'

const route = getRouteApi('/invoices')
const spans: readonly SpanName[] = ['allTime', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastYear']
const hiddenOnPhone = ['number', 'client', 'date', 'due', 'total']

type Labels = ReturnType<typeof useLabels>['invoice']

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

function columnsOf(
  labels: Labels,
  creditNote: string,
  formats: Formats,
  narrow: boolean,
): TableColumn<InvoiceRecord>[] {
  const linked = (id: number, text: string) => (
    <Link to="/invoices/$id" params={{ id: String(id) }} className={styles.clip} data-wide>
      {text}
    </Link>
  )
  return [
    {
      id: 'number',
      name: labels.localid,
      sort: 'localid',
      width: 76,
      cell: ({ id, number }) => linked(id, number),
    },
    {
      id: 'title',
      name: labels.title,
      sort: 'title',
      cell: ({ id, title, client, project, creditof }) => (
        <>
          {linked(id, title)}
          <span className={styles.under}>
            {creditof === null ? '' : `${creditNote} · `}
            {narrow ? client : project}
          </span>
        </>
      ),
    },
    { id: 'client', name: labels.client, sort: 'client', cell: ({ client }) => clipped(client) },
    { id: 'date', name: labels.date, sort: 'date', width: 110, cell: ({ date }) => formats.day(date) },
    {
      id: 'due',
      name: labels.datedue,
      sort: 'datedue',
      width: 110,
      cell: ({ datedue }) => (datedue === null ? '' : formats.day(datedue)),
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
}

function Filters() {
  const messages = useMoneyMessages()
  const labels = useLabels().invoice
  const isClient = useIsClient()
  const search = route.useSearch()
  const set = searchSetter(search, route.useNavigate())
  return (
    <FilterBar compact>
      <StatusFilter
        label={labels.status}
        names={{ any: messages.anyStatus, ...messages.statusFilters }}
        value={search.status}
        onChange={(status) => set({ status })}
      />
      <ClientProjectFilters search={search} set={set} isClient={isClient} />
      <SpanFilter names={spans} value={search} onChange={({ datebegin, dateend }) => set({ datebegin, dateend })} />
      <SearchFilter label={messages.search} value={search.search} onChange={(text) => set({ search: text })} />
    </FilterBar>
  )
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
  const formats = useFormats()
  const narrow = useNarrow()
  const isClient = useIsClient()
  const search = route.useSearch()
  const { tab: _tab, sort, status, ...others } = search
  const filters = status === 'draft' ? { ...others, status: 'outstanding', issued: false } : { ...others, status }
  const set = searchSetter(search, route.useNavigate())
  const { creditNote } = useCreditMessages()
  const columns = useMemo(() => columnsOf(labels, creditNote, formats, narrow), [labels, creditNote, formats, narrow])
  const sums = (records: readonly InvoiceRecord[]) => {
    const counted = records.filter(
      ({ datevoided, dateissued, creditof }) => datevoided === null && (creditof === null || dateissued !== null),
    )
    return {
      total: moneySums(formats, counted, ({ total }) => total),
      balance: moneySums(formats, counted, ({ balance }) => balance),
    }
  }
  return (
    <div className={`${styles.stack} ${styles.roomy} ${styles.overFigures}`}>
      <Filters />
      <Ledger
        name="invoice"
        label={messages.invoices}
        columns={columns}
        hidden={narrow ? hiddenOnPhone : isClient ? ['client'] : []}
        filters={filters}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        sumAt={narrow ? 'title' : 'number'}
        sums={sums}
        empty={<NoInvoices />}
      />
      {figures}
    </div>
  )
}
