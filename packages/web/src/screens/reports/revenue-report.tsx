// The revenue report: invoiced and paid amounts by month.

import { Decimal, type RevenueRow } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { moneySums, sumMoney } from '../../kit/money.ts'
import type { SpanName } from '../../kit/spans.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Chart } from '../../parts/chart.tsx'
import { QueryView } from '../../parts/page.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import { type Stat, Stats } from '../../parts/stats.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import styles from '../../records/money/money.module.css'
import { ByCurrency, type CurrencyRows } from './by-currency.tsx'
import {
  ClientSpanFilters,
  CompareToggle,
  changeText,
  ReportFrame,
  useReportQuery,
  useRowsBefore,
} from './report-frame.tsx'

const wideOnly = ['invoices', 'subtotal', 'taxes', 'balance']

const spans: readonly SpanName[] = ['twelveMonths', 'thisQuarter', 'thisYear', 'lastYear']

type Row = RevenueRow & { readonly id: number }

export function RevenueReport() {
  const messages = useReportMessages()
  const query = useReportQuery('twelveMonths')
  const report = useReport('revenue', query)
  const before = useRowsBefore('revenue', query)
  return (
    <ReportFrame
      text={messages.revenueText}
      filters={
        <>
          <ClientSpanFilters spans={spans} span={query} />
          <CompareToggle span={query} />
        </>
      }
      csv={<CsvButton report="revenue" asked={query} />}
    >
      <QueryView query={report}>
        {(rows) => (
          <ByCurrency rows={rows} before={before}>
            {(own) => <Revenue {...own} />}
          </ByCurrency>
        )}
      </QueryView>
    </ReportFrame>
  )
}

function Revenue({ rows, before, currency }: CurrencyRows<RevenueRow>) {
  const messages = useReportMessages()
  const formats = useFormats()
  const stat = (name: string, amount: (row: RevenueRow) => Decimal): Stat => {
    const [now, was] = [sumMoney(rows.map(amount)), sumMoney(before?.map(amount) ?? [])]
    const text = (sum: Decimal): string => formats.money(sum, rows[0]?.currency)
    return {
      name,
      value: text(now),
      ...(before && { more: messages.compared(changeText(now, was, formats), text(was)) }),
    }
  }
  const named = (label: string): string => [label, currency].filter(Boolean).join(', ')
  return (
    <>
      <Stats
        stats={[stat(messages.invoiced, ({ total }) => total), stat(messages.received, ({ payments }) => payments)]}
      />
      <Chart
        label={named(messages.revenueChart)}
        labels={rows.map(({ month }) => formats.month(`${month}-01`))}
        series={[
          { name: messages.invoiced, values: rows.map(({ total }) => total.toNumber()), tone: 'accent' },
          { name: messages.received, values: rows.map(({ payments }) => payments.toNumber()), tone: 'soft' },
        ]}
        format={(value) => formats.money(Decimal.from(Math.round(value)), rows[0]?.currency)}
      />
      <RevenueTable label={named(messages.tabs.revenue)} rows={rows.map((row, id) => ({ ...row, id }))} />
    </>
  )
}

const sums = ['subtotal', 'taxes', 'total', 'payments', 'balance'] as const

function RevenueTable({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  const messages = useReportMessages()
  const formats = useFormats()
  const names = {
    subtotal: messages.subtotal,
    taxes: messages.taxes,
    total: messages.total,
    payments: messages.received,
    balance: messages.open,
  }
  const columns: TableColumn<Row>[] = [
    { id: 'month', name: messages.month, cell: ({ month }) => formats.month(`${month}-01`) },
    {
      id: 'invoices',
      name: messages.invoices,
      numeric: true,
      width: 90,
      cell: ({ invoices }) => formats.number(invoices),
    },
    ...sums.map((id) => ({
      id,
      name: names[id],
      numeric: true,
      cell: (row: Row) => (
        <span className={styles.amount} data-quiet={row[id].equals('0')}>
          {formats.money(row[id], row.currency)}
        </span>
      ),
    })),
  ]
  const foot = {
    month: messages.sum,
    invoices: formats.number(rows.reduce((sum, { invoices }) => sum + invoices, 0)),
    ...Object.fromEntries(sums.map((id) => [id, moneySums(formats, rows, (row) => row[id])])),
  }
  return <ShortTable label={label} columns={columns} records={rows.toReversed()} wideOnly={wideOnly} foot={foot} />
}
