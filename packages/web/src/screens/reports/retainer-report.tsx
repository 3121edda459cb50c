// The report of budgets per month, quarter or year: the current period of each project as a chart, and all periods of
// the date range as a table.
import type { RetainerRow } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useFormats, useToday } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { groupBy } from '../../kit/group-by.ts'
import { type SpanName, spanNamed } from '../../kit/spans.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { useRetainerMessages } from '../../messages/retainers.ts'
import { Chart } from '../../parts/chart.tsx'
import { FilterBar, FilterItem, SpanFilter } from '../../parts/filter-bar.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { searchSetter } from '../../parts/search-params.ts'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import { ClientProjectFilters } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'
import { RetainerTable } from '../../records/projects/retainer-table.tsx'

const route = getRouteApi('/reports')
const spans: readonly SpanName[] = ['twelveMonths', 'thisMonth', 'thisQuarter', 'thisYear', 'lastYear']

export function RetainerReport() {
  const messages = useRetainerMessages()
  const states = useReportMessages()
  const today = useToday()
  const search = route.useSearch()
  const { clientid, projectid, datebegin, dateend, inactive = false } = search
  const noDays = datebegin === undefined && dateend === undefined
  const days = noDays ? spanNamed('twelveMonths', today) : { datebegin, dateend }
  const query = { clientid, projectid, active: !inactive, ...days }
  const report = useReport('retainer', query)
  const set = searchSetter(search, route.useNavigate())
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{messages.intro}</p>
      <FilterBar>
        <ClientProjectFilters search={search} set={set} isClient={false} />
        <SpanFilter
          names={spans}
          value={query}
          onChange={(span) => set({ datebegin: span.datebegin, dateend: span.dateend })}
        />
        <FilterItem>
          <SegmentedControl<'active' | 'inactive'>
            label={states.state}
            options={[
              { id: 'active', name: states.active },
              { id: 'inactive', name: states.inactive },
            ]}
            value={inactive ? 'inactive' : 'active'}
            onChange={(id) => set({ inactive: id === 'inactive' ? true : undefined })}
          />
        </FilterItem>
        <FilterItem end>
          <CsvButton report="retainer" asked={query} />
        </FilterItem>
      </FilterBar>
      <QueryRows query={report} empty={<EmptyState title={messages.none}>{messages.noneText}</EmptyState>}>
        {(rows) => (
          <>
            <CurrentPeriods rows={rows} />
            <RetainerTable rows={newestFirst(rows)} projects />
          </>
        )}
      </QueryRows>
    </div>
  )
}

/** The projects stay in their order. */
const newestFirst = (rows: readonly RetainerRow[]): readonly RetainerRow[] =>
  [...groupBy(rows, ({ projectid }) => projectid).values()].flatMap((periods) => periods.toReversed())

function CurrentPeriods({ rows }: { readonly rows: readonly RetainerRow[] }) {
  const messages = useRetainerMessages()
  const formats = useFormats()
  const today = useToday()
  const current = rows.filter(({ datebegin, dateend, used }) => datebegin <= today && today <= dateend && used !== null)
  // The table alone shows a single project better.
  if (current.length < 2) return null
  return (
    <Chart
      label={messages.chart}
      labels={current.map(({ project }) => project)}
      series={[{ name: messages.used, values: current.map(({ used }) => used?.toNumber() ?? null), tone: 'accent' }]}
      format={(value) => formats.percent(value / 100)}
      across
    />
  )
}
