// The parameters of a list: its filters with their types and hidden roles, its sorts and its pagination. They are the
// same for the list of a resource and for a sub-list.
import type { Role } from '../../define/actor.ts'
import type { Filter } from '../../define/filters.ts'
import type { Resource } from '../../define/resource.ts'
import { filterExists, visibleSorts } from '../../engine/query-parameters.ts'
import { extensionMark, parameterRef } from './components.ts'
import { filterSchema, type JsonObject } from './value-schemas.ts'

const hiddenFrom = (roles: readonly Role[], exists: (role: Role) => boolean): JsonObject => {
  const without = roles.filter((role) => !exists(role))
  return without.length === 0 ? {} : { 'x-hidden-from': without }
}

function filterParameter(resource: Resource, name: string, filter: Filter, readers: readonly Role[]): JsonObject {
  const schema = filterSchema(filter)
  const required = resource.requiredFilters?.includes(name) ?? false
  return {
    name,
    in: 'query',
    ...(required ? { required } : {}),
    description: filter.doc,
    schema,
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    ...hiddenFrom(readers, (role) => filterExists(resource, filter, { role, restricted: false })),
    ...(filter.extension === true ? extensionMark : {}),
  }
}

function sortParameters(resource: Resource, readers: readonly Role[]): readonly JsonObject[] {
  const { sorts, defaultSort = { field: 'id', descending: false } } = resource
  if (sorts === undefined) return []
  const names = Object.keys(sorts)
  const hidden = Object.fromEntries(
    readers.flatMap((role) => {
      const visible = visibleSorts(resource, { role, restricted: false })
      const without = names.filter((name) => !visible.has(name))
      return without.length === 0 ? [] : [[role, without] as const]
    }),
  )
  const usual = `Without it by ${defaultSort.field}, ${defaultSort.descending ? 'descending' : 'ascending'}.`
  return [
    {
      name: 'sortfield',
      in: 'query',
      description: `What to sort by. ${usual}`,
      schema: { type: 'string', enum: names },
      ...(Object.keys(hidden).length === 0 ? {} : { 'x-hidden-values': hidden }),
    },
    parameterRef('sortdir'),
  ]
}

/** The parameters of a list; the filters of a sub-list are in its path. */
export function listParameters(resource: Resource, except: readonly string[]): readonly JsonObject[] {
  const readers = resource.access.list ?? []
  const filters = Object.entries(resource.filters ?? {}).filter(([name]) => !except.includes(name))
  return [
    ...filters.map(([name, filter]) => filterParameter(resource, name, filter, readers)),
    ...sortParameters(resource, readers),
    parameterRef('limit'),
    parameterRef('offset'),
    parameterRef('may'),
  ]
}
