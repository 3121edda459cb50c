// The table of the records of a resource: filtered, sorted and paged by the server, with more rows loaded while
// scrolling. The caller provides the columns and the empty state, and keeps the sort field in the URL.
import { type ReactNode, useMemo } from 'react'
import { sortsOf } from '../api/permissions.ts'
import { type Listable, type QueryOf, type RecordOf, usePages } from '../api/records.ts'
import { useSession } from '../api/session.tsx'
import { LoadError, Loading } from '../parts/page.tsx'
import { RecordTable, type TableColumn } from '../parts/record-table.tsx'
import { sortingOf, sortQuery, sortText } from '../parts/sorting.ts'

export interface ResourceTableProps<K extends Listable> {
  readonly name: K
  readonly label: string
  readonly columns: readonly TableColumn<RecordOf<K>>[]
  /** Ids of columns that are not shown. */
  readonly hidden: readonly string[]
  readonly filters: QueryOf<K>
  readonly sort: string | undefined
  readonly defaultSort: string
  readonly onSort: (sort: string | undefined) => void
  readonly empty: ReactNode
  /** The row below the others, from the loaded records and the number of all. */
  readonly foot?: (records: readonly RecordOf<K>[], count: number) => Readonly<Record<string, ReactNode>>
}

const pageSize = 100

export function ResourceTable<K extends Listable>(props: ResourceTableProps<K>) {
  const { name, label, columns, hidden, filters, sort, defaultSort, onSort, empty, foot } = props
  const { role } = useSession()
  const sorting = sortingOf(sort, defaultSort)
  const pages = usePages(name, { ...filters, ...sortQuery(sorting, sortsOf(name, role)) } as QueryOf<K>, pageSize)
  const records = useMemo(() => pages.data?.pages.flatMap((page) => page.records) ?? [], [pages.data])
  if (pages.isError) return <LoadError error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.data === undefined) return <Loading />
  const count = pages.data.pages[0]?.count ?? 0
  return (
    <RecordTable
      label={label}
      columns={columns as readonly TableColumn<RecordOf<K> & { readonly id: number }>[]}
      records={records as readonly (RecordOf<K> & { readonly id: number })[]}
      hidden={hidden}
      sorting={sorting}
      onSort={(next) => onSort(sortText(next))}
      onEnd={() => pages.hasNextPage && !pages.isFetchingNextPage && void pages.fetchNextPage()}
      total={count}
      empty={empty}
      {...(foot === undefined || records.length === 0 ? {} : { foot: foot(records, count) })}
    />
  )
}
