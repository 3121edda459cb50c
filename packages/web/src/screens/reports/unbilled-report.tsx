// The report of unbilled time and expenses by project, with a button to create an invoice for each.

import { Decimal, type UnbilledRow } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { PartyPopper } from 'lucide-react'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { clockText, sumHours } from '../../kit/hours.ts'
import { byCurrency, moneySums } from '../../kit/money.ts'
import type { SpanName } from '../../kit/spans.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Chart } from '../../parts/chart.tsx'
import { ClientFilter } from '../../parts/filter-bar.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import styles from '../../records/money/money.module.css'
import { ReportFrame, ReportSpan, useReportSearch } from './report-frame.tsx'

const wideOnly = ['client', 'first', 'last', 'hours']

const spans: readonly SpanName[] = ['allTime', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear']

type Row = UnbilledRow & { readonly id: number }

export function UnbilledReport() {
  const messages = useReportMessages()
  const formats = useFormats()
  const { search, set } = useReportSearch()
  const { clientid, datebegin, dateend } = search
  const query = { clientid, datebegin, dateend }
  const report = useReport('unbilled', query)
  return (
    <ReportFrame
      text={messages.unbilledText}
      filters={
        <>
          <ClientFilter value={clientid} onChange={(id) => set({ clientid: id })} />
          <ReportSpan spans={spans} span={query} />
        </>
      }
      csv={<CsvButton report="unbilled" asked={query} />}
    >
      <QueryRows query={report} empty={<EmptyState icon={PartyPopper} title={messages.nothingUnbilled} />}>
        {(rows) => (
          <>
            {byCurrency(rows).map(([currency, own]) => (
              <Chart
                key={currency}
                label={[messages.unbilledChart, own.length === rows.length ? '' : currency].filter(Boolean).join(', ')}
                labels={own.map(({ project }) => project)}
                series={[
                  { name: messages.amount, values: own.map(({ amount }) => amount.toNumber()), tone: 'accent' },
                  ...(own.some(({ expenses }) => expenses > 0)
                    ? [
                        {
                          name: messages.expenses,
                          values: own.map(({ expenseamount }) => expenseamount.toNumber()),
                          tone: 'soft' as const,
                        },
                      ]
                    : []),
                ]}
                format={(value) => formats.money(Decimal.from(Math.round(value)), currency)}
                across
              />
            ))}
            <UnbilledTable rows={rows.map((row) => ({ ...row, id: row.projectid }))} />
          </>
        )}
      </QueryRows>
    </ReportFrame>
  )
}

function UnbilledTable({ rows }: { readonly rows: readonly Row[] }) {
  const messages = useReportMessages()
  const formats = useFormats()
  const dayOf = (day: string | null): string => (day === null ? '' : formats.day(day))
  const columns: TableColumn<Row>[] = [
    { id: 'project', name: messages.project, cell: ({ project }) => <span className={styles.clip}>{project}</span> },
    { id: 'client', name: messages.client, cell: ({ client }) => client ?? messages.noClient },
    { id: 'first', name: messages.first, width: 120, cell: ({ firstdate }) => dayOf(firstdate) },
    { id: 'last', name: messages.last, width: 120, cell: ({ lastdate }) => dayOf(lastdate) },
    { id: 'hours', name: messages.hours, numeric: true, width: 90, cell: ({ hours }) => clockText(hours) },
    {
      id: 'amount',
      name: messages.amount,
      numeric: true,
      width: 120,
      cell: ({ amount, currency }) => formats.money(amount, currency),
    },
    {
      id: 'expenses',
      name: messages.expenses,
      numeric: true,
      width: 120,
      cell: ({ expenses, expenseamount, currency }) => (expenses === 0 ? '' : formats.money(expenseamount, currency)),
    },
    {
      id: 'bill',
      pressed: true,
      name: messages.bill,
      width: 70,
      cell: ({ projectid, project, firstdate, lastdate }) => (
        <Link
          to="/invoices/new"
          search={
            firstdate === null || lastdate === null
              ? { projectid, blank: true, expenses: true, step: 'details' }
              : { projectid, datebegin: firstdate, dateend: lastdate, step: 'hours' }
          }
          aria-label={messages.billOf(project)}
        >
          {messages.bill}
        </Link>
      ),
    },
  ]
  const foot = {
    project: messages.sum,
    hours: clockText(sumHours(rows.map(({ hours }) => hours))),
    amount: moneySums(formats, rows, ({ amount }) => amount),
    expenses: moneySums(formats, rows, ({ expenseamount }) => expenseamount),
  }
  return <ShortTable label={messages.tabs.unbilled} columns={columns} records={rows} wideOnly={wideOnly} foot={foot} />
}
