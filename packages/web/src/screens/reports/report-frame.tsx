// What the reports share: an introduction, a bar of filters with the CSV file at its end, and the filters that several
// of them have. The filters are in the URL.

import type { Decimal } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useToday } from '../../api/formats.ts'
import { type ReportName, type ReportQueryOf, type RowOf, useReport } from '../../api/reports.ts'
import type { Formats } from '../../kit/format.ts'
import { type Span, type SpanName, spanBefore, spanNamed } from '../../kit/spans.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { ToggleFilter } from '../../parts/choice-filters.tsx'
import { FilterBar, FilterItem, SpanFilter } from '../../parts/filter-bar.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import { ClientProjectFilters } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'
import type { Grouping } from './search.ts'

const route = getRouteApi('/reports')

export const useReportSearch = () => useSearchParams(route)

/** The client, the project and the days from the URL; the named span if it has no days. */
export function useReportQuery(usual: SpanName) {
  const today = useToday()
  const { clientid, projectid, datebegin, dateend } = route.useSearch()
  const noDays = datebegin === undefined && dateend === undefined
  return { clientid, projectid, ...(noDays ? spanNamed(usual, today) : { datebegin, dateend }) }
}

interface ReportFrameProps {
  readonly text: string
  readonly filters: ReactNode
  readonly csv: ReactNode
  readonly children: ReactNode
}

export function ReportFrame({ text, filters, csv, children }: ReportFrameProps) {
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{text}</p>
      <FilterBar>
        {filters}
        <FilterItem end>{csv}</FilterItem>
      </FilterBar>
      {children}
    </div>
  )
}

interface SpanProps {
  readonly spans: readonly SpanName[]
  readonly span: Span
}

export function ReportSpan({ spans, span }: SpanProps) {
  const { set } = useReportSearch()
  return <SpanFilter names={spans} value={span} onChange={({ datebegin, dateend }) => set({ datebegin, dateend })} />
}

/** The rows of the period before the requested one, if they are to be compared and are loaded. */
export function useRowsBefore<K extends ReportName>(
  name: K,
  asked: ReportQueryOf<K> & Span,
): readonly RowOf<K>[] | undefined {
  const { compare = false } = route.useSearch()
  const span = spanBefore(asked)
  const isCompared = compare && span !== null
  const report = useReport(name, { ...asked, ...span }, isCompared)
  return isCompared && !report.isPlaceholderData ? report.data : undefined
}

/** Turns the comparison with the previous period on and off. A report of all time has none. */
export function CompareToggle({ span }: { readonly span: Span }) {
  const messages = useReportMessages()
  const { search, set } = useReportSearch()
  if (spanBefore(span) === null) return null
  return <ToggleFilter name={messages.compare} value={search.compare} onChange={(compare) => set({ compare })} />
}

interface GroupingFilterProps<Id extends string> {
  readonly label: string
  /** In their order. */
  readonly names: Readonly<Partial<Record<Id, string>>>
  readonly value: Id
}

/** Chooses what the rows of a report are. */
export function GroupingFilter<Id extends Grouping>({ label, names, value }: GroupingFilterProps<Id>) {
  const { set } = useReportSearch()
  const options = Object.entries(names).map(([id, name]) => ({ id: id as Id, name: String(name) }))
  return (
    <FilterItem>
      <SegmentedControl label={label} options={options} value={value} onChange={(groupby) => set({ groupby })} />
    </FilterItem>
  )
}

/** The change from one amount to another in percent; nothing if there was nothing before. */
export function changeText(now: Decimal, before: Decimal, formats: Formats): string {
  if (before.equals('0')) return ''
  const change = now.minus(before).toNumber() / before.toNumber()
  return `${change > 0 ? '+' : ''}${formats.percent(change)}`
}

/** The filters of the reports about clients and their projects in a span of days. */
export function ClientSpanFilters({ spans, span }: SpanProps) {
  const { search, set } = useReportSearch()
  return (
    <>
      <ClientProjectFilters search={search} set={set} />
      <ReportSpan spans={spans} span={span} />
    </>
  )
}

/** Chooses between active and inactive projects. */
export function ActiveProjects() {
  return <ActiveFilter label={useReportMessages().state} />
}

/** Chooses between active and inactive records. */
export function ActiveFilter({ label }: { readonly label: string }) {
  const messages = useReportMessages()
  const { search, set } = useReportSearch()
  return (
    <FilterItem>
      <SegmentedControl<'active' | 'inactive'>
        label={label}
        options={[
          { id: 'active', name: messages.active },
          { id: 'inactive', name: messages.inactive },
        ]}
        value={search.inactive === true ? 'inactive' : 'active'}
        onChange={(id) => set({ inactive: id === 'inactive' ? true : undefined })}
      />
    </FilterItem>
  )
}
