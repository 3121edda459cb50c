// Records from the server, cached by TanStack Query: hooks to list, read, create, update and delete records of any
// resource. After a write everything on screen is fetched again, in every tab, because a change of one record changes
// many others (hours in tasks, tasks in projects). Lists that only change in the settings are not.
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

type ResourceWith<Verb extends string> = {
  [K in keyof Stint]: Stint[K] extends Record<Verb, unknown> ? K : never
}[keyof Stint]

export type Listable = ResourceWith<'list'>
export type Readable = Exclude<ResourceWith<'read'> & ResourceWith<'update' | 'list'>, 'me' | 'company'> & Listable
type Creatable = ResourceWith<'create'>
type Updatable = Exclude<ResourceWith<'update'>, 'me' | 'company'>
export type Removable = Exclude<ResourceWith<'remove'>, 'projectteam'>

type ArgumentsOf<F> = F extends (...given: infer G) => unknown ? G : never
type ResultOf<F> = F extends (...given: never[]) => Promise<infer R> ? R : never

export type QueryOf<K extends Listable> = Exclude<ArgumentsOf<Stint[K]['list']>[0], undefined>
export type RecordOf<K extends Listable> = Stint[K] extends { list(...given: never[]): { all(): Promise<(infer R)[]> } }
  ? R
  : never
export type NewOf<K extends Creatable> = ArgumentsOf<Stint[K]['create']>[0]
export type ChangeOf<K extends Updatable> = ArgumentsOf<Stint[K]['update']>[1]

/** The lists that Administrators edit in the settings, in the order of the tabs. */
export const settingsLists = [
  'taskstatus',
  'taskpriority',
  'module',
  'worktype',
  'projectlabel',
  'invoiceterm',
  'paymenttype',
  'expensecategory',
] as const

/** Lists that hardly ever change except when an Administrator changes the settings. */
const rarelyChanged = new Set<string>([...settingsLists, 'group', 'contacttype', 'contactdescriptor', 'company'])

const rarelyChangedStaleMs = 300_000
const defaultStaleMs = 5000

const staleTimeOf = (name: string): number => (rarelyChanged.has(name) ? rarelyChangedStaleMs : defaultStaleMs)

// The methods of the client differ by resource. This type fits all of them; the hooks below add the exact types.
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

const resourceClient = (name: keyof Stint): AnyResource => stint[name] as unknown as AnyResource

/** All records of a list. For short lists only, not for ten thousand tasks. */
export const allQuery = <K extends Listable>(name: K, query?: QueryOf<K>) =>
  queryOptions<RecordOf<K>[], StintError>({
    queryKey: [name, 'all', query ?? {}],
    queryFn: ({ signal }) =>
      resourceClient(name)
        .list(query ?? {}, { signal, pageSize: 500, may: true })
        .all() as Promise<RecordOf<K>[]>,
    staleTime: staleTimeOf(name),
  })

export interface PageOf<R> {
  readonly records: R[]
  readonly count: number
  readonly offset: number
}

/** One page of a list, and the number of all records. */
export const pageQuery = <K extends Listable>(name: K, query: QueryOf<K>, size = 50, number = 0) =>
  queryOptions<PageOf<RecordOf<K>>, StintError>({
    queryKey: [name, 'page', query, size, number],
    queryFn: ({ signal }) =>
      resourceClient(name).list(query, { signal, pageSize: size, may: true }).page(number) as Promise<
        PageOf<RecordOf<K>>
      >,
    staleTime: staleTimeOf(name),
    placeholderData: keepPreviousData,
  })

/** A long list that loads the next page while scrolling. */
export const pagesQuery = <K extends Listable>(name: K, query: QueryOf<K>, size = 100) =>
  infiniteQueryOptions<PageOf<RecordOf<K>>, StintError, { pages: PageOf<RecordOf<K>>[] }, readonly unknown[], number>({
    queryKey: [name, 'pages', query, size],
    queryFn: ({ signal, pageParam }) =>
      resourceClient(name).list(query, { signal, pageSize: size, may: true }).page(pageParam) as Promise<
        PageOf<RecordOf<K>>
      >,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.offset + last.records.length < last.count ? pages.length : undefined),
    staleTime: staleTimeOf(name),
    placeholderData: keepPreviousData,
  })

export const oneQuery = <K extends Readable>(name: K, id: number) =>
  queryOptions<RecordOf<K>, StintError>({
    queryKey: [name, 'one', id],
    queryFn: ({ signal }) => resourceClient(name).read(id, { signal, may: true }) as Promise<RecordOf<K>>,
    staleTime: staleTimeOf(name),
    // The client stores the ETag for `ifMatch` with this object; a copy would not have it.
    structuralSharing: false,
  })

export const useAll = <K extends Listable>(name: K, query?: QueryOf<K>, enabled = true) =>
  useQuery({ ...allQuery(name, query), enabled })
export const usePage = <K extends Listable>(name: K, query: QueryOf<K>, size?: number, number?: number) =>
  useQuery(pageQuery(name, query, size, number))
export const usePages = <K extends Listable>(name: K, query: QueryOf<K>, size?: number) =>
  useInfiniteQuery(pagesQuery(name, query, size))
export const useOne = <K extends Readable>(name: K, id: number | null) =>
  useQuery({ ...oneQuery(name, id ?? 0), enabled: id !== null })

const writeChannel = new BroadcastChannel('stint-writes')

const refresh = (queries: QueryClient, written: string): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name === written || !rarelyChanged.has(String(name)),
  })

/** Must be called after every write: everything on screen is fetched again, here and in other tabs. */
export async function invalidateAfterWrite(queries: QueryClient, name: string): Promise<void> {
  writeChannel.postMessage(name)
  await refresh(queries, name)
}

/** Refetches after writes in other tabs. Returns a function that stops it. */
export function listenToOtherTabs(queries: QueryClient): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => void refresh(queries, String(data))
  writeChannel.addEventListener('message', hear)
  return () => writeChannel.removeEventListener('message', hear)
}

export interface WriteOptions {
  /** Send notification mails. */
  readonly notify?: boolean
  /** The record as it was read. The write fails if the record was changed since. */
  readonly ifMatch?: object
}

/** Any write, as a mutation that refetches what is shown. */
export function useWrite<Input, Output>(name: string, work: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation<Output, StintError, Input>({
    mutationFn: work,
    onSuccess: () => invalidateAfterWrite(queries, name),
  })
}

export const useCreate = <K extends Creatable>(name: K) =>
  useWrite(
    name,
    ({ fields, ...manner }: { fields: NewOf<K> } & WriteOptions) =>
      resourceClient(name).create(fields, manner) as Promise<ResultOf<Stint[K]['create']>>,
  )

export const useUpdate = <K extends Updatable>(name: K) =>
  useWrite(
    name,
    ({ id, fields, ...manner }: { id: number; fields: ChangeOf<K> } & WriteOptions) =>
      resourceClient(name).update(id, fields, manner) as Promise<ResultOf<Stint[K]['update']>>,
  )

export const removeRecord = (name: Removable, id: number, options?: WriteOptions): Promise<void> =>
  resourceClient(name).remove(id, options)

export const useRemove = <K extends Removable>(name: K) =>
  useWrite(name, ({ id, ...options }: { id: number } & WriteOptions) => removeRecord(name, id, options))
