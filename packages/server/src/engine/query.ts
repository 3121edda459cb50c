// Reading a list's query: every parameter becomes a filter, a sort or a page, or a fault that names it. What a role may not
// see does not exist for it: its filters and sorts are unknown names (decision 18).
import type { Actor, Viewer } from '../define/actor.ts'
import type { Filter, Parsed } from '../define/filters.ts'
import { wholeNumber } from '../define/kinds.ts'
import { Faults, Unfit } from '../define/refusal.ts'
import type { Resource } from '../define/resource.ts'
import type { SortBy } from './shape.ts'

export interface AppliedFilter {
  readonly name: string
  readonly filter: Filter
  readonly parsed: Parsed
}

export interface ListQuery {
  readonly filters: readonly AppliedFilter[]
  readonly sort: SortBy | null
  /** 0 means everything (decision 13). */
  readonly limit: number
  readonly offset: number
}

const defaultLimit = 10

const fieldHidden = (resource: Resource, field: string | undefined, viewer: Viewer): boolean =>
  field !== undefined && (resource.fields[field]?.hideFrom.includes(viewer.role) ?? false)

export const filterExists = (resource: Resource, filter: Filter, viewer: Viewer): boolean =>
  !filter.hideFrom.includes(viewer.role) && !fieldHidden(resource, filter.field, viewer)

/** The sort names this viewer may use, with their fields. */
export const sortsFor = (resource: Resource, viewer: Viewer): ReadonlyMap<string, string> =>
  new Map(Object.entries(resource.sorts ?? {}).filter(([, field]) => !fieldHidden(resource, field, viewer)))

function readPage(query: ReadonlyMap<string, string>, parameter: string, otherwise: number, faults: Faults): number {
  const text = query.get(parameter)
  if (text === undefined) return otherwise
  const number = wholeNumber(text)
  if (!(number instanceof Unfit)) return number
  faults.unfit(parameter, text, number.reason)
  return otherwise
}

function readSort(
  resource: Resource,
  viewer: Viewer,
  query: ReadonlyMap<string, string>,
  faults: Faults,
): SortBy | null {
  // A list that takes no sorting has told so already: both names are unknown to it.
  const asked = (name: string): string | undefined => (resource.sorts === undefined ? undefined : query.get(name))
  const order = resource.order ?? { field: 'id', descending: false }
  const direction = asked('sortdir')?.toUpperCase() ?? (order.descending ? 'DESC' : 'ASC')
  if (direction !== 'ASC' && direction !== 'DESC') {
    faults.unfit('sortdir', asked('sortdir') ?? '', 'is neither ASC nor DESC')
  }
  const descending = direction === 'DESC'
  const wanted = asked('sortfield')
  if (wanted === undefined) {
    return order.field === 'id' && !descending ? null : { field: order.field, descending }
  }
  const field = sortsFor(resource, viewer).get(wanted)
  if (field !== undefined) return { field, descending }
  faults.unknown(`sortfield ${wanted.slice(0, 60)}`, 'field you can sort by')
  return null
}

export function readListQuery(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): ListQuery {
  const faults = new Faults()
  const read = judgeListQuery(resource, actor, query, faults)
  faults.refuse()
  return read
}

/** What a query asks for, with a fault for whatever it may not ask. */
export function judgeListQuery(
  resource: Resource,
  actor: Actor,
  sent: ReadonlyMap<string, string>,
  faults: Faults,
): ListQuery {
  const query = resource.assumed === undefined ? sent : new Map([...resource.assumed(sent, actor, faults), ...sent])
  const filters: AppliedFilter[] = []
  for (const [parameter, text] of query) {
    if (parameter === 'limit' || parameter === 'offset') continue
    if ((parameter === 'sortfield' || parameter === 'sortdir') && resource.sorts !== undefined) continue
    const filter =
      resource.filters !== undefined && Object.hasOwn(resource.filters, parameter)
        ? resource.filters[parameter]
        : undefined
    if (filter === undefined || !filterExists(resource, filter, actor)) {
      faults.unknown(parameter.slice(0, 60), `filter of ${resource.name}`)
      continue
    }
    const parsed = filter.parse(text, actor.timezone)
    if (parsed instanceof Unfit) faults.unfit(parameter, text, parsed.reason)
    else if (!filter.ignoredFor?.(actor)) filters.push({ name: parameter, filter, parsed })
  }
  for (const required of resource.requires ?? []) {
    if (!query.has(required)) faults.add(required, 'is required')
  }
  const limit = readPage(query, 'limit', defaultLimit, faults)
  const offset = readPage(query, 'offset', 0, faults)
  const sort = readSort(resource, actor, query, faults)
  return { filters, sort, limit, offset }
}
