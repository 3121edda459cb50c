// Columns that the lists of invoices, payments and expenses share, and the filters by client, project and days.
import type { IsoDate } from '@stint/sdk'
import { usePortal } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import type { Span, SpanName } from '../../kit/spans.ts'
import { ClientFilter, ProjectFilter, SpanFilter } from '../../parts/filter-bar.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import type { SearchChange } from '../../parts/search-params.ts'
import styles from './money.module.css'
import { moneyColumn } from './money-column.ts'

export const clipped = (text: string | null | undefined) => <span className={styles.clip}>{text}</span>

export const dateColumn = <R extends { readonly date: IsoDate }>(name: string, formats: Formats): TableColumn<R> => ({
  id: 'date',
  name,
  sort: 'date',
  width: 120,
  cell: ({ date }) => formats.day(date),
})

export const amountColumn: typeof moneyColumn = (id, ...rest) => ({
  ...moneyColumn(id, ...rest),
  sort: id,
  width: 120,
})

export interface ClientProjectSearch {
  readonly clientid?: number | undefined
  readonly projectid?: number | undefined
}

interface ClientProjectFiltersProps {
  readonly search: ClientProjectSearch
  readonly set: (change: SearchChange<ClientProjectSearch>) => void
}

/** Clients see only their own records, so they get no client filter. */
export function ClientProjectFilters({ search, set }: ClientProjectFiltersProps) {
  const { clientid, projectid } = search
  const portal = usePortal()
  return (
    <>
      {!portal && <ClientFilter value={clientid} onChange={(id) => set({ clientid: id, projectid: undefined })} />}
      <ProjectFilter clientid={clientid} value={projectid} onChange={(id) => set({ projectid: id })} />
    </>
  )
}

const spans: readonly SpanName[] = ['allTime', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastYear']

interface LedgerSpanProps {
  readonly search: Span
  readonly set: (change: SearchChange<Span>) => void
}

export function LedgerSpanFilter({ search, set }: LedgerSpanProps) {
  return <SpanFilter names={spans} value={search} onChange={({ datebegin, dateend }) => set({ datebegin, dateend })} />
}
