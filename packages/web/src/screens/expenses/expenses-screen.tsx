// The list of expenses, filtered by client, project, person and days, with sums. Clients see what they are charged, not
// what it cost.
import { getRouteApi } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { useMay, useMaySee } from '../../api/session.tsx'
import { useAddDialog } from '../../frame/add-button.tsx'
import { moneySums } from '../../kit/money.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { FilterBar, PersonFilter } from '../../parts/filter-bar.tsx'
import { guarded } from '../../parts/no-access.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { Ledger, type LedgerKind } from '../../records/money/ledger.tsx'
import {
  amountColumn,
  ClientProjectFilters,
  dateColumn,
  LedgerSpanFilter,
} from '../../records/money/ledger-columns.tsx'
import { BillingCell, NoteCell, ReceiptCell } from './expense-cells.tsx'
import { ExpenseDialog, ExpenseMenu } from './expense-dialog.tsx'

const route = getRouteApi('/expenses')

const kindWith = (texts: ReturnType<typeof useExpenseMessages>): LedgerKind<'expense'> => ({
  name: 'expense',
  columns: (labels, formats, narrow) => [
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
  ],
  hiddenOnPhone: ['date', 'client', 'project', 'person', 'expense', 'billing'],
  sums: (records, formats) => ({
    expense: moneySums(formats, records, ({ expense }) => expense),
    fee: moneySums(formats, records, ({ fee }) => fee),
  }),
  menu: (expense) => <ExpenseMenu expense={expense} />,
})

function Filters() {
  const may = useMay()
  const { search, set, filter } = useSearchParams(route)
  return (
    <FilterBar compact>
      <ClientProjectFilters search={search} set={set} />
      {may('person', 'list') && <PersonFilter {...filter('personid')} />}
      <LedgerSpanFilter search={search} set={set} />
    </FilterBar>
  )
}

export const ExpensesScreen = guarded(ExpensesPage, ['expense', 'list'], () => useMoneyMessages().expenses)

function ExpensesPage() {
  const messages = useMoneyMessages()
  const may = useMay()
  const { projectid } = route.useSearch()
  const { addButton, dialog } = useAddDialog({
    allowed: may('expense', 'create'),
    name: messages.newExpense,
    dialog: (close) => <ExpenseDialog projectid={projectid} onClose={close} />,
  })
  return (
    <Page wide title={messages.expenses} actions={addButton}>
      <Filters />
      <ExpenseTable mayChange={may('expense', 'update')} />
      {dialog}
    </Page>
  )
}

function ExpenseTable({ mayChange }: { readonly mayChange: boolean }) {
  const messages = useMoneyMessages()
  const texts = useExpenseMessages()
  const kind = useMemo(() => kindWith(texts), [texts])
  const { search, filter } = useSearchParams(route)
  const { sort: _sort, ...filters } = search
  const unseen = useMaySee()('expense', 'expense') ? [] : ['expense', 'person', 'client', 'receipt']
  const none = (
    <EmptyState icon={ReceiptText} title={messages.noExpenses}>
      {mayChange ? messages.noExpensesText : undefined}
    </EmptyState>
  )
  const sort = filter('sort')
  return <Ledger kind={kind} label={messages.expenses} unseen={unseen} filters={filters} sort={sort} empty={none} />
}
