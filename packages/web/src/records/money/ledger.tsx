// The table of invoices, estimates, payments or expenses: filtered, sorted and paged by the server, with the sums of
// the loaded rows in its last row. The caller provides the columns and the empty state.
import { type ReactNode, useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { sortsOf } from '../../api/permissions.ts'
import { type QueryOf, type RecordOf, usePages } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMoneyMessages } from '../../messages/money.ts'
import { LoadError, Loading } from '../../parts/page.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { sortingOf, sortQuery, sortText } from '../../parts/sorting.ts'

type Kind = 'invoice' | 'estimate' | 'payment' | 'expense'

interface LedgerProps<K extends Kind> {
  readonly name: K
  readonly label: string
  readonly columns: readonly TableColumn<RecordOf<K>>[]
  /** Ids of columns that are not shown. */
  readonly hidden: readonly string[]
  readonly filters: QueryOf<K>
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
  /** The column that has the label of the sums. */
  readonly sumAt: string
  /** Sums by the id of their column. */
  readonly sums: (records: readonly RecordOf<K>[]) => Readonly<Record<string, ReactNode>>
  readonly empty: ReactNode
}

const pageSize = 100

export function Ledger<K extends Kind>(props: LedgerProps<K>) {
  const { name, label, columns, hidden, filters, sort, onSort, sumAt, sums, empty } = props
  const messages = useMoneyMessages()
  const formats = useFormats()
  const { role } = useSession()
  const sorting = sortingOf(sort, '-date')
  const pages = usePages(name, { ...filters, ...sortQuery(sorting, sortsOf(name, role)) } as QueryOf<K>, pageSize)
  const records = useMemo(() => pages.data?.pages.flatMap((page) => page.records) ?? [], [pages.data])
  if (pages.isError) return <LoadError error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.data === undefined) return <Loading />
  const count = pages.data.pages[0]?.count ?? 0
  const sum =
    count > records.length ? messages.sumOf(formats.number(records.length), formats.number(count)) : messages.sum
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
      {...(records.length === 0 ? {} : { foot: { [sumAt]: sum, ...sums(records) } })}
    />
  )
}
