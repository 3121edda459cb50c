// Brings a PostgreSQL database to the program's schema (T-82): each migration is one transaction, and one server at a
// time migrates, under an advisory lock that ends with its connection. A copy before migrating is the operator's
// (docs/operate.md): a server cannot make one of a database it does not own.
import { utcText } from '../kit/calendar.ts'
import type { Clock } from './clock.ts'
import { CannotOpen } from './errors.ts'
import { type AppliedMigration, type Migration, migrationLabel, pendingMigrations } from './migrations.ts'
import type { PostgresClient, PostgresConnection } from './postgres-connection.ts'

/** Held while a server looks whether to migrate, and by whoever must not have a server start meanwhile. */
export const advisoryLockId = 0x53746e74

export async function migratePostgres(
  line: PostgresConnection,
  known: readonly Migration[],
  clock: Clock,
  log: (line: string) => void,
): Promise<void> {
  await line.query({ text: `select pg_advisory_lock(${advisoryLockId})` })
  const todo = pendingMigrations(known, await appliedInPostgres(line))
  for (const migration of todo) {
    await applyMigration(line, migration, clock)
    log(`Applied migration ${migrationLabel(migration)}.`)
  }
}

export async function appliedInPostgres(line: PostgresConnection | PostgresClient): Promise<AppliedMigration[]> {
  const { rows: tables } = await line.query({ text: "select 1 where to_regclass('migration') is not null" })
  if (tables.length === 0) return []
  const { rows } = await line.query({ text: 'select number, name, checksum from migration order by number' })
  return rows.map(([number, name, checksum]) => ({
    number: Number(number),
    name: String(name),
    checksum: String(checksum),
  }))
}

async function applyMigration(line: PostgresConnection, migration: Migration, clock: Clock): Promise<void> {
  await line.query({ text: 'begin' })
  try {
    await runMigration(line, migration, clock)
    await line.query({ text: 'commit' })
  } catch (error) {
    await line.query({ text: 'rollback' }).catch(() => undefined)
    const said = error instanceof Error ? error.message : String(error)
    throw new CannotOpen(`Migration ${migrationLabel(migration)} failed and changed nothing: ${said}.`, {
      cause: error,
    })
  }
}

/** One migration within whatever transaction is open. */
export async function runMigration(
  line: PostgresConnection | PostgresClient,
  migration: Migration,
  clock: Clock,
): Promise<void> {
  const table =
    migration.number === 1
      ? 'create table migration (number bigint primary key, name text not null, checksum text not null, ' +
        'applied text not null);'
      : ''
  await line.query({ text: `${table}\n${migration.text}` })
  await line.query({
    name: 'migrated',
    text: 'insert into migration (number, name, checksum, applied) values ($1, $2, $3, $4)',
    values: [migration.number, migration.name, migration.checksum, utcText(clock.now())],
  })
}
