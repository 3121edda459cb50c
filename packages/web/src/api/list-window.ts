// A list of any length of which only the visible pages are fetched. Pages are requested shortly before they are
// scrolled into view and not refetched once they are out of view. So a list of ten thousand records costs as much as
// the visible part of it, also when it is refetched after a write.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Listable, type PageOf, pageQuery, type QueryOf, type RecordOf } from './records.ts'

export interface ListWindow<R> {
  /** The number of records of the whole list; undefined until the first response. */
  readonly count: number | undefined
  /** The record at an index of the list, if it is loaded. */
  readonly at: (index: number) => R | undefined
  /** Must be called with the first and last visible index. */
  readonly onRange: (first: number, last: number) => void
  /** True while the records of the previous query are shown. */
  readonly stale: boolean
  readonly error: unknown
  readonly retry: () => void
}

const pageSize = 100
/** Pages are requested this many rows before they are visible. */
const prefetchRows = 60
/** After a jump over more rows than this, pages are requested only once the scrolling has stopped. */
const jumpRows = 20
const settleMs = 120

const pageAt = (index: number): number => Math.max(0, Math.floor(index / pageSize))

export function useListWindow<K extends Listable>(name: K, query: QueryOf<K>): ListWindow<RecordOf<K>> {
  const [{ from, to }, setRange] = useState({ from: 0, to: 0 })
  const first = useQuery({ ...pageQuery(name, query, pageSize, 0), placeholderData: keepPreviousData })
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at).filter(
    (number) => number > 0,
  )
  const others = useQueries({
    queries: numbers.map((number) => ({ ...pageQuery(name, query, pageSize, number), placeholderData: undefined })),
    combine: (results) => results.map(({ data }) => data),
  })
  const pages = useMemo(() => {
    const loaded = new Map<number, PageOf<RecordOf<K>>>()
    if (first.data !== undefined) loaded.set(0, first.data)
    for (const page of others) if (page !== undefined) loaded.set(page.offset / pageSize, page)
    return loaded
  }, [first.data, others])
  const at = useCallback((index: number) => pages.get(Math.floor(index / pageSize))?.records[index % pageSize], [pages])
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const before = useRef(0)
  const onRange = useCallback((firstSeen: number, lastSeen: number): void => {
    const next = { from: pageAt(firstSeen - prefetchRows), to: pageAt(lastSeen + prefetchRows) }
    const show = (): void => setRange((shown) => (shown.from === next.from && shown.to === next.to ? shown : next))
    const isJump = Math.abs(firstSeen - before.current) > jumpRows
    before.current = firstSeen
    clearTimeout(resting.current)
    if (isJump) resting.current = setTimeout(show, settleMs)
    else show()
  }, [])
  const newest = others.findLast((page) => page !== undefined)
  return {
    count: first.isPlaceholderData ? first.data?.count : (first.data?.count ?? newest?.count),
    at,
    onRange,
    stale: first.isPlaceholderData,
    error: first.error,
    retry: () => void first.refetch(),
  }
}
