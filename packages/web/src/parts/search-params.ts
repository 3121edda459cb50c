// Changing the parameters of an address, where the filters, the sort order and the open tab of a screen are kept.
import { withoutUndefined } from '../kit/url-params.ts'

export type SearchChange<S> = { readonly [K in keyof S]?: S[K] | undefined }

/**
 * `navigate` is that of the route whose parameters `search` is; the type of the router cannot be written for all
 * routes. The promise ends when the address has changed: who deletes the open record waits for it.
 */
export const searchSetter =
  <S extends object>(_search: S, navigate: (options: never) => Promise<void>) =>
  (change: SearchChange<S>): Promise<void> => {
    const go = navigate as (options: object) => Promise<void>
    return go({ search: (before: S) => withoutUndefined({ ...before, ...change }), replace: true })
  }
