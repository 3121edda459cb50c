// Paths and query strings, read strictly: /resource/, /resource/id/, /resource/id/action/, with or without the last slash
// (decision 1), and every query name at most once (T-36).
import { wholeNumber } from '../define/kinds.ts'
import { readPairs } from '../define/query-text.ts'
import { Faults, Refusal, Unfit } from '../define/refusal.ts'
import { excerpt } from '../kit/text.ts'

export interface Place {
  readonly resource: string
  readonly id: number | null
  /** What is to be done with the record, beyond reading and writing it. */
  readonly action: string | null
}

const shape = /^\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/

export const pathOf = (url: string): string => {
  const at = url.indexOf('?')
  return at === -1 ? url : url.slice(0, at)
}

/** What can be named by a path. */
export interface Places {
  isResource(name: string): boolean
  isAction(resource: string, name: string): boolean
}

export function readPlace(path: string, places: Places): Place {
  const match = shape.exec(path)
  const resource = match?.[1] ?? ''
  if (match === null || !places.isResource(resource))
    throw new Refusal(400, 13, [`${excerpt(path)} is not a resource of this service`])
  const [, , idText, action = null] = match
  if (idText === undefined) return { resource, id: null, action }
  const id = wholeNumber(idText)
  if (id instanceof Unfit || id === 0)
    throw new Refusal(400, 18, [`id: "${excerpt(idText)}" is not a positive whole number`])
  if (action !== null && !places.isAction(resource, action))
    throw new Refusal(400, 15, [`${excerpt(action)} is not an action of ${resource}`])
  return { resource, id, action }
}

export function readQuery(url: string): ReadonlyMap<string, string> {
  const at = url.indexOf('?')
  if (at === -1 || at === url.length - 1) return new Map()
  const faults = new Faults()
  const query = readPairs(url.slice(at + 1), faults)
  faults.refuse()
  return query
}

/** Only lists have filters; elsewhere every parameter is unknown. */
export function refuseQuery(query: ReadonlyMap<string, string>): void {
  const faults = new Faults()
  for (const name of query.keys()) faults.unknown(excerpt(name), 'parameter here')
  faults.refuse()
}
