// The filters of the lists of invoices and estimates: status, client, project and days. Only those who
// write them see drafts, so others cannot choose them.
import type { ComponentProps, ReactNode } from 'react'
import { useMay } from '../../api/session.tsx'
import type { Span } from '../../kit/spans.ts'
import { SegmentedFilter } from '../../parts/choice-filters.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import type { SearchChange } from '../../parts/search-params.ts'
import {
  ClientProjectFilters,
  type ClientProjectSearch,
  LedgerSpanFilter,
} from '../../records/money/ledger-columns.tsx'

type DocumentSearch = ClientProjectSearch & Span

interface DocumentKind {
  readonly resource: 'invoice' | 'estimate'
}

type StatusFilterProps<Status extends string> = ComponentProps<typeof SegmentedFilter<Status>>
type DocumentStatusProps<Status extends string> = StatusFilterProps<Status> & DocumentKind

interface DocumentFiltersProps<Status extends string> extends DocumentKind {
  readonly search: DocumentSearch
  readonly set: (change: SearchChange<DocumentSearch>) => void
  readonly status: StatusFilterProps<Status>
  readonly children?: ReactNode
}

export function DocumentFilters<Status extends string>({
  resource,
  search,
  set,
  status,
  children,
}: DocumentFiltersProps<Status>) {
  return (
    <FilterBar compact>
      <StatusFilter resource={resource} {...status} />
      <ClientProjectFilters search={search} set={set} />
      <LedgerSpanFilter search={search} set={set} />
      {children}
    </FilterBar>
  )
}

function StatusFilter<Status extends string>({ resource, ...props }: DocumentStatusProps<Status>) {
  const seesDrafts = useMay()(resource, 'create')
  const { draft: _draft, ...others } = props.names as Readonly<Record<string, string>>
  return <SegmentedFilter {...props} names={seesDrafts ? props.names : (others as typeof props.names)} />
}
