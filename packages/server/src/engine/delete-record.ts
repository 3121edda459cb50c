// Deletes one record that the caller sees, unless other records refer to it. Its parts (rows that belong to it alone)
// are deleted by the database or by the `beforeRemove` hook.
import type { Actor } from '../define/actor.ts'
import { ValidationErrors } from '../define/api-error.ts'
import type { Resource } from '../define/resource.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { memoizeStatement } from './write-rows.ts'
import type { RecordWriter, WriteRequest } from './write-transaction.ts'

export async function deleteRecord(
  writer: RecordWriter,
  resource: Resource,
  actor: Actor,
  id: number,
  request: WriteRequest,
): Promise<void> {
  await writer.inTransaction(resource, actor, request, async (tx) => {
    const { previous, rules } = await writer.lockRecord(resource, 'delete', tx, actor, id, 'closed')
    await writer.checkIfMatch(resource, tx, actor, id, request)
    await rules.enforce()
    await rejectReferenced(writer.database, resource, tx, id)
    await rules.enforce('afterReferences')
    await resource.beforeRemove?.({ tx, actor, id, previous })
    await tx.remove(resource.table, id)
    return null
  })
}

/** A record that other records refer to is not deleted; the error names their tables and counts (decision 47). */
async function rejectReferenced(
  database: Database,
  resource: Resource,
  tx: WriteTransaction,
  id: number,
): Promise<void> {
  const errors = new ValidationErrors()
  for (const { table, column, part } of database.referencesTo(resource.table)) {
    if (part) continue
    const row = await tx.first(countReferencesStatement(table, column), { id })
    const count = Number(row?.[0] ?? 0)
    if (count > 0)
      errors.add(
        'id',
        `${resource.name} ${id} cannot be deleted: ${count} ${table} ${count === 1 ? 'record refers' : 'records refer'} to it`,
      )
  }
  errors.throwIfAny()
}

const countReferencesStatement = memoizeStatement((table, column) =>
  statement(
    sql`select count(*) from ${sqlName(table)} where accountid = ${accountSlot} and ${sqlName(column)} = ${slot('id')}`,
  ),
)
