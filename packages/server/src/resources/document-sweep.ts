// Removes the files that nothing names, no version of a document and no logo: those whose upload ended between file and row,
// and those that the last row has let go. It looks only at files that are known to be one or the other, so that a server started on the wrong
// or an older database removes nothing. Several processes may sweep at once.
import type { Database } from '../io/database.ts'
import type { Files } from '../io/files.ts'
import { anyOfThese, name, slot, sql, statement } from '../io/sql.ts'
import { fileColumns } from './file-columns.ts'

/** Uploads take minutes at most, so what is older than this is nobody's any more. */
const graceMs = 3_600_000

const named = statement(
  sql`select 1 where ${anyOfThese(
    fileColumns.map(
      ({ table, hash }) => sql`exists (select 1 from ${name(table)} where ${name(hash)} = ${slot('hash')})`,
    ),
  )}`,
)
const removed = statement(sql`select distinct removedfile.hash from removedfile`)
const forget = statement(sql`delete from removedfile where hash = ${slot('hash')}`)

export async function sweepFiles(database: Database, files: Files, now: number): Promise<void> {
  const before = now - graceMs
  const wanted = async (hash: string): Promise<boolean> =>
    (await database.read(0, (tx) => tx.first(named, { hash }))) !== undefined
  const isSettled = async (hash: string): Promise<boolean> =>
    (await wanted(hash)) || (await files.remove(hash, before, wanted))
  await files.clear(before, wanted)
  for (const hash of await files.loose(before)) if (await isSettled(hash)) await files.settled(hash)
  for (const [hash] of await database.read(0, (tx) => tx.all(removed))) {
    if (await isSettled(String(hash))) await database.write(0, (tx) => tx.run('removedfile', forget, { hash }))
  }
}
