// Aged receivables: who owes how much and since when, as a chart, a table and a CSV file. The amounts come from the
// server; only the column totals are added up here, as exact decimals and for each currency.

import { Decimal, type ReceivablesRow } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { PartyPopper } from 'lucide-react'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { usePortal } from '../../api/session.tsx'
import { byCurrency, moneySums } from '../../kit/money.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Chart, type Series } from '../../parts/chart.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import { CsvButton } from './csv-button.tsx'
import styles from './money.module.css'

const wideOnly = ['invoices']

const agingBuckets = ['current', 'days1to30', 'days31to60', 'days61to90', 'over90'] as const
const tones: Readonly<Record<(typeof agingBuckets)[number], Series['tone']>> = {
  current: 'accent',
  days1to30: 'soft',
  days31to60: 'warn',
  days61to90: 'live',
  over90: 'bad',
}

type Row = ReceivablesRow & { readonly id: number }

const overdueOf = ({ total, current }: ReceivablesRow): Decimal => total.minus(current)

export function Receivables() {
  const messages = useMoneyMessages()
  const portal = usePortal()
  const report = useReport('receivables', {})
  return (
    <div className={styles.stack}>
      <div className={styles.headRow}>
        <p className={styles.quiet}>{messages.receivablesText}</p>
        <CsvButton report="receivables" asked={{}} />
      </div>
      <QueryRows
        query={report}
        empty={<EmptyState icon={PartyPopper} title={portal ? messages.nobodyOwesClient : messages.nobodyOwes} />}
      >
        {(rows) => (
          <>
            {byCurrency(rows).map(([currency, own]) => (
              <AgedChart key={currency} rows={own} currency={own.length === rows.length ? undefined : currency} />
            ))}
            <AgedTable rows={rows.map((row, id) => ({ ...row, id }))} />
          </>
        )}
      </QueryRows>
    </div>
  )
}

interface AgedChartProps {
  readonly rows: readonly ReceivablesRow[]
  /** Named if there are several charts. */
  readonly currency: string | undefined
}

function AgedChart({ rows, currency }: AgedChartProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  return (
    <Chart
      label={[messages.receivablesChart, currency].filter(Boolean).join(', ')}
      labels={rows.map(({ client }) => client ?? messages.noClient)}
      series={agingBuckets.map((span) => ({
        name: messages.spans[span],
        values: rows.map((row) => row[span].toNumber()),
        tone: tones[span],
      }))}
      format={(value) => formats.money(Decimal.from(Math.round(value)), rows[0]?.currency)}
      stacked
      across
    />
  )
}

function AgedTable({ rows }: { readonly rows: readonly Row[] }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  const navigate = useNavigate()
  const open = (clientid: number) => void navigate({ to: '/invoices', search: { clientid, status: 'outstanding' } })
  const money = (id: (typeof agingBuckets)[number] | 'total', name: string): TableColumn<Row> => ({
    id,
    name,
    numeric: true,
    cell: (row) => (
      <span className={styles.amount} data-quiet={row[id].equals('0')}>
        {formats.money(row[id], row.currency)}
      </span>
    ),
  })
  const columns: TableColumn<Row>[] = [
    {
      id: 'client',
      name: messages.client,
      cell: ({ client, clientid }) =>
        clientid === null ? (
          messages.noClient
        ) : (
          <button type="button" className={styles.linkButton} onClick={() => open(clientid)}>
            {client}
          </button>
        ),
    },
    {
      id: 'invoices',
      name: messages.unpaid,
      numeric: true,
      width: 90,
      cell: ({ invoices }) => formats.number(invoices),
    },
    ...(narrow
      ? [
          {
            id: 'late',
            name: messages.overdue,
            numeric: true,
            cell: (row: Row) => formats.money(overdueOf(row), row.currency),
          },
        ]
      : agingBuckets.map((span) => money(span, messages.spans[span]))),
    money('total', messages.total),
  ]
  const sums = Object.fromEntries(
    [...agingBuckets, 'total' as const].map((id) => [id, moneySums(formats, rows, (row) => row[id])]),
  )
  const foot = { client: messages.sum, late: moneySums(formats, rows, overdueOf), ...sums }
  return <ShortTable label={messages.receivables} columns={columns} records={rows} wideOnly={wideOnly} foot={foot} />
}
