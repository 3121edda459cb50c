// Removes the files that nothing names, no version of a document and no logo: those whose upload ended between file and row,
// and those that the last row has let go. It looks only at files that are known to be one or the other, so that a server started on the wrong
// or an older database removes nothing. Several processes may sweep at once.
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import { anyCondition, slot, sql, sqlName, statement } from '../io/sql.ts'
import { fileColumns } from './file-columns.ts'

/** Uploads take minutes at most, so what is older than this is nobody's any more. */
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
  const wanted = async (hash: string): Promise<boolean> =>
    (await database.read(0, (tx) => tx.first(isReferenced, { hash }))) !== undefined
  const isSettled = async (hash: string): Promise<boolean> =>
    (await wanted(hash)) || (await files.remove(hash, before, wanted))
  await files.cleanUp(before, wanted)
  for (const hash of await files.unconfirmed(before)) if (await isSettled(hash)) await files.confirm(hash)
  for (const [hash] of await database.read(0, (tx) => tx.all(removedHashes))) {
    if (await isSettled(String(hash)))
      await database.write(0, (tx) => tx.run('removedfile', deleteRemovedFile, { hash }))
  }
}
