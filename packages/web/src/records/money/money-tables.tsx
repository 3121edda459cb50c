// Short tables of invoices, payments and expenses with sums, for the pages of projects and clients. The lists with
// filters and pages are screens of their own.
import type { ExpenseRecord, InvoiceRecord, PaymentRecord, StintError } from '@stint/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useMaySee } from '../../api/session.tsx'
import { moneySums } from '../../kit/money.ts'
import { useLabels } from '../../messages/labels.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, QueryView, Section } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { InvoiceStatusBadge } from '../invoices/invoice-status.tsx'
import styles from '../record.module.css'
import { moneyColumn } from './money-column.ts'

interface InvoiceTableProps {
  readonly query: UseQueryResult<InvoiceRecord[], StintError>
  readonly projectid?: number
  readonly clientid?: number
  readonly action?: ReactNode
  /** Shows the project instead of the title, for invoices of several projects. */
  readonly named?: boolean
}

export function InvoiceTable({ query, projectid, clientid, action, named = false }: InvoiceTableProps) {
  const messages = useProjectMessages().money
  const labels = useLabels().invoice
  const formats = useFormats()
  const narrow = useNarrow()
  const columns = useMemo<TableColumn<InvoiceRecord>[]>(() => {
    const link = (id: number, text: string) => <RecordLink to="/invoices/$id" id={id} text={text} />
    return [
      { id: 'number', name: labels.localid, width: 110, cell: ({ id, number }) => link(id, number) },
      {
        id: 'title',
        name: named ? labels.projectid : labels.title,
        cell: ({ title, project }) => <span className={styles.clip}>{named ? project : title}</span>,
      },
      { id: 'date', name: labels.date, width: 120, cell: ({ date }) => formats.day(date) },
      moneyColumn('total', labels.total, formats, ({ total }) => total),
      moneyColumn('balance', labels.balance, formats, ({ balance }) => balance),
      {
        id: 'status',
        name: labels.status,
        width: 140,
        cell: (invoice) => <InvoiceStatusBadge invoice={invoice} long={!narrow} />,
      },
    ]
  }, [labels, formats, named, narrow])
  return (
    <Section
      title={messages.invoices}
      actions={
        <span className={styles.rowEnd}>
          <Link to="/invoices" search={{ projectid, clientid }}>
            {messages.all}
          </Link>
          {action}
        </span>
      }
    >
      <QueryView query={query}>
        {(invoices) => {
          const standing = invoices.filter(({ datevoided }) => datevoided === null)
          const foot = {
            number: messages.sum,
            total: moneySums(formats, standing, ({ total }) => total),
            balance: moneySums(formats, standing, ({ balance }) => balance),
          }
          return (
            <RecordTable
              short
              label={messages.invoices}
              columns={columns}
              records={invoices}
              hidden={narrow ? ['title', 'date', 'total'] : []}
              empty={<EmptyState title={messages.noInvoices} />}
              {...(invoices.length === 0 ? {} : { foot })}
            />
          )
        }}
      </QueryView>
    </Section>
  )
}

interface OfProject {
  readonly projectid: number
}

interface LinkedTableProps<R extends { readonly id: number }> {
  readonly title: string
  /** The list of all records, filtered by the project. */
  readonly all: { readonly to: '/payments' | '/expenses'; readonly search: OfProject }
  readonly columns: readonly TableColumn<R>[]
  readonly hidden: readonly string[]
  readonly records: readonly R[]
  readonly sums: Readonly<Record<string, ReactNode>>
  readonly none: string
}

/** The records of one project with their sum, and a link to the list of all records. */
function LinkedTable<R extends { readonly id: number }>(props: LinkedTableProps<R>) {
  const { title, all, columns, hidden, records, sums, none } = props
  const messages = useProjectMessages().money
  return (
    <Section title={title} actions={<Link {...all}>{messages.all}</Link>}>
      <RecordTable
        short
        label={title}
        columns={columns}
        records={records}
        hidden={hidden}
        empty={<EmptyState title={none} />}
        {...(records.length === 0 ? {} : { foot: { date: messages.sum, ...sums } })}
      />
    </Section>
  )
}

export function PaymentTable({ payments, projectid }: OfProject & { readonly payments: readonly PaymentRecord[] }) {
  const messages = useProjectMessages().money
  const labels = useLabels().payment
  const formats = useFormats()
  const narrow = useNarrow()
  const columns = useMemo<TableColumn<PaymentRecord>[]>(
    () => [
      { id: 'date', name: labels.date, width: 120, cell: ({ date }) => formats.day(date) },
      { id: 'type', name: labels.type, width: 140, cell: ({ type }) => type },
      {
        id: 'invoice',
        name: labels.invoiceid,
        width: 100,
        cell: ({ invoiceid, invoicenumber }) =>
          invoiceid !== null &&
          invoicenumber !== null && <RecordLink to="/invoices/$id" id={invoiceid} text={invoicenumber} />,
      },
      { id: 'reference', name: labels.reference, cell: ({ reference }) => reference },
      moneyColumn('amount', labels.amount, formats, ({ amount }) => amount),
    ],
    [labels, formats],
  )
  return (
    <LinkedTable
      title={messages.payments}
      all={{ to: '/payments', search: { projectid } }}
      columns={columns}
      hidden={narrow ? ['type', 'reference'] : []}
      records={payments}
      sums={{ amount: moneySums(formats, payments, ({ amount }) => amount) }}
      none={messages.noPayments}
    />
  )
}

export function ExpenseTable({ expenses, projectid }: OfProject & { readonly expenses: readonly ExpenseRecord[] }) {
  const messages = useProjectMessages().money
  const labels = useLabels().expense
  const formats = useFormats()
  const narrow = useNarrow()
  const seesCost = useMaySee()('expense', 'expense')
  const columns = useMemo<TableColumn<ExpenseRecord>[]>(
    () => [
      { id: 'date', name: labels.date, width: 120, cell: ({ date }) => formats.day(date) },
      { id: 'note', name: labels.note, cell: ({ note }) => <span className={styles.clip}>{note}</span> },
      { id: 'person', name: messages.person, width: 160, cell: ({ person }) => person },
      moneyColumn('cost', labels.expense, formats, ({ expense }) => expense),
      moneyColumn('fee', labels.fee, formats, ({ fee }) => fee),
    ],
    [messages, labels, formats],
  )
  const hidden = [...(seesCost ? [] : ['person', 'cost']), ...(narrow ? ['note', 'person'] : [])]
  return (
    <LinkedTable
      title={messages.expenseList}
      all={{ to: '/expenses', search: { projectid } }}
      columns={columns}
      hidden={hidden}
      records={expenses}
      sums={{
        cost: moneySums(formats, expenses, ({ expense }) => expense),
        fee: moneySums(formats, expenses, ({ fee }) => fee),
      }}
      none={messages.noExpenses}
    />
  )
}
