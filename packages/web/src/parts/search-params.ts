// Changes the URL parameters of a screen: filters, sort order, open tab.
import { withoutUndefined } from '../kit/url-params.ts'

export type SearchChange<S> = { readonly [K in keyof S]?: S[K] | undefined }

/**
 * `navigate` must belong to the route of `search`; its type cannot be written for all routes. The promise resolves when
 * the URL has changed. Code that deletes the open record waits for it.
 */
export const searchSetter =
  <S extends object>(_search: S, navigate: (options: never) => Promise<void>) =>
  (change: SearchChange<S>): Promise<void> => {
    const go = navigate as (options: object) => Promise<void>
    return go({ search: (before: S) => withoutUndefined({ ...before, ...change }), replace: true })
  }
