// The reports of the server, cached by TanStack Query like records. They are fetched again after every write, because
// every write can change a sum.
import type { Stint, StintError } from '@stint/sdk'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { stint } from './client.ts'

export type ReportName = {
  [K in keyof Stint]: Stint[K] extends Record<'csv', unknown> ? K : never
}[keyof Stint]

export type ReportQueryOf<K extends ReportName> = Exclude<Parameters<Stint[K]['read']>[0], undefined>
export type RowOf<K extends ReportName> = Awaited<ReturnType<Stint[K]['read']>>[number]

// The methods of the reports differ by their parameters. This type fits all of them; the exact types are added below.
interface AnyReport {
  read(asked: object, options: { signal: AbortSignal }): Promise<unknown[]>
}

const reportClient = (name: ReportName): AnyReport => stint[name] as unknown as AnyReport

const staleMs = 5000

export const reportQuery = <K extends ReportName>(name: K, asked: ReportQueryOf<K>) =>
  queryOptions<RowOf<K>[], StintError>({
    queryKey: [name, 'report', asked],
    queryFn: ({ signal }) => reportClient(name).read(asked, { signal }) as Promise<RowOf<K>[]>,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })

export const useReport = <K extends ReportName>(name: K, asked: ReportQueryOf<K>, enabled = true) =>
  useQuery({ ...reportQuery(name, asked), enabled })
