// Opens the database that a command copies from or to, as configured. An unknown schema is rejected here for every kind
// of copy. The caller adds what was not done because of it.
import { resolve } from 'node:path'
import { systemClock } from '../../io/clock.ts'
import { CannotOpen } from '../../io/errors.ts'
import {
  type AppliedMigration,
  type Migration,
  migrationsFolder,
  pendingMigrations,
  readMigrations,
} from '../../io/migrations.ts'
import { addToPostgresStore, createPostgresStore, readPostgresStore } from '../../io/postgres-store.ts'
import { addToSqliteStore, createSqliteStore, readSqliteStore } from '../../io/sqlite-store.ts'
import type { Store, WritableStore } from '../../io/store.ts'
import { CommandError } from '../commands/command-line.ts'
import type { Settings } from '../config.ts'

export type DatabaseLocation = Pick<Settings, 'data' | 'databaseUrl'>

/** A consistent snapshot, while the server may run. An unknown schema is rejected. */
export async function readStore({ data, databaseUrl }: DatabaseLocation, exclusive = false): Promise<Store> {
  const store =
    databaseUrl === undefined ? await readSqliteStore(resolve(data)) : await readPostgresStore(databaseUrl, exclusive)
  try {
    pendingMigrations(await readMigrations('sqlite', migrationsFolder), store.applied)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

export const openStoreForAdding = ({ data, databaseUrl }: DatabaseLocation): Promise<WritableStore> =>
  databaseUrl === undefined ? addToSqliteStore(resolve(data)) : addToPostgresStore(databaseUrl)

/** An empty database with the schema of the copy. It may be older than the program's: the server migrates it later. */
export async function createStore(
  { data, databaseUrl }: DatabaseLocation,
  applied: readonly AppliedMigration[],
): Promise<WritableStore> {
  const migrations = await migrationsOf(databaseUrl === undefined ? 'sqlite' : 'postgres', applied)
  return databaseUrl === undefined
    ? createSqliteStore(resolve(data), migrations, systemClock)
    : createPostgresStore(databaseUrl, migrations, systemClock)
}

/** The migrations of a copy made by another version, if this one knows them. */
export async function migrationsOfCopy(
  outcome: string,
  { schema, program }: { readonly schema: readonly AppliedMigration[]; readonly program: string },
): Promise<Migration[]> {
  try {
    return await migrationsOf('sqlite', schema)
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    const newer = `it was made by Stint ${program}, whose schema this program does not know`
    throw new CommandError(`${outcome}: ${newer}: use that version or a newer one.`, { cause: error })
  }
}

async function migrationsOf(
  dialect: 'sqlite' | 'postgres',
  applied: readonly AppliedMigration[],
): Promise<Migration[]> {
  const files = await readMigrations(dialect, migrationsFolder)
  const pending = pendingMigrations(files, applied)
  if (applied.length === 0) throw new CannotOpen('It has no schema.')
  return files.slice(0, files.length - pending.length)
}
