// The time report: hours by person, project, client, work type, module, day, week or month. The server computes the
// sums. Each group opens a list of its entries.

import type { Decimal, TimereportRow } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { ownTimeOnly } from '../../api/permissions.ts'
import type { QueryOf } from '../../api/records.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useSession } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { clockText, sumHours } from '../../kit/hours.ts'
import { type Span, spanNamed, spanNames } from '../../kit/spans.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import {
  ClientFilter,
  FilterBar,
  FilterItem,
  PersonFilter,
  ProjectFilter,
  SpanFilter,
} from '../../parts/filter-bar.tsx'
import { EmptyState, LoadError, Loading } from '../../parts/page.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { Stats } from '../../parts/stats.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import styles from '../../records/money/money.module.css'
import { CompareToggle, changeText, GroupingFilter, useRowsBefore } from './report-frame.tsx'
import type { Grouping } from './search.ts'
import { TimeChart } from './time-chart.tsx'
import { GroupEntries } from './time-entries.tsx'
import { type Group, isOfDates, withEmptyGroups, withHoursBefore } from './time-groups.ts'
import { TimeTable } from './time-table.tsx'

const route = getRouteApi('/reports')
const spans = spanNames.filter((name) => name !== 'twelveMonths')

/** The query from the URL parameters; this month if they contain no days. */
function useTimeQuery(): QueryOf<'time'> & Span {
  const { datebegin, dateend, alltime, clientid, projectid, personid, billable } = route.useSearch()
  const today = useToday()
  const noDays = datebegin === undefined && dateend === undefined && alltime !== true
  const span = noDays ? spanNamed('thisMonth', today) : { datebegin, dateend }
  return { ...span, clientid, projectid, personid, billable: billable === undefined ? undefined : billable === 'yes' }
}

function groupLabel(
  by: Grouping,
  { name }: TimereportRow,
  formats: Formats,
  messages: ReturnType<typeof useReportMessages>,
): string {
  if (name === null) return messages.nameless[by]
  if (by === 'day') return formats.shortDay(name)
  if (by === 'week') return formats.day(name)
  return by === 'month' ? formats.month(`${name}-01`) : name
}

const descending = (a: Decimal, b: Decimal): number => b.compare(a)

export function TimeReport() {
  const messages = useReportMessages()
  const formats = useFormats()
  const query = useTimeQuery()
  const { groupby: chosen = 'project' } = route.useSearch()
  const [opened, setOpened] = useState<Group | null>(null)
  const report = useReport('timereport', { ...query, groupby: chosen })
  // While a new report loads, the old rows stay visible; this is the grouping of the visible rows.
  const [groupby, setGroupby] = useState(chosen)
  if (groupby !== chosen && !report.isPlaceholderData) setGroupby(chosen)
  const before = useRowsBefore('timereport', { ...query, groupby })
  const groups = useMemo((): Group[] => {
    const all = report.data ?? []
    const rows =
      isOfDates(groupby) || before === undefined ? withEmptyGroups(all, groupby) : withHoursBefore(all, before)
    const ordered = isOfDates(groupby) ? rows : rows.toSorted((a, b) => descending(a.hours, b.hours))
    return ordered.map((row, id) => ({ ...row, id, label: groupLabel(groupby, row, formats, messages) }))
  }, [report.data, before, groupby, formats, messages])
  return (
    <div className={styles.stack}>
      <Filters asked={query} groupby={chosen} />
      {report.isError && <LoadError error={report.error} onRetry={() => void report.refetch()} />}
      {report.data === undefined && !report.isError && <Loading />}
      {report.data !== undefined &&
        (groups.length === 0 ? (
          <EmptyState title={messages.noTime}>{messages.noTimeText}</EmptyState>
        ) : (
          <>
            <Sums groups={groups} before={before} />
            <TimeChart groups={groups} by={groupby} />
            <TimeTable groups={groups} by={groupby} onOpen={setOpened} />
          </>
        ))}
      {opened !== null && <GroupEntries group={opened} by={groupby} asked={query} onClose={() => setOpened(null)} />}
    </div>
  )
}

interface SumsProps {
  readonly groups: readonly Group[]
  readonly before: readonly TimereportRow[] | undefined
}

function Sums({ groups, before }: SumsProps) {
  const messages = useReportMessages()
  const formats = useFormats()
  const compared = (now: Decimal, was: Decimal): string =>
    messages.compared(changeText(now, was, formats), clockText(was))
  const hours = sumHours(groups.map((group) => group.hours))
  const billable = sumHours(groups.map((group) => group.billable))
  const share = hours.equals('0') ? 0 : billable.toNumber() / hours.toNumber()
  const hoursBefore = before && sumHours(before.map((row) => row.hours))
  return (
    <Stats
      stats={[
        { name: messages.hours, value: clockText(hours), ...(hoursBefore && { more: compared(hours, hoursBefore) }) },
        { name: messages.billable, value: clockText(billable), more: formats.percent(share) },
        { name: messages.notBillable, value: clockText(hours.minus(billable)) },
        { name: messages.entries, value: formats.number(groups.reduce((sum, { entries }) => sum + entries, 0)) },
      ]}
    />
  )
}

function Filters({ asked, groupby }: { readonly asked: QueryOf<'time'> & Span; readonly groupby: Grouping }) {
  const messages = useReportMessages()
  const may = useMay()
  const session = useSession()
  const { search, set, filter } = useSearchParams(route)
  const setSpan = ({ datebegin, dateend }: Span): void => {
    const alltime = datebegin === undefined && dateend === undefined ? true : undefined
    void set({ datebegin, dateend, alltime })
  }
  const seesOthers = !ownTimeOnly(session)
  const { person, ...others } = messages.groupings
  const groupingNames = seesOthers ? messages.groupings : others
  return (
    <>
      <FilterBar>
        <GroupingFilter label={messages.groupBy} names={groupingNames} value={groupby} />
        <CompareToggle span={asked} />
        <FilterItem end>
          <CsvButton report="timereport" asked={{ ...asked, groupby }} names={{ name: messages.groupings[groupby] }} />
        </FilterItem>
      </FilterBar>
      <FilterBar>
        <SpanFilter names={spans} value={asked} onChange={setSpan} />
        <ClientFilter value={search.clientid} onChange={(clientid) => set({ clientid, projectid: undefined })} />
        <ProjectFilter clientid={search.clientid} {...filter('projectid')} />
        {seesOthers && may('person', 'list') && <PersonFilter {...filter('personid')} />}
        <ChoiceField<'yes' | 'no'>
          label={messages.billableFilter}
          none={messages.bothKinds}
          options={[
            { id: 'yes', name: messages.onlyBillable },
            { id: 'no', name: messages.onlyUnbillable },
          ]}
          value={search.billable ?? null}
          onChange={(billable) => set({ billable: billable ?? undefined })}
        />
      </FilterBar>
    </>
  )
}
