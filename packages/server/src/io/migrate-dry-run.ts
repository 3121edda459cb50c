// Tries the pending migrations without keeping the result: on SQLite in a temporary copy of the file, on PostgreSQL in
// a transaction that is rolled back. The database stays unchanged, also when a migration fails.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessage } from '../kit/error-message.ts'
import type { Clock } from './clock.ts'
import { CannotOpen } from './errors.ts'
import { migrationLabel, migrationsFolder, pendingMigrations, readMigrations } from './migrations.ts'
import { type PostgresClient, PostgresConnection } from './postgres-connection.ts'
import { changeInTurn } from './postgres-distribution.ts'
import { appliedInPostgres as appliedToPostgres, runMigration } from './postgres-migrate.ts'
import { patientSettings } from './postgres-settings.ts'
import { openSqliteFile } from './sqlite-connection.ts'
import { appliedInSqlite, applyMigrations, rowCounts } from './sqlite-migrate.ts'

export interface MigrationDryRun {
  /** The labels of the pending migrations. */
  readonly outstanding: readonly string[]
  /** Rows of each table before and after; null where there is no such table. */
  readonly tables: readonly { readonly table: string; readonly before: number | null; readonly after: number | null }[]
}

export interface DryRunOptions {
  readonly url: string | undefined
  readonly dataFolder: string
  readonly clock: Clock
  readonly migrations?: URL
}

export const dryRunMigrations = (options: DryRunOptions): Promise<MigrationDryRun> =>
  options.url === undefined ? dryRunSqlite(options) : dryRunPostgres(options, options.url)

type RowCounts = ReadonlyMap<string, number>

const dryRunResult = (labels: readonly string[], before: RowCounts, after: RowCounts): MigrationDryRun => ({
  outstanding: labels,
  tables: [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((table) => ({ table, before: before.get(table) ?? null, after: after.get(table) ?? null })),
})

async function dryRunSqlite({
  dataFolder,
  clock,
  migrations = migrationsFolder,
}: DryRunOptions): Promise<MigrationDryRun> {
  const files = await readMigrations('sqlite', migrations)
  const file = join(dataFolder, 'stint.sqlite')
  if (!existsSync(file)) throw new CannotOpen(`There is no database in ${dataFolder}.`)
  // In the database's own folder, which most likely has enough space for a copy.
  const folder = mkdtempSync(join(dataFolder, 'trial-'))
  try {
    const copy = join(folder, 'stint.sqlite')
    const source = openSqliteFile(file, { readonly: true, synchronous: 'full', cacheKilobytes: 2000 })
    try {
      const pending = pendingMigrations(files, appliedInSqlite(source))
      if (pending.length === 0) return dryRunResult([], new Map(), new Map())
      source.prepare('vacuum into ?').run(copy)
    } finally {
      source.close()
    }
    const connection = openSqliteFile(copy, { synchronous: 'normal', cacheKilobytes: 48_000 })
    try {
      const pending = pendingMigrations(files, appliedInSqlite(connection))
      const before = rowCounts(connection)
      applyMigrations(connection, pending, clock, () => undefined)
      return dryRunResult(pending.map(migrationLabel), before, rowCounts(connection))
    } finally {
      connection.close()
    }
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    throw new CannotOpen(`The migrations cannot be tried on a copy in ${dataFolder}: ${errorMessage(error)}.`, {
      cause: error,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function dryRunPostgres(options: DryRunOptions, url: string): Promise<MigrationDryRun> {
  const files = await readMigrations('postgres', options.migrations ?? migrationsFolder)
  const connection = new PostgresConnection(url, patientSettings)
  try {
    const pending = pendingMigrations(files, await appliedToPostgres(connection))
    if (pending.length === 0) return dryRunResult([], new Map(), new Map())
    const client = await connection.client()
    await connection.begin(client)
    await changeInTurn(client)
    const before = await postgresRowCounts(client)
    for (const migration of pending) {
      try {
        await runMigration(client, migration, options.clock)
      } catch (error) {
        throw new CannotOpen(
          `Migration ${migrationLabel(migration)} fails, and nothing was changed: ${errorMessage(error)}.`,
          {
            cause: error,
          },
        )
      }
    }
    const after = await postgresRowCounts(client)
    await client.query({ text: 'rollback' })
    return dryRunResult(pending.map(migrationLabel), before, after)
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    throw new CannotOpen(`The migrations cannot be tried: ${errorMessage(error)}.`, { cause: error })
  } finally {
    // Closing also ends the transaction if the rollback was not reached.
    await connection.close()
  }
}

async function postgresRowCounts(client: PostgresClient): Promise<RowCounts> {
  const { rows } = await client.query({
    text: "select c.relname::text from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')",
  })
  const counts = new Map<string, number>()
  for (const [table] of rows) {
    const { rows: countRows } = await client.query({ text: `select count(*) from "${table}"` })
    counts.set(String(table), Number(countRows[0]?.[0]))
  }
  return counts
}
