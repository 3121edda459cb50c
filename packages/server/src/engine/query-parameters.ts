// Parses the query of a list: every parameter becomes a filter, a sort or pagination, or an error that names it.
// Filters and sorts that are hidden from a role are unknown names for it (decision 18).
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
  /** 0 means all records (decision 13). */
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

/** The sort names that this viewer may use, with their fields. */
export const visibleSorts = (resource: Resource, viewer: Viewer): ReadonlyMap<string, string> =>
  new Map(Object.entries(resource.sorts ?? {}).filter(([, field]) => !isFieldHidden(resource, field, viewer)))

function parsePaging(
  query: ReadonlyMap<string, string>,
  parameter: string,
  otherwise: number,
  errors: ValidationErrors,
): number {
  const text = query.get(parameter)
  if (text === undefined) return otherwise
  const number = parseWholeNumber(text)
  if (!(number instanceof Invalid)) return number
  errors.addInvalid(parameter, text, number.reason)
  return otherwise
}

function parseSort(
  resource: Resource,
  viewer: Viewer,
  query: ReadonlyMap<string, string>,
  errors: ValidationErrors,
): SortBy | null {
  // For a list without sorts both names are unknown, and that error is added elsewhere.
  const sortParameter = (name: string): string | undefined =>
    resource.sorts === undefined ? undefined : query.get(name)
  const order = resource.defaultSort ?? { field: 'id', descending: false }
  const direction = sortParameter('sortdir')?.toUpperCase() ?? (order.descending ? 'DESC' : 'ASC')
  if (direction !== 'ASC' && direction !== 'DESC') {
    errors.addInvalid('sortdir', sortParameter('sortdir') ?? '', 'must be ASC or DESC')
  }
  const descending = direction === 'DESC'
  const sortfield = sortParameter('sortfield')
  if (sortfield === undefined) {
    return order.field === 'id' && !descending ? null : { field: order.field, descending }
  }
  const field = visibleSorts(resource, viewer).get(sortfield)
  if (field !== undefined) return { field, descending }
  errors.addUnknownName(`sortfield ${sortfield.slice(0, 60)}`, 'field you can sort by')
  return null
}

export function parseListQuery(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): ListQuery {
  const errors = new ValidationErrors()
  const read = validateListQuery(resource, actor, query, errors)
  errors.throwIfAny()
  return read
}

/** The parsed query, and an error for each parameter that this caller may not send. */
export function validateListQuery(
  resource: Resource,
  actor: Actor,
  submitted: ReadonlyMap<string, string>,
  errors: ValidationErrors,
): ListQuery {
  const query =
    resource.defaultFilters === undefined
      ? submitted
      : new Map([...resource.defaultFilters(submitted, actor, errors), ...submitted])
  const filters: AppliedFilter[] = []
  for (const [parameter, text] of query) {
    if (parameter === 'limit' || parameter === 'offset' || parameter === mayParameter) continue
    if ((parameter === 'sortfield' || parameter === 'sortdir') && resource.sorts !== undefined) continue
    const filter =
      resource.filters !== undefined && Object.hasOwn(resource.filters, parameter)
        ? resource.filters[parameter]
        : undefined
    if (filter === undefined) {
      errors.addUnknownName(parameter.slice(0, 60), `filter of ${resource.name}`)
      continue
    }
    if (!filterExists(resource, filter, actor)) {
      errors.addForbiddenName(parameter, 'your role cannot filter by this field')
      continue
    }
    const parsed = filter.parse(text, actor.timezone)
    if (parsed instanceof Invalid) errors.addInvalid(parameter, text, parsed.reason)
    else if (!filter.ignoredFor?.(actor)) filters.push({ name: parameter, filter, parsed })
  }
  for (const required of resource.requiredFilters ?? []) {
    if (!query.has(required)) errors.add(required, 'is required')
  }
  const limit = parsePaging(query, 'limit', defaultLimit, errors)
  const offset = parsePaging(query, 'offset', 0, errors)
  const sort = parseSort(resource, actor, query, errors)
  return { filters, sort, limit, offset, may: parseMay(query, errors) }
}
