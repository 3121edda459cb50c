// Reading a list's query: every parameter becomes a filter, a sort or a page, or a fault that names it. What a role may not
// see does not exist for it: its filters and sorts are unknown names (decision 18).
import type { Actor, Viewer } from '../define/actor.ts'
import { Invalid, ValidationErrors } from '../define/api-error.ts'
import type { Filter, ParsedFilter } from '../define/filters.ts'
import { parseWholeNumber } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import { mayParameter, parseMay } from './may.ts'
import type { SortBy } from './select-sql.ts'

export interface AppliedFilter {
  readonly name: string
  readonly filter: Filter
  readonly parsed: ParsedFilter
}

export interface ListQuery {
  readonly filters: readonly AppliedFilter[]
  readonly sort: SortBy | null
  /** 0 means everything (decision 13). */
  readonly limit: number
  readonly offset: number
  /** True when each record has the field `may`. */
  readonly may: boolean
}

const defaultLimit = 10

const isFieldHidden = (resource: Resource, field: string | undefined, viewer: Viewer): boolean =>
  field !== undefined && (resource.fields[field]?.hideFrom.includes(viewer.role) ?? false)

export const filterExists = (resource: Resource, filter: Filter, viewer: Viewer): boolean =>
  !filter.hideFrom.includes(viewer.role) && !isFieldHidden(resource, filter.field, viewer)

/** The sort names this viewer may use, with their fields. */
export const visibleSorts = (resource: Resource, viewer: Viewer): ReadonlyMap<string, string> =>
  new Map(Object.entries(resource.sorts ?? {}).filter(([, field]) => !isFieldHidden(resource, field, viewer)))

function parsePaging(
  query: ReadonlyMap<string, string>,
  parameter: string,
  otherwise: number,
  faults: ValidationErrors,
): number {
  const text = query.get(parameter)
  if (text === undefined) return otherwise
  const number = parseWholeNumber(text)
  if (!(number instanceof Invalid)) return number
  faults.addInvalid(parameter, text, number.reason)
  return otherwise
}

function parseSort(
  resource: Resource,
  viewer: Viewer,
  query: ReadonlyMap<string, string>,
  faults: ValidationErrors,
): SortBy | null {
  // A list that takes no sorting has told so already: both names are unknown to it.
  const asked = (name: string): string | undefined => (resource.sorts === undefined ? undefined : query.get(name))
  const order = resource.defaultSort ?? { field: 'id', descending: false }
  const direction = asked('sortdir')?.toUpperCase() ?? (order.descending ? 'DESC' : 'ASC')
  if (direction !== 'ASC' && direction !== 'DESC') {
    faults.addInvalid('sortdir', asked('sortdir') ?? '', 'is neither ASC nor DESC')
  }
  const descending = direction === 'DESC'
  const wanted = asked('sortfield')
  if (wanted === undefined) {
    return order.field === 'id' && !descending ? null : { field: order.field, descending }
  }
  const field = visibleSorts(resource, viewer).get(wanted)
  if (field !== undefined) return { field, descending }
  faults.addUnknownName(`sortfield ${wanted.slice(0, 60)}`, 'field you can sort by')
  return null
}

export function parseListQuery(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): ListQuery {
  const faults = new ValidationErrors()
  const read = validateListQuery(resource, actor, query, faults)
  faults.throwIfAny()
  return read
}

/** What a query asks for, with a fault for whatever it may not ask. */
export function validateListQuery(
  resource: Resource,
  actor: Actor,
  sent: ReadonlyMap<string, string>,
  faults: ValidationErrors,
): ListQuery {
  const query =
    resource.defaultFilters === undefined ? sent : new Map([...resource.defaultFilters(sent, actor, faults), ...sent])
  const filters: AppliedFilter[] = []
  for (const [parameter, text] of query) {
    if (parameter === 'limit' || parameter === 'offset' || parameter === mayParameter) continue
    if ((parameter === 'sortfield' || parameter === 'sortdir') && resource.sorts !== undefined) continue
    const filter =
      resource.filters !== undefined && Object.hasOwn(resource.filters, parameter)
        ? resource.filters[parameter]
        : undefined
    if (filter === undefined || !filterExists(resource, filter, actor)) {
      faults.addUnknownName(parameter.slice(0, 60), `filter of ${resource.name}`)
      continue
    }
    const parsed = filter.parse(text, actor.timezone)
    if (parsed instanceof Invalid) faults.addInvalid(parameter, text, parsed.reason)
    else if (!filter.ignoredFor?.(actor)) filters.push({ name: parameter, filter, parsed })
  }
  for (const required of resource.requiredFilters ?? []) {
    if (!query.has(required)) faults.add(required, 'is required')
  }
  const limit = parsePaging(query, 'limit', defaultLimit, faults)
  const offset = parsePaging(query, 'offset', 0, faults)
  const sort = parseSort(resource, actor, query, faults)
  return { filters, sort, limit, offset, may: parseMay(query, faults) }
}
