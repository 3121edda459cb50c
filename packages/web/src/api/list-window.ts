// A list of any length of which only what is in sight is had: pages are asked for as they come into sight and let go
// when they leave it, so that a list of ten thousand costs what its screenful costs, also when it is asked for again
// after a write.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Listable, type PageOf, pageQuery, type QueryOf, type RecordOf } from './records.ts'

export interface ListWindow<R> {
  /** How many records the whole list has; undefined until the server has said. */
  readonly count: number | undefined
  /** The record at a place of the list, when it is there already. */
  readonly at: (index: number) => R | undefined
  /** Says which places are in sight. */
  readonly onRange: (first: number, last: number) => void
  /** What is shown is of the question before, until the answer comes. */
  readonly stale: boolean
  readonly error: unknown
  readonly retry: () => void
}

const pageSize = 100
/** Pages are asked for before their rows come into sight. */
const prefetchRows = 60
/** For who leaps through the list by so many rows at once, nothing is asked for on the way, only where they rest. */
const jumpRows = 20
const settleMs = 120

const pageAt = (place: number): number => Math.max(0, Math.floor(place / pageSize))

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
    const found = new Map<number, PageOf<RecordOf<K>>>()
    if (first.data !== undefined) found.set(0, first.data)
    for (const page of others) if (page !== undefined) found.set(page.offset / pageSize, page)
    return found
  }, [first.data, others])
  const at = useCallback((index: number) => pages.get(Math.floor(index / pageSize))?.records[index % pageSize], [pages])
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const before = useRef(0)
  const onRange = useCallback((firstSeen: number, lastSeen: number): void => {
    const next = { from: pageAt(firstSeen - prefetchRows), to: pageAt(lastSeen + prefetchRows) }
    const show = (): void => setRange((shown) => (shown.from === next.from && shown.to === next.to ? shown : next))
    const leaps = Math.abs(firstSeen - before.current) > jumpRows
    before.current = firstSeen
    clearTimeout(resting.current)
    if (leaps) resting.current = setTimeout(show, settleMs)
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
