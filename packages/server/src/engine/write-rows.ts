// Writes the row of a record and its link rows (lists of people): which columns and which values. It checks nothing;
// validation is done before, in write-transaction.ts.
import type { StoredValue } from '../define/kinds.ts'
import { type Change, modificationTime, type Resource, toIds } from '../define/resource.ts'
import type { LinkedPeople } from '../io/database.ts'
import type { Vault } from '../io/vault.ts'
import { encryptedColumns } from './encryption.ts'
import { writePlan } from './write-plan.ts'

/** The columns that a change writes, with the columns derived from them. */
function columnValues(resource: Resource, change: Change, id: number, vault: Vault): Record<string, StoredValue> {
  const columns: Record<string, StoredValue> = {}
  const plan = writePlan(resource)
  for (const [fieldName, column] of plan.columns) {
    if (Object.hasOwn(change.values, fieldName)) columns[column] = change.values[fieldName] as StoredValue
  }
  const written = (field: string): StoredValue =>
    (Object.hasOwn(change.values, field) ? change.values[field] : change.previous?.[field]) as StoredValue
  Object.assign(columns, encryptedColumns(resource, change, id, { vault, written }))
  for (const [column, derive] of plan.derived) columns[column] = derive(written)
  const { modifiedColumn } = resource
  if (modifiedColumn !== undefined)
    columns[modifiedColumn] = modificationTime(change.actor, change.previous?.[modifiedColumn])
  return columns
}

export const insertRow = (resource: Resource, change: Change, id: number, vault: Vault): Promise<number> =>
  change.tx.insert(
    resource.table,
    Object.assign(columnValues(resource, change, id, vault), writePlan(resource).numbers, { id }),
  )

export const linkedPeopleOf = (resource: Resource, change: Change): LinkedPeople[] =>
  changedLinkTables(resource, change).map(([field, { table, key }]) => ({
    table,
    key,
    ids: toIds(change.values[field]),
  }))

export async function updateRow(resource: Resource, change: Change, id: number, vault: Vault): Promise<void> {
  await change.tx.update(resource.table, id, columnValues(resource, change, id, vault))
  const links = linkedPeopleOf(resource, change)
  if (links.length > 0) await change.tx.link(resource.table, id, links, 'existing')
}

const changedLinkTables = (resource: Resource, { values }: Change) =>
  writePlan(resource).links.filter(([fieldName]) => Object.hasOwn(values, fieldName))
