// What belongs to this installation and not to its data: the key of its encrypted texts, the store of its files, a
// first start that is not complete, and the last time that its servers had (main/retention-time.ts). All servers of a
// database share these facts. Copies and backups leave them out.
import type { Database } from '../io/database.ts'
import { slot, sql, statement } from '../io/sql.ts'

export type InstallationFact = 'key' | 'files' | 'firststart' | 'time'

const factByName = statement(sql`select installation.value from installation where installation.name = ${slot('name')}`)

export async function readFact(database: Database, name: InstallationFact): Promise<string | null> {
  const row = await database.read(0, (tx) => tx.first(factByName, { name }))
  return row === undefined ? null : String(row[0])
}

const upsertFact = statement(sql`insert into installation (name, value) values (${slot('name')}, ${slot('value')})
  on conflict (name) do update set value = excluded.value`)
const deleteFact = statement(sql`delete from installation where name = ${slot('name')}`)

export const storeFact = (database: Database, name: InstallationFact, value: string): Promise<void> =>
  database.write(0, (tx) => tx.run('installation', upsertFact, { name, value }))

export const removeFact = (database: Database, name: InstallationFact): Promise<void> =>
  database.write(0, (tx) => tx.run('installation', deleteFact, { name }))
