// The report of budgets per month, quarter or year: the current period of each project as a chart, and all periods of
// the date range as a table.

import type { RetainerRow } from '@stint/sdk'
import { useToday } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { groupBy } from '../../kit/group-by.ts'
import type { SpanName } from '../../kit/spans.ts'
import { useRetainerMessages } from '../../messages/retainers.ts'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import { RetainerTable } from '../../records/projects/retainer-table.tsx'
import { UsedChart } from './report-charts.tsx'
import { ActiveProjects, ClientSpanFilters, ReportFrame, useReportQuery, useReportSearch } from './report-frame.tsx'

const spans: readonly SpanName[] = ['twelveMonths', 'thisMonth', 'thisQuarter', 'thisYear', 'lastYear']

export function RetainerReport() {
  const messages = useRetainerMessages()
  const { search } = useReportSearch()
  const query = { ...useReportQuery('twelveMonths'), active: search.inactive !== true }
  const report = useReport('retainer', query)
  return (
    <ReportFrame
      text={messages.intro}
      filters={
        <>
          <ClientSpanFilters spans={spans} span={query} />
          <ActiveProjects />
        </>
      }
      csv={<CsvButton report="retainer" asked={query} />}
    >
      <QueryRows query={report} empty={<EmptyState title={messages.none}>{messages.noneText}</EmptyState>}>
        {(rows) => (
          <>
            <CurrentPeriods rows={rows} />
            <RetainerTable rows={newestFirst(rows)} projects />
          </>
        )}
      </QueryRows>
    </ReportFrame>
  )
}

/** The projects stay in their order. */
const newestFirst = (rows: readonly RetainerRow[]): readonly RetainerRow[] =>
  [...groupBy(rows, ({ projectid }) => projectid).values()].flatMap((periods) => periods.toReversed())

function CurrentPeriods({ rows }: { readonly rows: readonly RetainerRow[] }) {
  const messages = useRetainerMessages()
  const today = useToday()
  const current = rows.filter(({ datebegin, dateend, used }) => datebegin <= today && today <= dateend && used !== null)
  // The table alone shows a single project better.
  if (current.length < 2) return null
  return <UsedChart label={messages.chart} name={messages.used} rows={current} />
}
