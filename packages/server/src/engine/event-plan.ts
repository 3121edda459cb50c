// Builds the event log from the definitions of the resources: which columns are recorded, under which names, and where
// the project of a record is found. It names no resource; the tables without a resource are an argument. How changed
// rows become events is in event-rows.ts.

import type { Field } from '../define/fields.ts'
import type { Kind } from '../define/kinds.ts'
import type { AuditedTable, Resource } from '../define/resource.ts'
import type { ChangeLog, ProjectQuery, TrackedTable } from '../io/change-log.ts'
import { toEvents } from './event-rows.ts'
import { linkTableOf } from './select-sql.ts'

export interface RecordedField {
  readonly name: string
  readonly kind: Kind
  /** True when the event has only the name of the field. */
  readonly secret: boolean
  /** The name in the column `fields`, and the beginning of its JSON object in `changes`. */
  readonly tag: string
  readonly json: string
}

const recordedField = (name: string, kind: Kind, secret: boolean): RecordedField => ({
  name,
  kind,
  secret,
  tag: `<${name}>`,
  json: `{"field":${JSON.stringify(name)}`,
})

export interface TablePlan extends TrackedTable {
  readonly resource: string
  readonly fields: ReadonlyMap<string, RecordedField>
  /** True when the record is itself a project. */
  readonly isProject: boolean
  /** The column with the project, or with the record that has one. */
  readonly projectColumn: { readonly column: string; readonly table: string | null } | null
}

/** A change log whose tables also say what their columns are called. */
export interface PlannedChangeLog extends ChangeLog {
  readonly tables: ReadonlyMap<string, TablePlan>
}

export function buildChangeLog(resources: Iterable<Resource>, audited: readonly AuditedTable[]): PlannedChangeLog {
  const byTable = new Map<string, Resource>()
  // Two resources may share a table, such as a person and the caller's own view of it. The table's own resource counts.
  for (const resource of resources) {
    if (resource.recorded === false) continue
    if (!byTable.has(resource.table) || resource.name === resource.table) byTable.set(resource.table, resource)
  }
  const tables = new Map<string, TablePlan>()
  for (const [table, resource] of byTable) tables.set(table, planOf(resource, byTable))
  for (const table of audited) tables.set(table.table, auditPlan(table))
  const projectQueries = new Map<string, ProjectQuery>()
  for (const [table, { projectColumn }] of tables) {
    if (projectColumn !== null) projectQueries.set(table, projectQuery(table, projectColumn))
  }
  return {
    tables,
    linkTables: new Set([...tables.values()].flatMap(({ links }) => links.map(({ table }) => table))),
    projectQueries,
    events: (changes, named, origin) => toEvents(tables, changes, named, origin),
  }
}

function planOf(resource: Resource, byTable: ReadonlyMap<string, Resource>): TablePlan {
  const fields = new Map<string, RecordedField>()
  const links: { table: string; key: string }[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const column = recordedColumn(name, field)
    if (column === null || fields.has(column)) continue
    fields.set(column, recordedField(name, field.kind, isSecret(field)))
    const link = linkTableOf(field)
    if (link !== undefined) links.push({ table: link.table, key: link.key })
  }
  const linked = new Set(links.map(({ table }) => table))
  return {
    resource: resource.name,
    key: ['id'],
    columns: [...fields.keys()].filter((column) => !linked.has(column)),
    links,
    fields,
    isProject: [...byTable.values()].some(({ fields: { projectid } }) => projectid?.target === resource.name),
    projectColumn: projectColumnOf(resource, byTable),
  }
}

/** The column of a field, or the table of its links; null for the id and for computed values. */
function recordedColumn(name: string, field: Field): string | null {
  if (name === 'id') return null
  if ('column' in field.from) return field.from.column
  if ('counter' in field.from) return name
  return linkTableOf(field)?.table ?? null
}

/** A text that can be encrypted is never recorded: the plain text would stay in the log after it was encrypted. */
const isSecret = ({ kind, encryptedIf, shown }: Field): boolean =>
  kind.secret === true || encryptedIf !== undefined || !shown

const auditPlan = ({ resource, key, columns }: AuditedTable): TablePlan => ({
  resource,
  key,
  columns: Object.keys(columns),
  links: [],
  fields: new Map(Object.entries(columns).map(([name, kind]) => [name, recordedField(name, kind, false)])),
  isProject: false,
  projectColumn: null,
})

const hasProject = ({ fields }: Resource): boolean => {
  const from = fields.projectid?.from
  return from !== undefined && 'column' in from
}

function projectColumnOf(
  resource: Resource,
  byTable: ReadonlyMap<string, Resource>,
): { column: string; table: string | null } | null {
  if (hasProject(resource)) return { column: 'projectid', table: null }
  for (const { target, from } of Object.values(resource.fields)) {
    if (target === undefined || !('column' in from)) continue
    const parent = byTable.get(target)
    if (parent !== undefined && hasProject(parent)) return { column: from.column, table: parent.table }
  }
  return null
}

const projectQuery =
  (table: string, { column, table: parent }: { column: string; table: string | null }): ProjectQuery =>
  (account, id) =>
    parent === null
      ? `select owner.projectid from ${table} owner where owner.accountid = ${account} and owner.id = ${id}`
      : `select owner.projectid from ${table} part join ${parent} owner on owner.accountid = part.accountid ` +
        `and owner.id = part.${column} where part.accountid = ${account} and part.id = ${id}`
