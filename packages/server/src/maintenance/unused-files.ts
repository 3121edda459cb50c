// Removes files that no document version, logo or receipt refers to: uploads that failed before their row was written,
// and files whose last row was deleted. It checks only files that are recorded as such, so that a server started on a
// wrong or older database removes nothing. Several processes may run it at the same time.
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import { anyCondition, slot, sql, sqlName, statement } from '../io/sql.ts'
import { fileColumns } from './file-columns.ts'

/** An upload takes minutes at most, so an older file without a row is not in use. */
const gracePeriodMs = 3_600_000

const isReferenced = statement(
  sql`select 1 where ${anyCondition(
    fileColumns.map(
      ({ table, hash }) => sql`exists (select 1 from ${sqlName(table)} where ${sqlName(hash)} = ${slot('hash')})`,
    ),
  )}`,
)
const removedHashes = statement(sql`select distinct removedfile.hash from removedfile`)
const deleteRemovedFile = statement(sql`delete from removedfile where hash = ${slot('hash')}`)

export async function removeUnusedFiles(database: Database, files: FileStore, now: number): Promise<void> {
  const before = now - gracePeriodMs
  const isInUse = async (hash: string): Promise<boolean> =>
    (await database.read(0, (tx) => tx.first(isReferenced, { hash }))) !== undefined
  const isSettled = async (hash: string): Promise<boolean> =>
    (await isInUse(hash)) || (await files.remove(hash, before, isInUse))
  await files.cleanUp(before, isInUse)
  for (const hash of await files.unconfirmed(before)) if (await isSettled(hash)) await files.confirm(hash)
  for (const [hash] of await database.read(0, (tx) => tx.all(removedHashes))) {
    if (await isSettled(String(hash)))
      await database.write(0, (tx) => tx.run('removedfile', deleteRemovedFile, { hash }))
  }
}
