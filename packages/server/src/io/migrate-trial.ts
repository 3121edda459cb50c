// Outstanding migrations tried without keeping anything: on SQLite in a copy of the file, which is removed again; on PostgreSQL
// in a transaction that is rolled back. The database itself stays as it is, also when a migration fails.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { CannotOpen } from './errors.ts'
import { label, migrationsFolder, outstanding, readMigrations } from './migrate.ts'
import { Line } from './postgres-line.ts'
import { appliedTo as appliedToPostgres, run } from './postgres-migrate.ts'
import { connect } from './sqlite-connection.ts'
import { appliedTo, applyAll, rowCounts } from './sqlite-migrate.ts'

export interface Trial {
  /** The migrations still to apply, by name. */
  readonly outstanding: readonly string[]
  /** Rows of each table before and after; null where there is no such table. */
  readonly tables: readonly { readonly table: string; readonly before: number | null; readonly after: number | null }[]
}

export interface TrialOptions {
  readonly url: string | undefined
  readonly dataFolder: string
  readonly clock: Clock
  readonly migrations?: URL
}

export const tryMigrations = (options: TrialOptions): Promise<Trial> =>
  options.url === undefined ? trySqlite(options) : tryPostgres(options, options.url)

type Counts = ReadonlyMap<string, number>

const trial = (labels: readonly string[], before: Counts, after: Counts): Trial => ({
  outstanding: labels,
  tables: [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((table) => ({ table, before: before.get(table) ?? null, after: after.get(table) ?? null })),
})

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function trySqlite({ dataFolder, clock, migrations = migrationsFolder }: TrialOptions): Promise<Trial> {
  const known = await readMigrations('sqlite', migrations)
  const file = join(dataFolder, 'stint.sqlite')
  if (!existsSync(file)) throw new CannotOpen(`There is no database in ${dataFolder}.`)
  // In the folder of the database, because a copy of it fits there if anywhere.
  const folder = mkdtempSync(join(dataFolder, 'trial-'))
  try {
    const copy = join(folder, 'stint.sqlite')
    const source = connect(file, { readonly: true, synchronous: 'full', cacheKilobytes: 2000 })
    try {
      const todo = outstanding(known, appliedTo(source))
      if (todo.length === 0) return trial([], new Map(), new Map())
      source.prepare('vacuum into ?').run(copy)
    } finally {
      source.close()
    }
    const connection = connect(copy, { synchronous: 'normal', cacheKilobytes: 48_000 })
    try {
      const todo = outstanding(known, appliedTo(connection))
      const before = rowCounts(connection)
      applyAll(connection, todo, clock, () => undefined)
      return trial(todo.map(label), before, rowCounts(connection))
    } finally {
      connection.close()
    }
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    throw new CannotOpen(`The migrations cannot be tried on a copy in ${dataFolder}: ${said(error)}.`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A running server is not kept waiting for long: a trial that does not get its locks gives up. */
const trialSettings = "set statement_timeout = 0; set lock_timeout = '5s'"

async function tryPostgres(options: TrialOptions, url: string): Promise<Trial> {
  const known = await readMigrations('postgres', options.migrations ?? migrationsFolder)
  const line = new Line(url, trialSettings)
  try {
    const todo = outstanding(known, await appliedToPostgres(line))
    if (todo.length === 0) return trial([], new Map(), new Map())
    await line.ask({ text: 'begin' })
    const before = await postgresCounts(line)
    for (const migration of todo) {
      try {
        await run(line, migration, options.clock)
      } catch (error) {
        throw new CannotOpen(`Migration ${label(migration)} fails, and nothing was changed: ${said(error)}.`, {
          cause: error,
        })
      }
    }
    const after = await postgresCounts(line)
    await line.ask({ text: 'rollback' })
    return trial(todo.map(label), before, after)
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    throw new CannotOpen(`The migrations cannot be tried: ${said(error)}.`, { cause: error })
  } finally {
    // Ends the transaction too, where it did not come to its rollback.
    await line.close()
  }
}

async function postgresCounts(line: Line): Promise<Counts> {
  const { rows } = await line.ask({
    text: "select c.relname::text from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')",
  })
  const counts = new Map<string, number>()
  for (const [table] of rows) {
    const { rows: counted } = await line.ask({ text: `select count(*) from "${table}"` })
    counts.set(String(table), Number(counted[0]?.[0]))
  }
  return counts
}
