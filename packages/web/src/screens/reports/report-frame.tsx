// What the reports share: an introduction, a bar of filters with the CSV file at its end, and the filters that several
// of them have. The filters are in the URL.
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useToday } from '../../api/formats.ts'
import { useIsClient } from '../../api/session.tsx'
import { type Span, type SpanName, spanNamed } from '../../kit/spans.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { FilterBar, FilterItem, SpanFilter } from '../../parts/filter-bar.tsx'
import { searchSetter } from '../../parts/search-params.ts'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import { ClientProjectFilters } from '../../records/money/ledger-columns.tsx'
import styles from '../../records/money/money.module.css'

const route = getRouteApi('/reports')

export function useReportSearch() {
  const search = route.useSearch()
  return { search, set: searchSetter(search, route.useNavigate()) }
}

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

/** The filters of the reports about clients and their projects in a span of days. */
export function ClientSpanFilters({ spans, span }: SpanProps) {
  const { search, set } = useReportSearch()
  const isClient = useIsClient()
  return (
    <>
      <ClientProjectFilters search={search} set={set} isClient={isClient} />
      <ReportSpan spans={spans} span={span} />
    </>
  )
}

/** Chooses between active and inactive projects. */
export function ActiveProjects() {
  const messages = useReportMessages()
  const { search, set } = useReportSearch()
  return (
    <FilterItem>
      <SegmentedControl<'active' | 'inactive'>
        label={messages.state}
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
