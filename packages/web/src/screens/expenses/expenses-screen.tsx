// The list of expenses, filtered by client, project, person and days, with sums. Clients see what they are charged, not
// what it cost.
import type { ExpenseRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useIsClient, useMay, useMaySee } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import type { Formats } from '../../kit/format.ts'
import { moneySums } from '../../kit/money.ts'
import type { SpanName } from '../../kit/spans.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { FilterBar, PersonFilter, SpanFilter } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { guarded } from '../../parts/no-access.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { searchSetter } from '../../parts/search-params.ts'
import { Ledger } from '../../records/money/ledger.tsx'
import {
  amountColumn,
  ClientProjectFilters,
  dateColumn,
  type MoneyMessages,
  menuColumn,
} from '../../records/money/ledger-columns.tsx'
import { BillingCell, NoteCell, ReceiptCell } from './expense-cells.tsx'
import { ExpenseDialog, ExpenseMenu } from './expense-dialog.tsx'

const route = getRouteApi('/expenses')
const spans: readonly SpanName[] = ['allTime', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastYear']
type Labels = ReturnType<typeof useLabels>['expense']

const hiddenOnPhone = ['date', 'client', 'project', 'person', 'expense', 'billing']

function columnsOf(
  messages: MoneyMessages,
  texts: ReturnType<typeof useExpenseMessages>,
  labels: Labels,
  formats: Formats,
  mayChange: boolean,
  narrow: boolean,
): TableColumn<ExpenseRecord>[] {
  return [
    dateColumn(labels.date, formats),
    {
      id: 'note',
      name: labels.note,
      sort: 'note',
      percent: 15,
      cell: (expense) => <NoteCell expense={expense} under={narrow ? formats.day(expense.date) : null} />,
    },
    { id: 'client', name: labels.client, sort: 'client', percent: 14, cell: ({ client }) => client },
    { id: 'project', name: labels.project, sort: 'project', percent: 21, cell: ({ project }) => project },
    { id: 'person', name: labels.person, sort: 'person', percent: 13, cell: ({ person }) => person },
    amountColumn('expense', labels.expense, formats, ({ expense }) => expense),
    amountColumn('fee', labels.fee, formats, ({ fee }) => fee),
    { id: 'billing', name: texts.billing, width: 100, cell: (expense) => <BillingCell expense={expense} /> },
    {
      id: 'receipt',
      name: texts.receipt,
      pressed: true,
      width: 60,
      cell: (expense) => <ReceiptCell expense={expense} />,
    },
    ...menuColumn<ExpenseRecord>(messages, mayChange, (expense) => <ExpenseMenu expense={expense} />),
  ]
}

function Filters() {
  const may = useMay()
  const isClient = useIsClient()
  const search = route.useSearch()
  const set = searchSetter(search, route.useNavigate())
  return (
    <FilterBar compact>
      <ClientProjectFilters search={search} set={set} isClient={isClient} />
      {may('person', 'list') && <PersonFilter value={search.personid} onChange={(personid) => set({ personid })} />}
      <SpanFilter names={spans} value={search} onChange={({ datebegin, dateend }) => set({ datebegin, dateend })} />
    </FilterBar>
  )
}

export const ExpensesScreen = guarded(ExpensesPage, ['expense', 'list'], () => useMoneyMessages().expenses)

function ExpensesPage() {
  const messages = useMoneyMessages()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const { projectid } = route.useSearch()
  const addButton = useAddButton({
    allowed: may('expense', 'create'),
    name: messages.newExpense,
    onAdd: () => setAdding(true),
  })
  return (
    <Page wide title={messages.expenses} actions={addButton}>
      <Filters />
      <ExpenseTable />
      {adding && <ExpenseDialog projectid={projectid} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function ExpenseTable() {
  const messages = useMoneyMessages()
  const texts = useExpenseMessages()
  const labels = useLabels().expense
  const formats = useFormats()
  const narrow = useNarrow()
  const may = useMay()
  const sees = useMaySee()
  const search = route.useSearch()
  const { sort, ...filters } = search
  const set = searchSetter(search, route.useNavigate())
  const mayChange = may('expense', 'update')
  const columns = useMemo(
    () => columnsOf(messages, texts, labels, formats, mayChange, narrow),
    [messages, texts, labels, formats, mayChange, narrow],
  )
  const unseen = sees('expense', 'expense') ? [] : ['expense', 'person', 'client', 'receipt']
  return (
    <Ledger
      name="expense"
      label={messages.expenses}
      columns={columns}
      hidden={narrow ? [...new Set([...hiddenOnPhone, ...unseen])] : unseen}
      filters={filters}
      sort={sort}
      onSort={(next) => set({ sort: next })}
      sumAt={narrow ? 'note' : 'date'}
      sums={(records) => ({
        expense: moneySums(formats, records, ({ expense }) => expense),
        fee: moneySums(formats, records, ({ fee }) => fee),
      })}
      empty={
        <EmptyState icon={ReceiptText} title={messages.noExpenses}>
          {mayChange ? messages.noExpensesText : undefined}
        </EmptyState>
      }
    />
  )
}
