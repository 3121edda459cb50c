// The cache of everything the server said, and what happens when it says nothing: requests are tried again while somebody looks,
// a lost connection is told to the banner, and a lost session asks for signing in.
import { StintError } from '@stint/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportAnswer, reportSilence } from './connection.ts'

const mostTries = 2

const isPassing = (error: unknown): boolean =>
  error instanceof StintError && (error.kind === 'network' || (error.kind === 'server' && error.status !== 404))

function heed(error: unknown): void {
  if (!(error instanceof StintError)) return
  if (error.kind === 'network') reportSilence()
  else reportAnswer()
  if (error.kind === 'notSignedIn') void queries.invalidateQueries({ queryKey: ['session'] })
}

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: heed, onSuccess: reportAnswer }),
  mutationCache: new MutationCache({ onError: heed, onSuccess: reportAnswer }),
  defaultOptions: {
    queries: { retry: (count, error) => count < mostTries && isPassing(error), networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
