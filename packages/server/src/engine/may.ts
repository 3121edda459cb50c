// The field `may` of a record: the operations and actions that the caller may perform on it. It is worked out from the
// roles and from the rules that the writes enforce (record-rules.ts). An extension that a request asks for with
// `may=t`.
import type { Viewer } from '../define/actor.ts'
import { Invalid, type ValidationErrors } from '../define/api-error.ts'
import { computed } from '../define/fields.ts'
import { flag, type Kind } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import { allConditions, sql } from '../io/sql.ts'
import { lettersSql, ruleConditions } from './record-rules.ts'
import type { SelectedField } from './select-sql.ts'

export const mayParameter = 'may'

/** Whether the query asks for the field; a blank or missing parameter does not. */
export function parseMay(query: ReadonlyMap<string, string>, errors: ValidationErrors): boolean {
  const text = query.get(mayParameter) ?? ''
  const value = flag.parse(text)
  if (value instanceof Invalid) errors.addInvalid(mayParameter, text, value.reason)
  return value === 't'
}

/** Everything that can be done to a record of the resource, by whomever. */
export const recordOperations = ({ access, actions = {} }: Resource): string[] => [
  ...(['update', 'delete'] as const).filter((operation) => access[operation] !== undefined),
  ...Object.keys(actions),
]

/**
 * What the role may do to records of the resource. An action that creates a record needs the permission to create it.
 */
function operationsOf(resource: Resource, { role }: Viewer, resourceByName: (name: string) => Resource): string[] {
  const { access, actions = {} } = resource
  return recordOperations(resource).filter((operation) => {
    if (operation === 'update' || operation === 'delete') return access[operation]?.includes(role) === true
    const action = actions[operation]
    if (action === undefined || !action.roles.includes(role)) return false
    return !('creates' in action) || resourceByName(action.creates).access.create?.includes(role) === true
  })
}

export function mayField(
  resource: Resource,
  viewer: Viewer,
  resourceByName: (name: string) => Resource,
): SelectedField {
  const operations = operationsOf(resource, viewer, resourceByName)
  const conditions = operations.map((operation) =>
    allConditions(ruleConditions(resource.allowed?.[operation] ?? [], viewer)),
  )
  const kind: Kind = {
    name: 'words',
    type: 'string',
    blank: '',
    escapeFree: false,
    isList: true,
    parse: () => new Invalid('cannot be set'),
    serialize: (letters) => operations.filter((_operation, index) => String(letters)[index] === 't').join(','),
  }
  const letters = conditions.length === 0 ? sql`''` : lettersSql(conditions)
  return { name: mayParameter, field: computed(kind, letters, { nullable: false, extension: true })(mayParameter) }
}
