// The filter that a field declares for itself with `filter`, by the type of its kind. Filters with a condition of their
// own are in the definitions of the resources.
import type { Field } from './fields.ts'
import { anyOf, type Filter, isFlag, onDay } from './filters.ts'
import { textContains } from './search-filters.ts'

/** The filter that a field declares for itself, by the type of its kind. */
export function filterOfField(name: string, { kind, filter: doc = '', extension }: Field): Filter {
  const own = { ...(extension === undefined ? {} : { extension }) }
  switch (kind.type) {
    case 'boolean':
      return { ...isFlag(name, doc), ...own }
    case 'date':
      return { ...onDay(name, doc), ...own }
    case 'integer':
    case 'integer list':
      return { ...anyOf(name, doc), ...own }
    case 'string':
      return { ...textContains(name, doc), ...own }
    default:
      throw new Error(`${name}: a field of type ${kind.type} needs a filter of its own`)
  }
}
