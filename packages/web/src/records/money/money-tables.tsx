// Invoices, payments and expenses in short tables, for the pages of projects and clients, each with the sums of what it shows.
// The lists of all of them, with filters and pages, stand among the screens of money.
import type { ExpenseRecord, InvoiceRecord, PaymentRecord, StintError } from '@stint/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useMaySee } from '../../api/session.tsx'
import { sumMoney } from '../../kit/money.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, QueryView, Section } from '../../parts/page.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { InvoiceStatusBadge, invoiceNumber } from '../invoices/invoice-status.tsx'
import styles from '../record.module.css'

interface InvoiceTableProps {
  readonly query: UseQueryResult<InvoiceRecord[], StintError>
  readonly projectid?: number
  readonly clientid?: number
  readonly action?: ReactNode
  /** Of many projects: each says which. */
  readonly named?: boolean
}

export function InvoiceTable({ query, projectid, clientid, action, named = false }: InvoiceTableProps) {
  const words = useProjectMessages().money
  const formats = useFormats()
  const narrow = useNarrow()
  const columns = useMemo<TableColumn<InvoiceRecord>[]>(() => {
    const link = (id: number, text: string) => (
      <Link to="/invoices/$id" params={{ id: String(id) }}>
        {text}
      </Link>
    )
    return [
      { id: 'number', name: words.number, width: 90, cell: ({ id, localid }) => link(id, invoiceNumber(localid)) },
      {
        id: 'title',
        name: named ? words.project : words.what,
        cell: ({ title, project }) => <span className={styles.clip}>{named ? project : title}</span>,
      },
      { id: 'date', name: words.date, width: 120, cell: ({ date }) => formats.day(date) },
      { id: 'total', name: words.total, numeric: true, width: 130, cell: ({ total }) => formats.money(total) },
      { id: 'balance', name: words.balance, numeric: true, width: 130, cell: ({ balance }) => formats.money(balance) },
      {
        id: 'status',
        name: words.status,
        width: 140,
        cell: (invoice) => <InvoiceStatusBadge invoice={invoice} long={!narrow} />,
      },
    ]
  }, [words, formats, named, narrow])
  return (
    <Section
      title={words.invoices}
      actions={
        <span className={styles.rowEnd}>
          <Link to="/invoices" search={{ projectid, clientid }}>
            {words.all}
          </Link>
          {action}
        </span>
      }
    >
      <QueryView query={query}>
        {(invoices) => {
          const standing = invoices.filter(({ datevoided }) => datevoided === null)
          const foot = {
            number: words.sum,
            total: formats.money(sumMoney(standing.map(({ total }) => total))),
            balance: formats.money(sumMoney(standing.map(({ balance }) => balance))),
          }
          return (
            <RecordTable
              short
              label={words.invoices}
              columns={columns}
              records={invoices}
              hidden={narrow ? ['title', 'date', 'total'] : []}
              empty={<EmptyState title={words.noInvoices} />}
              {...(invoices.length === 0 ? {} : { foot })}
            />
          )
        }}
      </QueryView>
    </Section>
  )
}

interface ShortTableProps<R extends { readonly id: number }> {
  readonly title: string
  readonly all: '/payments' | '/expenses'
  readonly projectid: number
  readonly columns: readonly TableColumn<R>[]
  readonly hidden: readonly string[]
  readonly records: readonly R[]
  readonly sums: Readonly<Record<string, ReactNode>>
  readonly none: string
}

/** What one project has of something, its sum below and the way to all of it above. */
function ShortTable<R extends { readonly id: number }>(props: ShortTableProps<R>) {
  const { title, all, projectid, columns, hidden, records, sums, none } = props
  const words = useProjectMessages().money
  return (
    <Section
      title={title}
      actions={
        <Link to={all} search={{ projectid }}>
          {words.all}
        </Link>
      }
    >
      <RecordTable
        short
        label={title}
        columns={columns}
        records={records}
        hidden={hidden}
        empty={<EmptyState title={none} />}
        {...(records.length === 0 ? {} : { foot: { date: words.sum, ...sums } })}
      />
    </Section>
  )
}

interface PaymentTableProps {
  readonly payments: readonly PaymentRecord[]
  readonly projectid: number
}

export function PaymentTable({ payments, projectid }: PaymentTableProps) {
  const words = useProjectMessages().money
  const formats = useFormats()
  const narrow = useNarrow()
  const columns = useMemo<TableColumn<PaymentRecord>[]>(
    () => [
      { id: 'date', name: words.date, width: 120, cell: ({ date }) => formats.day(date) },
      { id: 'type', name: words.type, width: 140, cell: ({ type }) => type },
      {
        id: 'invoice',
        name: words.invoice,
        width: 100,
        cell: ({ invoiceid, invoicelocalid }) =>
          invoiceid !== null &&
          invoicelocalid !== null && (
            <Link to="/invoices/$id" params={{ id: String(invoiceid) }}>
              {invoiceNumber(invoicelocalid)}
            </Link>
          ),
      },
      { id: 'reference', name: words.reference, cell: ({ reference }) => reference },
      { id: 'amount', name: words.amount, numeric: true, width: 130, cell: ({ amount }) => formats.money(amount) },
    ],
    [words, formats],
  )
  return (
    <ShortTable
      title={words.payments}
      all="/payments"
      projectid={projectid}
      columns={columns}
      hidden={narrow ? ['type', 'reference'] : []}
      records={payments}
      sums={{ amount: formats.money(sumMoney(payments.map(({ amount }) => amount))) }}
      none={words.noPayments}
    />
  )
}

interface ExpenseTableProps {
  readonly expenses: readonly ExpenseRecord[]
  readonly projectid: number
}

export function ExpenseTable({ expenses, projectid }: ExpenseTableProps) {
  const words = useProjectMessages().money
  const formats = useFormats()
  const narrow = useNarrow()
  const seesCost = useMaySee()('expense', 'expense')
  const columns = useMemo<TableColumn<ExpenseRecord>[]>(
    () => [
      { id: 'date', name: words.date, width: 120, cell: ({ date }) => formats.day(date) },
      { id: 'note', name: words.note, cell: ({ note }) => <span className={styles.clip}>{note}</span> },
      { id: 'person', name: words.person, width: 160, cell: ({ person }) => person },
      { id: 'cost', name: words.cost, numeric: true, width: 130, cell: ({ expense }) => formats.money(expense) },
      { id: 'fee', name: words.fee, numeric: true, width: 130, cell: ({ fee }) => formats.money(fee) },
    ],
    [words, formats],
  )
  const hidden = [...(seesCost ? [] : ['person', 'cost']), ...(narrow ? ['note', 'person'] : [])]
  return (
    <ShortTable
      title={words.expenseList}
      all="/expenses"
      projectid={projectid}
      columns={columns}
      hidden={hidden}
      records={expenses}
      sums={{
        cost: formats.money(sumMoney(expenses.map(({ expense }) => expense))),
        fee: formats.money(sumMoney(expenses.map(({ fee }) => fee))),
      }}
      none={words.noExpenses}
    />
  )
}
