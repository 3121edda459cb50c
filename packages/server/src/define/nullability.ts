// Whether a field of a record can be absent. Of a column the definition says so; of a value that SQL works out this looks
// whether it is a column that is never empty, its own or that of a record which is always there. Where it cannot tell, the
// field may be absent: whoever relies on the answer is never promised too much.
import { type Fragment, statement } from '../io/sql.ts'
import { allRoles, type Viewer } from './actor.ts'
import type { Field } from './fields.ts'
import type { Resource } from './resource.ts'

const allViewers: readonly Viewer[] = allRoles.flatMap((role) => [
  { role, restricted: false },
  { role, restricted: true },
])

/** Table and column of SQL that is nothing but a column. */
function parseColumnReference(fragment: Fragment): readonly [table: string, column: string] | null {
  const [, table, column] = /^(\w+)\.(\w+)$/.exec(statement(fragment).compiledFor('sqlite').text) ?? []
  return table === undefined || column === undefined ? null : [table, column]
}

/** A column of a resource's own table that every record fills. */
const isFilledColumn = ({ fields }: Resource, column: string): boolean =>
  Object.entries(fields).some(([name, field]) => {
    const { from } = field
    if ('column' in from) return from.column === column && !field.nullable
    return 'counter' in from && name === column
  })

type ResourcesByTable = (table: string) => readonly Resource[]

/** A column of the resource's own table, or of one that is joined to it by a key that every record has. */
function isAlwaysPresent(resource: Resource, table: string, column: string, byTable: ResourcesByTable): boolean {
  if (table === resource.table) return isFilledColumn(resource, column)
  const join = resource.joins?.[table]
  if (join === undefined) return false
  const [joined, key] = typeof join === 'string' ? [table, join] : join
  const [, keyTable, keyColumn] = /^(\w+)\.(\w+)$/.exec(key) ?? []
  if (keyTable === undefined || keyColumn === undefined) return false
  const there = isAlwaysPresent(resource, keyTable, keyColumn, byTable)
  return there && byTable(joined).some((other) => isFilledColumn(other, column))
}

export function canBeNull(resource: Resource, field: Field, resources: ReadonlyMap<string, Resource>): boolean {
  const { from } = field
  if ('links' in from || 'counter' in from) return false
  // A definition that says so of a worked-out value knows better than its SQL shows.
  const said = !field.nullable && (field.kind.blank === null || field.required)
  if ('column' in from || said) return field.nullable
  const byTable: ResourcesByTable = (table) => [...resources.values()].filter((other) => other.table === table)
  return !allViewers.every((viewer) => {
    const column = parseColumnReference(from.sql(viewer))
    return column !== null && isAlwaysPresent(resource, ...column, byTable)
  })
}
