// The event log, newest first. The server lists events oldest first, because programs continue after the last one they
// have read; so the end of the list is fetched.
import type { EventRecord, Stint, StintError } from '@stint/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { stint } from './client.ts'
import type { PageOf, QueryOf } from './records.ts'

type WithHistory = {
  [K in keyof Stint]: Stint[K] extends { event(id: number, ...rest: never[]): unknown } ? K : never
}[keyof Stint]

export type HistoryResource = Exclude<WithHistory, 'company' | 'me'>

interface EventList {
  page(number: number): Promise<PageOf<EventRecord>>
}

type ListEvents = (query: { limit: number; offset: number }) => EventList

const staleMs = 5000

/** The last events of a list, newest first, and the number of all. */
async function lastEvents(list: ListEvents, size: number): Promise<PageOf<EventRecord>> {
  const first = await list({ limit: size, offset: 0 }).page(0)
  const offset = Math.max(0, first.count - size)
  const { records, count } = offset === 0 ? first : await list({ limit: size, offset }).page(0)
  return { records: records.toReversed(), count, offset }
}

/** The history of a record: its last events. */
export const historyQuery = (resource: HistoryResource, id: number, size: number) =>
  queryOptions<PageOf<EventRecord>, StintError>({
    queryKey: ['history', resource, id, size],
    queryFn: ({ signal }) =>
      lastEvents((range) => stint[resource].event(id, range, { signal, pageSize: range.limit }), size),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })

/** The last events of the account that match the filters. */
export const auditQuery = (query: QueryOf<'event'>, size: number) =>
  queryOptions<PageOf<EventRecord>, StintError>({
    queryKey: ['history', 'audit', query, size],
    queryFn: ({ signal }) =>
      lastEvents((range) => stint.event.list({ ...query, ...range }, { signal, pageSize: range.limit }), size),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })
