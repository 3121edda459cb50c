// The records of a query as a list, with the states loading, failed and empty.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { QueryView } from './page.tsx'

interface PageData<T> {
  readonly records: readonly T[]
  readonly count: number
}

interface QueryListProps<T> {
  readonly query: UseQueryResult<readonly T[]> | UseQueryResult<PageData<T>>
  readonly className?: string | undefined
  readonly empty: ReactNode
  /** One entry of the list, with its key. */
  readonly children: (record: T) => ReactNode
  /** The last entry, from the numbers of all records and of those shown. */
  readonly last?: (all: number, shown: number) => ReactNode
}

export function QueryList<T>({ query, className, empty, children, last }: QueryListProps<T>) {
  return (
    <QueryView query={query as UseQueryResult<readonly T[] | PageData<T>>}>
      {(data) => {
        const records = 'records' in data ? data.records : data
        const count = 'records' in data ? data.count : data.length
        if (records.length === 0) return empty
        return (
          <ul className={className}>
            {records.map(children)}
            {last?.(count, records.length)}
          </ul>
        )
      }}
    </QueryView>
  )
}

interface QueryRowsProps<T> {
  readonly query: UseQueryResult<T[]>
  readonly empty: ReactNode
  readonly children: (rows: readonly T[]) => ReactNode
}

/** Renders all rows of a query together, or the empty state. */
export function QueryRows<T>({ query, empty, children }: QueryRowsProps<T>) {
  return <QueryView query={query}>{(rows) => (rows.length === 0 ? empty : children(rows))}</QueryView>
}

interface MoreButtonProps {
  readonly query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown }
  readonly text?: string
  readonly small?: boolean
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query, text, small = false }: MoreButtonProps) {
  const messages = useMessages().parts
  return (
    query.hasNextPage && (
      <div>
        <Button small={small} busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {text ?? messages.more}
        </Button>
      </div>
    )
  )
}
