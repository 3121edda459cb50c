// Parses paths and query strings strictly: /resource/, /resource/id/, /resource/id/action/, with or without the last
// slash (decision 1), repeated slashes as one (decision 55), and every query name at most once (T-36).
import type { Actor } from '../define/actor.ts'
import { ApiError, Invalid, ValidationErrors } from '../define/api-error.ts'
import { parseWholeNumber } from '../define/kinds.ts'
import { parseQueryString } from '../define/query-string.ts'
import { mayParameter, parseMay } from '../engine/may.ts'
import { excerpt } from '../kit/text.ts'

export interface RequestPath {
  readonly resource: string
  readonly id: number | null
  /** The name of an action, sub-list, rendering or download of the record. */
  readonly action: string | null
}

const pathPattern = /^\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/

export const pathWithoutQuery = (url: string): string => {
  const at = url.indexOf('?')
  return at === -1 ? url : url.slice(0, at)
}

/** The path of a request to the API. Repeated slashes count as one (decision 55). */
export const apiPath = (url: string): string => {
  const path = pathWithoutQuery(url)
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
}

/** Knows which names a path may contain. */
export interface PathResolver {
  isResource(name: string): boolean
  /** The id that a word in place of an id means to the caller; undefined if it means none. */
  namedId(resource: string, word: string, actor: Actor): number | undefined
  isAction(resource: string, name: string): boolean
}

export function parsePath(path: string, resolver: PathResolver, actor: Actor): RequestPath {
  const match = pathPattern.exec(path)
  const resource = match?.[1] ?? ''
  if (match === null || !resolver.isResource(resource))
    throw new ApiError(400, 13, [`${excerpt(path)} is not a resource of this service`])
  const [, , idText, action = null] = match
  if (idText === undefined) return { resource, id: null, action }
  const id = resolver.namedId(resource, idText, actor) ?? parseWholeNumber(idText)
  if (id instanceof Invalid || id === 0)
    throw new ApiError(400, 18, [`id: "${excerpt(idText)}" must be a whole number above 0`])
  if (action !== null && !resolver.isAction(resource, action))
    throw new ApiError(400, 15, [`${excerpt(action)} is not an action of ${resource}`])
  return { resource, id, action }
}

export function parseQuery(url: string): ReadonlyMap<string, string> {
  const at = url.indexOf('?')
  if (at === -1 || at === url.length - 1) return new Map()
  const errors = new ValidationErrors()
  const query = parseQueryString(url.slice(at + 1), errors)
  errors.throwIfAny()
  return query
}

/** Only lists have parameters; elsewhere every parameter is unknown. */
export function rejectQueryParameters(query: ReadonlyMap<string, string>): void {
  const errors = new ValidationErrors()
  for (const name of query.keys()) errors.addUnknownName(excerpt(name), 'parameter here')
  errors.throwIfAny()
}

/** The query of a read, which may ask for the field `may` and for nothing else. */
export function parseReadQuery(query: ReadonlyMap<string, string>): { readonly may: boolean } {
  if (query.size === 0) return { may: false }
  rejectQueryParameters(new Map([...query].filter(([name]) => name !== mayParameter)))
  const errors = new ValidationErrors()
  const may = parseMay(query, errors)
  errors.throwIfAny()
  return { may }
}
