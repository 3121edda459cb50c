// The statement of account: invoices and payments of clients in a span of days, with the balance before, after each and
// at the end. All amounts come from the server.
import type { StatementRow } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useFormats, useToday } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { useIsClient } from '../../api/session.tsx'
import { type SpanName, spanNamed } from '../../kit/spans.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { FilterBar, FilterItem, SpanFilter } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { searchSetter } from '../../parts/search-params.ts'
import { CsvButton } from '../../records/money/csv-button.tsx'
import { ClientProjectFilters } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'

const route = getRouteApi('/reports')
const spans: readonly SpanName[] = ['thisYear', 'thisQuarter', 'lastMonth', 'twelveMonths', 'lastYear']

type Row = StatementRow & { readonly id: number }

export function StatementReport() {
  const messages = useReportMessages()
  const today = useToday()
  const isClient = useIsClient()
  const search = route.useSearch()
  const { clientid, projectid, datebegin, dateend } = search
  const noDays = datebegin === undefined && dateend === undefined
  const query = { clientid, projectid, ...(noDays ? spanNamed('thisYear', today) : { datebegin, dateend }) }
  const report = useReport('statement', query)
  const set = searchSetter(search, route.useNavigate())
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{messages.statementText}</p>
      <FilterBar>
        <ClientProjectFilters search={search} set={set} isClient={isClient} />
        <SpanFilter
          names={spans}
          value={query}
          onChange={(span) => set({ datebegin: span.datebegin, dateend: span.dateend })}
        />
        <FilterItem end>
          <CsvButton report="statement" asked={query} />
        </FilterItem>
      </FilterBar>
      <QueryRows query={report} empty={<EmptyState title={messages.noStatement} />}>
        {(rows) => <StatementTable rows={rows.map((row, id) => ({ ...row, id }))} />}
      </QueryRows>
    </div>
  )
}

const amounts = ['charged', 'paid', 'balance'] as const

function StatementTable({ rows }: { readonly rows: readonly Row[] }) {
  const messages = useReportMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  const columns: TableColumn<Row>[] = [
    { id: 'date', name: messages.day, width: 120, cell: ({ date }) => formats.day(date) },
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
  return (
    <RecordTable
      short
      label={messages.tabs.statement}
      columns={columns}
      records={rows}
      hidden={narrow ? ['client', 'number', 'charged', 'paid'] : []}
    />
  )
}
