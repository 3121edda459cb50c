// The list of payments, filtered by client, project, kind and day, with their sum.
import type { PaymentRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Banknote } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useIsClient, useMay } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import type { Formats } from '../../kit/format.ts'
import { moneySums } from '../../kit/money.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { guarded } from '../../parts/no-access.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { searchSetter } from '../../parts/search-params.ts'
import { Ledger } from '../../records/money/ledger.tsx'
import {
  amountColumn,
  ClientProjectFilters,
  clipped,
  dateColumn,
  type MoneyMessages,
  menuColumn,
} from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'
import { PaymentMenu } from '../../records/payments/invoice-payments.tsx'
import { PaymentDialog } from '../../records/payments/payment-dialog.tsx'

const route = getRouteApi('/payments')
type Labels = ReturnType<typeof useLabels>['payment']

const hiddenOnPhone = ['date', 'project', 'type', 'reference', 'note']

function columnsOf(
  messages: MoneyMessages,
  labels: Labels,
  formats: Formats,
  mayChange: boolean,
  narrow: boolean,
): TableColumn<PaymentRecord>[] {
  return [
    dateColumn(labels.date, formats),
    {
      id: 'client',
      name: labels.client,
      sort: 'client',
      cell: ({ client, project, date }) => (
        <>
          {clipped(client ?? project)}
          {narrow && <span className={styles.under}>{formats.day(date)}</span>}
        </>
      ),
    },
    { id: 'project', name: labels.project, sort: 'project', cell: ({ project }) => clipped(project) },
    {
      id: 'invoice',
      name: labels.invoiceid,
      sort: 'invoiceid',
      width: narrow ? 70 : 90,
      cell: ({ invoiceid, invoicenumber }) =>
        invoiceid !== null &&
        invoicenumber !== null && <RecordLink to="/invoices/$id" id={invoiceid} text={invoicenumber} />,
    },
    { id: 'type', name: labels.type, sort: 'type', cell: ({ type }) => type },
    { id: 'reference', name: labels.reference, sort: 'reference', cell: ({ reference }) => clipped(reference) },
    { id: 'note', name: labels.note, sort: 'note', cell: ({ note }) => clipped(note) },
    amountColumn('amount', labels.amount, formats, ({ amount }) => amount),
    ...menuColumn<PaymentRecord>(messages, mayChange, (payment) => <PaymentMenu payment={payment} />),
  ]
}

function Filters() {
  const messages = useMoneyMessages()
  const labels = useLabels().payment
  const isClient = useIsClient()
  const search = route.useSearch()
  const types = useAll('paymenttype')
  const set = searchSetter(search, route.useNavigate())
  return (
    <FilterBar compact>
      <ClientProjectFilters search={search} set={set} isClient={isClient} />
      <ChoiceField
        label={labels.typeid}
        none={messages.anyType}
        options={(types.data ?? []).map(({ id, name }) => ({ id, name }))}
        value={search.typeid ?? null}
        onChange={(id) => set({ typeid: id ?? undefined })}
      />
      <DayField label={messages.on} value={search.date ?? null} onChange={(date) => set({ date: date ?? undefined })} />
    </FilterBar>
  )
}

export const PaymentsScreen = guarded(PaymentsPage, ['payment', 'list'], () => useMoneyMessages().payments)

function PaymentsPage() {
  const messages = useMoneyMessages()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const addButton = useAddButton({
    allowed: may('payment', 'create'),
    name: messages.recordPayment,
    onAdd: () => setAdding(true),
  })
  return (
    <Page wide title={messages.payments} actions={addButton}>
      <Filters />
      <PaymentTable />
      {adding && <PaymentDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function PaymentTable() {
  const messages = useMoneyMessages()
  const labels = useLabels().payment
  const formats = useFormats()
  const narrow = useNarrow()
  const may = useMay()
  const isClient = useIsClient()
  const search = route.useSearch()
  const { sort, ...filters } = search
  const set = searchSetter(search, route.useNavigate())
  const mayChange = may('payment', 'update')
  const columns = useMemo(
    () => columnsOf(messages, labels, formats, mayChange, narrow),
    [messages, labels, formats, mayChange, narrow],
  )
  return (
    <Ledger
      name="payment"
      label={messages.payments}
      columns={columns}
      hidden={narrow ? hiddenOnPhone : isClient ? ['client'] : []}
      filters={filters}
      sort={sort}
      onSort={(next) => set({ sort: next })}
      sumAt={narrow ? 'client' : 'date'}
      sums={(records) => ({ amount: moneySums(formats, records, ({ amount }) => amount) })}
      empty={
        <EmptyState icon={Banknote} title={messages.noPaymentsFit}>
          {mayChange ? messages.noPaymentsText : undefined}
        </EmptyState>
      }
    />
  )
}
