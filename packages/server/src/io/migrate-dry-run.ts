// Outstanding migrations tried without keeping anything: on SQLite in a copy of the file, which is removed again; on PostgreSQL
// in a transaction that is rolled back. The database itself stays as it is, also when a migration fails.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { CannotOpen } from './errors.ts'
import { migrationLabel, migrationsFolder, pendingMigrations, readMigrations } from './migrations.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { appliedInPostgres as appliedToPostgres, runMigration } from './postgres-migrate.ts'
import { openSqliteFile } from './sqlite-connection.ts'
import { appliedInSqlite, applyMigrations, rowCounts } from './sqlite-migrate.ts'

export interface MigrationDryRun {
  /** The migrations still to apply, by name. */
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

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function dryRunSqlite({
  dataFolder,
  clock,
  migrations = migrationsFolder,
}: DryRunOptions): Promise<MigrationDryRun> {
  const known = await readMigrations('sqlite', migrations)
  const file = join(dataFolder, 'stint.sqlite')
  if (!existsSync(file)) throw new CannotOpen(`There is no database in ${dataFolder}.`)
  // In the folder of the database, because a copy of it fits there if anywhere.
  const folder = mkdtempSync(join(dataFolder, 'trial-'))
  try {
    const copy = join(folder, 'stint.sqlite')
    const source = openSqliteFile(file, { readonly: true, synchronous: 'full', cacheKilobytes: 2000 })
    try {
      const todo = pendingMigrations(known, appliedInSqlite(source))
      if (todo.length === 0) return dryRunResult([], new Map(), new Map())
      source.prepare('vacuum into ?').run(copy)
    } finally {
      source.close()
    }
    const connection = openSqliteFile(copy, { synchronous: 'normal', cacheKilobytes: 48_000 })
    try {
      const todo = pendingMigrations(known, appliedInSqlite(connection))
      const before = rowCounts(connection)
      applyMigrations(connection, todo, clock, () => undefined)
      return dryRunResult(todo.map(migrationLabel), before, rowCounts(connection))
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

/** A running server is not kept waiting for long: a trial that does not get its locks gives up. */
const dryRunSettings = "set statement_timeout = 0; set lock_timeout = '5s'"

async function dryRunPostgres(options: DryRunOptions, url: string): Promise<MigrationDryRun> {
  const known = await readMigrations('postgres', options.migrations ?? migrationsFolder)
  const line = new PostgresConnection(url, dryRunSettings)
  try {
    const todo = pendingMigrations(known, await appliedToPostgres(line))
    if (todo.length === 0) return dryRunResult([], new Map(), new Map())
    await line.query({ text: 'begin' })
    const before = await postgresRowCounts(line)
    for (const migration of todo) {
      try {
        await runMigration(line, migration, options.clock)
      } catch (error) {
        throw new CannotOpen(
          `Migration ${migrationLabel(migration)} fails, and nothing was changed: ${errorMessage(error)}.`,
          {
            cause: error,
          },
        )
      }
    }
    const after = await postgresRowCounts(line)
    await line.query({ text: 'rollback' })
    return dryRunResult(todo.map(migrationLabel), before, after)
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    throw new CannotOpen(`The migrations cannot be tried: ${errorMessage(error)}.`, { cause: error })
  } finally {
    // Ends the transaction too, where it did not come to its rollback.
    await line.close()
  }
}

async function postgresRowCounts(line: PostgresConnection): Promise<RowCounts> {
  const { rows } = await line.query({
    text: "select c.relname::text from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')",
  })
  const counts = new Map<string, number>()
  for (const [table] of rows) {
    const { rows: counted } = await line.query({ text: `select count(*) from "${table}"` })
    counts.set(String(table), Number(counted[0]?.[0]))
  }
  return counts
}
