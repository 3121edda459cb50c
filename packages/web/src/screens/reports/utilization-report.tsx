// The report of utilization: hours against the hours that people work in a week, by person, week or month. The server
// computes the numbers; weeks and months also have a chart.

import type { UtilizationRow } from '@stint/sdk'
import { isoDate } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { ownTimeOnly } from '../../api/permissions.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useSession } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { clockText, hoursOfMinutes } from '../../kit/hours.ts'
import { type SpanName, spanNames } from '../../kit/spans.ts'
import { useUtilizationMessages } from '../../messages/utilization.ts'
import { Chart } from '../../parts/chart.tsx'
import { PersonFilter } from '../../parts/filter-bar.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import { hoursSeries } from './report-charts.tsx'
import {
  ActiveFilter,
  GroupingFilter,
  ReportFrame,
  ReportSpan,
  useReportQuery,
  useReportSearch,
} from './report-frame.tsx'
import { type LabelledRow, UtilizationTable } from './utilization-table.tsx'

/** The server reports ten years at most. */
const spans: readonly SpanName[] = spanNames.filter((name) => name !== 'allTime')

const groupings = ['person', 'week', 'month'] as const

/** By the row and not by the filter, because the rows of another grouping stay visible while new ones load. */
function labelOf({ personid, name }: UtilizationRow, formats: Formats): string {
  if (personid !== null) return name
  return name.length === 'YYYY-MM'.length ? formats.month(isoDate(`${name}-01`)) : formats.day(isoDate(name))
}

function useUtilizationQuery() {
  const { search } = useReportSearch()
  const { datebegin, dateend } = useReportQuery('thisMonth')
  const groupby = groupings.find((name) => name === search.groupby) ?? 'person'
  return { datebegin, dateend, personid: search.personid, active: search.inactive !== true, groupby }
}

export function UtilizationReport() {
  const messages = useUtilizationMessages()
  const formats = useFormats()
  const may = useMay()
  const seesOthers = !ownTimeOnly(useSession())
  const query = useUtilizationQuery()
  const report = useReport('utilization', query)
  const notes = [
    messages.intro,
    ...(seesOthers && !may('person', 'update') ? [messages.ownProjectsOnly] : []),
    ...(query.groupby !== 'person' && seesOthers ? [messages.groupedByTime] : []),
  ]
  return (
    <ReportFrame
      text={notes.join(' ')}
      filters={<Filters query={query} seesOthers={seesOthers} />}
      csv={<CsvButton report="utilization" asked={query} names={{ name: messages.groupings[query.groupby] }} />}
    >
      <QueryRows query={report} empty={<EmptyState title={messages.none}>{messages.noneText}</EmptyState>}>
        {(rows) => {
          const labelled = rows.map((row, id) => ({ ...row, id, label: labelOf(row, formats) }))
          const ofPeople = rows.some(({ personid }) => personid !== null)
          return (
            <>
              {!ofPeople && <PeriodChart rows={labelled} />}
              <UtilizationTable rows={labelled} by={ofPeople ? 'person' : query.groupby} />
            </>
          )
        }}
      </QueryRows>
    </ReportFrame>
  )
}

interface FiltersProps {
  readonly query: ReturnType<typeof useUtilizationQuery>
  readonly seesOthers: boolean
}

function Filters({ query, seesOthers }: FiltersProps) {
  const messages = useUtilizationMessages()
  const may = useMay()
  const { search, set } = useReportSearch()
  return (
    <>
      <GroupingFilter label={messages.groupBy} names={messages.groupings} value={query.groupby} />
      <ReportSpan spans={spans} span={query} />
      {seesOthers && may('person', 'list') && (
        <PersonFilter value={search.personid} onChange={(personid) => set({ personid })} />
      )}
      {seesOthers && <ActiveFilter label={messages.state} />}
    </>
  )
}

const hoursText = (value: number): string => clockText(hoursOfMinutes(Math.round(value * 60)))

function PeriodChart({ rows }: { readonly rows: readonly LabelledRow[] }) {
  const messages = useUtilizationMessages()
  return (
    <Chart
      label={messages.chart}
      labels={rows.map(({ label }) => label)}
      series={[
        ...hoursSeries(messages, rows),
        {
          name: messages.capacity,
          values: rows.map(({ capacity }) => capacity?.toNumber() ?? null),
          tone: 'bad',
          line: true,
          dashed: true,
        },
      ]}
      format={hoursText}
      stacked
      height="tall"
    />
  )
}
