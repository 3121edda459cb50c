// A table within a page, as high as its rows. On a phone it leaves out columns.
import { useNarrow } from './narrow.ts'
import { RecordTable, type RecordTableProps } from './record-table.tsx'

interface ShortTableProps<R extends { readonly id: number }> extends Omit<RecordTableProps<R>, 'short' | 'hidden'> {
  /** Ids of the columns that a phone does not show. */
  readonly wideOnly: readonly string[]
}

export function ShortTable<R extends { readonly id: number }>({ wideOnly, ...table }: ShortTableProps<R>) {
  const narrow = useNarrow()
  return <RecordTable {...table} short hidden={narrow ? wideOnly : []} />
}
