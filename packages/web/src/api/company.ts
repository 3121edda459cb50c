// The company record: address, currency and the unit of its budgets. An account has exactly one, so the query has no
// id.
import type { StintError } from '@stint/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { stint } from './client.ts'

type Company = Awaited<ReturnType<typeof stint.company.read>>

const staleMs = 300_000

export const companyQuery = queryOptions<Company, StintError>({
  queryKey: ['company', 'itself'],
  queryFn: ({ signal }) => stint.company.read({ signal }),
  staleTime: staleMs,
  structuralSharing: false,
})

export const useCompany = () => useQuery(companyQuery)
