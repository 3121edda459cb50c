// The reports of the server, kept by TanStack Query like records are, and their files of comma-separated values. They
// are asked for again after every write, since every write may move a sum.
import type { Download, Stint, StintError } from '@stint/sdk'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { stint } from './client.ts'

export type ReportName = {
  [K in keyof Stint]: Stint[K] extends Record<'csv', unknown> ? K : never
}[keyof Stint]

export type AskedOf<K extends ReportName> = Exclude<Parameters<Stint[K]['read']>[0], undefined>
export type RowOf<K extends ReportName> = Awaited<ReturnType<Stint[K]['read']>>[number]

// The methods of the reports differ by their parameters; their types are put on again below.
interface AnyReport {
  read(asked: object, options: { signal: AbortSignal }): Promise<unknown[]>
  csv(asked: object): Promise<Download>
}

const reportNamed = (name: ReportName): AnyReport => stint[name] as unknown as AnyReport

const freshMs = 5000

export const reportOf = <K extends ReportName>(name: K, asked: AskedOf<K>) =>
  queryOptions<RowOf<K>[], StintError>({
    queryKey: [name, 'report', asked],
    queryFn: ({ signal }) => reportNamed(name).read(asked, { signal }) as Promise<RowOf<K>[]>,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })

export const useReport = <K extends ReportName>(name: K, asked: AskedOf<K>, enabled = true) =>
  useQuery({ ...reportOf(name, asked), enabled })

export const csvOf = <K extends ReportName>(name: K, asked: AskedOf<K>): Promise<Download> =>
  reportNamed(name).csv(asked)
