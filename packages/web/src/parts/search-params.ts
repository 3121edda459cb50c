// The URL parameters of a screen: filters, sort order, open tab. A screen reads and changes them here.
import { withoutUndefined } from '../kit/url-params.ts'

export type SearchChange<S> = { readonly [K in keyof S]?: S[K] | undefined }

interface RouteWithSearch<S> {
  readonly useSearch: () => S
  /** Its type cannot be written for all routes. */
  readonly useNavigate: () => (options: never) => Promise<void>
}

/**
 * `set` changes parameters. Its promise resolves when the URL has changed; code that deletes the open record waits for
 * it. `filter` connects one parameter with the control that changes it.
 */
export function useSearchParams<S extends object>(route: RouteWithSearch<S>) {
  const search = route.useSearch()
  const navigate = route.useNavigate() as (options: object) => Promise<void>
  const set = (change: SearchChange<S>): Promise<void> =>
    navigate({ search: (before: S) => withoutUndefined({ ...before, ...change }), replace: true })
  const filter = <K extends keyof S>(name: K) => ({
    value: search[name],
    onChange: (value: S[K] | undefined) => void set({ [name]: value } as SearchChange<S>),
  })
  return { search, set, filter }
}
