// Records from the server, kept by TanStack Query: hooks to list, read, create, change and remove those of any resource. After
// a write everything on screen is asked for again, in every tab, because a change of one record shows in many others (hours in
// tasks, tasks in projects); the lists that only settings change are left alone.
import type { Stint, StintError } from '@stint/sdk'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { stint } from './client.ts'

type Named<Verb extends string> = {
  [K in keyof Stint]: Stint[K] extends Record<Verb, unknown> ? K : never
}[keyof Stint]

export type Listed = Named<'list'>
export type Readable = Exclude<Named<'read'> & Named<'update' | 'list'>, 'me' | 'company'> & Listed
export type Created = Named<'create'>
export type Updated = Exclude<Named<'update'>, 'me' | 'company'>
export type Removed = Exclude<Named<'remove'>, 'projectteam'>

type Given<F> = F extends (...given: infer G) => unknown ? G : never
type Gives<F> = F extends (...given: never[]) => Promise<infer R> ? R : never

export type QueryOf<K extends Listed> = Exclude<Given<Stint[K]['list']>[0], undefined>
export type RecordOf<K extends Listed> = Stint[K] extends { list(...given: never[]): { all(): Promise<(infer R)[]> } }
  ? R
  : never
export type NewOf<K extends Created> = Given<Stint[K]['create']>[0]
export type ChangeOf<K extends Updated> = Given<Stint[K]['update']>[1]

/** Lists that change when an Administrator changes settings, and hardly else. */
const steady = new Set<string>([
  'group',
  'contacttype',
  'contactdescriptor',
  'taskstatus',
  'taskpriority',
  'module',
  'worktype',
  'projectlabel',
  'invoiceterm',
  'paymenttype',
  'company',
])

const steadyMs = 300_000
const freshMs = 5000

const freshness = (name: string): number => (steady.has(name) ? steadyMs : freshMs)

// The methods of the client differ by resource; their types are put on again by the hooks below.
interface AnyResource {
  list(
    query: unknown,
    options?: object,
  ): { all(): Promise<unknown[]>; page(number: number): Promise<{ records: unknown[]; count: number; offset: number }> }
  read(id: number, options?: object): Promise<unknown>
  create(fields: unknown, options?: object): Promise<unknown>
  update(id: number, fields: unknown, options?: object): Promise<unknown>
  remove(id: number, options?: object): Promise<void>
}

const resourceOf = (name: keyof Stint): AnyResource => stint[name] as unknown as AnyResource

/** All records of a list: for lists that a person could look through, not for ten thousand tasks. */
export const allOf = <K extends Listed>(name: K, query?: QueryOf<K>) =>
  queryOptions<RecordOf<K>[], StintError>({
    queryKey: [name, 'all', query ?? {}],
    queryFn: ({ signal }) =>
      resourceOf(name)
        .list(query ?? {}, { signal, pageSize: 500 })
        .all() as Promise<RecordOf<K>[]>,
    staleTime: freshness(name),
  })

export interface PageOf<R> {
  readonly records: R[]
  readonly count: number
  readonly offset: number
}

/** One page of a list and how many records there are in all. */
export const pageOf = <K extends Listed>(name: K, query: QueryOf<K>, size = 50, number = 0) =>
  queryOptions<PageOf<RecordOf<K>>, StintError>({
    queryKey: [name, 'page', query, size, number],
    queryFn: ({ signal }) =>
      resourceOf(name).list(query, { signal, pageSize: size }).page(number) as Promise<PageOf<RecordOf<K>>>,
    staleTime: freshness(name),
    placeholderData: keepPreviousData,
  })

/** A long list, page after page as one scrolls. */
export const pagesOf = <K extends Listed>(name: K, query: QueryOf<K>, size = 100) =>
  infiniteQueryOptions<PageOf<RecordOf<K>>, StintError, { pages: PageOf<RecordOf<K>>[] }, readonly unknown[], number>({
    queryKey: [name, 'pages', query, size],
    queryFn: ({ signal, pageParam }) =>
      resourceOf(name).list(query, { signal, pageSize: size }).page(pageParam) as Promise<PageOf<RecordOf<K>>>,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.offset + last.records.length < last.count ? pages.length : undefined),
    staleTime: freshness(name),
    placeholderData: keepPreviousData,
  })

export const oneOf = <K extends Readable>(name: K, id: number) =>
  queryOptions<RecordOf<K>, StintError>({
    queryKey: [name, 'one', id],
    queryFn: ({ signal }) => resourceOf(name).read(id, { signal }) as Promise<RecordOf<K>>,
    staleTime: freshness(name),
    // The very object that was read carries the tag for `ifMatch`; a copy of it would not.
    structuralSharing: false,
  })

export const useAll = <K extends Listed>(name: K, query?: QueryOf<K>, enabled = true) =>
  useQuery({ ...allOf(name, query), enabled })
export const usePage = <K extends Listed>(name: K, query: QueryOf<K>, size?: number, number?: number) =>
  useQuery(pageOf(name, query, size, number))
export const usePages = <K extends Listed>(name: K, query: QueryOf<K>, size?: number) =>
  useInfiniteQuery(pagesOf(name, query, size))
export const useOne = <K extends Readable>(name: K, id: number | null) =>
  useQuery({ ...oneOf(name, id ?? 0), enabled: id !== null })

const tabs = new BroadcastChannel('stint-writes')

const refresh = (queries: QueryClient, written: string): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name === written || !steady.has(String(name)),
  })

/** To be called after every write: what is on screen is asked for again, here and in other tabs. */
export async function wrote(queries: QueryClient, name: string): Promise<void> {
  tabs.postMessage(name)
  await refresh(queries, name)
}

/** Hears of writes in other tabs; answers how to stop. */
export function hearOtherTabs(queries: QueryClient): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => void refresh(queries, String(data))
  tabs.addEventListener('message', hear)
  return () => tabs.removeEventListener('message', hear)
}

export interface WriteManner {
  /** Mail those whom it concerns. */
  readonly notify?: boolean
  /** The record as it was read: who changed it meanwhile is not overwritten. */
  readonly ifMatch?: object
}

/** A write of any kind, as a mutation that refreshes what is shown. */
export function useWrite<Input, Output>(name: string, work: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation<Output, StintError, Input>({ mutationFn: work, onSuccess: () => wrote(queries, name) })
}

export const useCreate = <K extends Created>(name: K) =>
  useWrite(
    name,
    ({ fields, ...manner }: { fields: NewOf<K> } & WriteManner) =>
      resourceOf(name).create(fields, manner) as Promise<Gives<Stint[K]['create']>>,
  )

export const useUpdate = <K extends Updated>(name: K) =>
  useWrite(
    name,
    ({ id, fields, ...manner }: { id: number; fields: ChangeOf<K> } & WriteManner) =>
      resourceOf(name).update(id, fields, manner) as Promise<Gives<Stint[K]['update']>>,
  )

export const useRemove = <K extends Removed>(name: K) =>
  useWrite(name, ({ id, ...manner }: { id: number } & WriteManner) => resourceOf(name).remove(id, manner))
