// Whether a field of a record can be null. For a column the definition says it. For computed SQL, this checks whether
// it is a column that is never null, of the own table or of a record that always exists. In doubt the field can be
// null, so that the contract never promises too much.
import { type Fragment, statement } from '../io/sql.ts'
import { allRoles, type Viewer } from './actor.ts'
import type { Field } from './fields.ts'
import type { Resource } from './resource.ts'

const allViewers: readonly Viewer[] = allRoles.flatMap((role) => [
  { role, restricted: false },
  { role, restricted: true },
])

/** Table and column of SQL that is only a column; null for any other SQL. */
function parseColumnReference(fragment: Fragment): readonly [table: string, column: string] | null {
  const [, table, column] = /^(\w+)\.(\w+)$/.exec(statement(fragment).compiledFor('sqlite').text) ?? []
  return table === undefined || column === undefined ? null : [table, column]
}

/** A column of the resource's own table that is never null. */
const isFilledColumn = ({ fields }: Resource, column: string): boolean =>
  Object.entries(fields).some(([name, field]) => {
    const { from } = field
    if ('column' in from) return from.column === column && !field.nullable
    return 'counter' in from && name === column
  })

type ResourcesByTable = (table: string) => readonly Resource[]

/** True for such a column of the own table, or of a table joined by a key that is never null. */
function isAlwaysPresent(resource: Resource, table: string, column: string, byTable: ResourcesByTable): boolean {
  if (table === resource.table) return isFilledColumn(resource, column)
  const join = resource.joins?.[table]
  if (join === undefined) return false
  const [joined, key] = typeof join === 'string' ? [table, join] : join
  const [, keyTable, keyColumn] = /^(\w+)\.(\w+)$/.exec(key) ?? []
  if (keyTable === undefined || keyColumn === undefined) return false
  const isJoinedAlways = isAlwaysPresent(resource, keyTable, keyColumn, byTable)
  return isJoinedAlways && byTable(joined).some((other) => isFilledColumn(other, column))
}

export function canBeNull(resource: Resource, field: Field, resources: ReadonlyMap<string, Resource>): boolean {
  const { from } = field
  if ('links' in from || 'counter' in from) return false
  // A definition may state that computed SQL is never null, which its text alone does not show.
  const isStatedNonNull = !field.nullable && (field.kind.blank === null || field.required)
  if ('column' in from || isStatedNonNull) return field.nullable
  const byTable: ResourcesByTable = (table) => [...resources.values()].filter((other) => other.table === table)
  return !allViewers.every((viewer) => {
    const column = parseColumnReference(from.sql(viewer))
    return column !== null && isAlwaysPresent(resource, ...column, byTable)
  })
}
