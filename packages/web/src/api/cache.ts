// The query cache of the application and its error handling: failed queries are retried while a component uses them, a
// lost connection is reported to the banner, and an expired session leads to the sign-in screen.
import { StintError } from '@stint/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportNoResponse, reportResponse } from './connection.ts'

const maxRetries = 2

const isTransient = (error: unknown): boolean =>
  error instanceof StintError && (error.kind === 'network' || (error.kind === 'server' && error.status !== 404))

function handleError(error: unknown): void {
  if (!(error instanceof StintError)) return
  if (error.kind === 'network') reportNoResponse()
  else reportResponse()
  if (error.kind === 'notSignedIn') void queryClient.invalidateQueries({ queryKey: ['session'] })
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleError, onSuccess: reportResponse }),
  mutationCache: new MutationCache({ onError: handleError, onSuccess: reportResponse }),
  defaultOptions: {
    queries: { retry: (count, error) => count < maxRetries && isTransient(error), networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
