// The filters of the lists of invoices and estimates: status, client, project and days. Clients do not see drafts, so
// they cannot choose them.
import type { ComponentProps, ReactNode } from 'react'
import { useIsClient } from '../../api/session.tsx'
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

type StatusFilterProps<Status extends string> = ComponentProps<typeof SegmentedFilter<Status>>

interface DocumentFiltersProps<Status extends string> {
  readonly search: DocumentSearch
  readonly set: (change: SearchChange<DocumentSearch>) => void
  readonly status: StatusFilterProps<Status>
  readonly children?: ReactNode
}

export function DocumentFilters<Status extends string>({
  search,
  set,
  status,
  children,
}: DocumentFiltersProps<Status>) {
  return (
    <FilterBar compact>
      <StatusFilter {...status} />
      <ClientProjectFilters search={search} set={set} />
      <LedgerSpanFilter search={search} set={set} />
      {children}
    </FilterBar>
  )
}

function StatusFilter<Status extends string>(props: StatusFilterProps<Status>) {
  const isClient = useIsClient()
  const { draft: _draft, ...others } = props.names as Readonly<Record<string, string>>
  return <SegmentedFilter {...props} names={isClient ? (others as typeof props.names) : props.names} />
}
