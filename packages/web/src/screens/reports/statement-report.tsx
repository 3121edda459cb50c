// The statement of account: invoices and payments of clients in a span of days, with the balance before, after each and
// at the end. All amounts come from the server. Clients get it printed, so its dates name the year.

import type { StatementRow } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import type { SpanName } from '../../kit/spans.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import styles from '../../records/money/money.module.css'
import { ClientSpanFilters, ReportFrame, useReportQuery } from './report-frame.tsx'

const wideOnly = ['client', 'number', 'charged', 'paid']

const spans: readonly SpanName[] = ['thisYear', 'thisQuarter', 'lastMonth', 'twelveMonths', 'lastYear']

type Row = StatementRow & { readonly id: number }

export function StatementReport() {
  const messages = useReportMessages()
  const query = useReportQuery('thisYear')
  const report = useReport('statement', query)
  return (
    <ReportFrame
      text={messages.statementText}
      filters={<ClientSpanFilters spans={spans} span={query} />}
      csv={<CsvButton report="statement" asked={query} />}
    >
      <QueryRows query={report} empty={<EmptyState title={messages.noStatement} />}>
        {(rows) => <StatementTable rows={rows.map((row, id) => ({ ...row, id }))} />}
      </QueryRows>
    </ReportFrame>
  )
}

const amounts = ['charged', 'paid', 'balance'] as const

function StatementTable({ rows }: { readonly rows: readonly Row[] }) {
  const messages = useReportMessages()
  const formats = useFormats()
  const columns: TableColumn<Row>[] = [
    { id: 'date', name: messages.day, width: 120, cell: ({ date }) => formats.exactDay(date) },
    { id: 'client', name: messages.client, cell: ({ client }) => client ?? messages.noClient },
    {
      id: 'text',
      name: messages.entry,
      cell: ({ kind, text }) => <span className={styles.clip}>{text ?? messages.statementKinds[kind]}</span>,
    },
    {
      id: 'number',
      name: messages.invoice,
      width: 130,
      cell: ({ invoiceid, number }) =>
        invoiceid !== null && number !== null && <RecordLink to="/invoices/$id" id={invoiceid} text={number} />,
    },
    ...amounts.map((id) => ({
      id,
      name: messages[id],
      numeric: true,
      width: 130,
      cell: (row: Row) => (
        <span className={styles.amount} data-quiet={row[id].equals('0')}>
          {formats.money(row[id], row.currency)}
        </span>
      ),
    })),
  ]
  return <ShortTable label={messages.tabs.statement} columns={columns} records={rows} wideOnly={wideOnly} />
}
