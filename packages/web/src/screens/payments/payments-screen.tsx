// The list of payments, filtered by client, project, kind and day, with their sum.
import { getRouteApi } from '@tanstack/react-router'
import { Banknote } from 'lucide-react'
import { useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useAddDialog } from '../../frame/add-button.tsx'
import { moneySums } from '../../kit/money.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { guarded } from '../../parts/no-access.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { Ledger, type LedgerKind } from '../../records/money/ledger.tsx'
import { amountColumn, ClientProjectFilters, clipped, dateColumn } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'
import { PaymentMenu } from '../../records/payments/invoice-payments.tsx'
import { PaymentDialog } from '../../records/payments/payment-dialog.tsx'

const route = getRouteApi('/payments')

const columnsOf: LedgerKind<'payment'>['columns'] = (labels, formats, narrow) => [
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
]

const payments: LedgerKind<'payment'> = {
  name: 'payment',
  columns: columnsOf,
  hiddenOnPhone: ['date', 'project', 'type', 'reference', 'note'],
  sums: (records, formats) => ({ amount: moneySums(formats, records, ({ amount }) => amount) }),
  menu: (payment) => <PaymentMenu payment={payment} />,
}

function Filters() {
  const messages = useMoneyMessages()
  const labels = useLabels().payment
  const types = useAll('paymenttype')
  const { search, set } = useSearchParams(route)
  return (
    <FilterBar compact>
      <ClientProjectFilters search={search} set={set} />
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
  const { search, filter } = useSearchParams(route)
  const { sort: _sort, ...filters } = search
  const { addButton, dialog } = useAddDialog({
    allowed: may('payment', 'create'),
    name: messages.recordPayment,
    dialog: (close) => <PaymentDialog onClose={close} />,
  })
  const none = (
    <EmptyState icon={Banknote} title={messages.noPaymentsFit}>
      {may('payment', 'update') ? messages.noPaymentsText : undefined}
    </EmptyState>
  )
  return (
    <Page wide title={messages.payments} actions={addButton}>
      <Filters />
      <Ledger kind={payments} label={messages.payments} filters={filters} sort={filter('sort')} empty={none} />
      {dialog}
    </Page>
  )
}
