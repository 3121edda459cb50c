// The migration files: reading them, opening the parts meant for one database, and deciding which are outstanding.
// Forward only. Applying them is each database's own affair (sqlite-migrate.ts, postgres-migrate.ts).
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { CannotOpen } from './errors.ts'
import type { Dialect } from './sql.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  /** Of the whole file, so that both databases know the same file by the same checksum. */
  readonly checksum: string
  readonly text: string
  /** Tables the file itself declares to lose rows; any other table that shrinks stops the migration. */
  readonly removesRowsOf: ReadonlySet<string>
}

export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** What a command beside the server is told when it would have to migrate first. */
export const notMigratedMessage = 'The database is not migrated yet: start the server once, or run stint migrate.'

export const migrationsFolder = new URL('../../migrations/', import.meta.url)

export async function readMigrations(dialect: Dialect, folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const file of files) {
    const parts = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file)
    if (parts?.[1] === undefined || parts[2] === undefined) throw new CannotOpen(`The migration ${file} is misnamed.`)
    const number = Number(parts[1])
    if (number !== migrations.length + 1) throw new CannotOpen(`The migration before ${file} is missing.`)
    const whole = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n')
    const removals = [...whole.matchAll(/^-- removes rows of (\w+)/gm)].flatMap(([, table]) => table ?? [])
    migrations.push({
      number,
      name: parts[2],
      checksum: createHash('sha256').update(whole).digest('hex'),
      text: sqlFor(dialect, whole),
      removesRowsOf: new Set(removals),
    })
  }
  return migrations
}

/** Opens the comments that start with the database's name and drops those that start with the other's. */
export function sqlFor(dialect: Dialect, text: string): string {
  return text.replace(/\/\*(sqlite|postgres)\b([\s\S]*?)\*\//g, (_, named: string, inner: string) =>
    named === dialect ? inner : '',
  )
}

/** Those still to apply. A database that this program does not wholly know is refused (T-82). */
export function pendingMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  for (const was of applied) {
    const file = known[was.number - 1]
    if (file === undefined) {
      throw new CannotOpen(
        `The database was made by a newer Stint (its schema is ${was.number}, this program knows ${known.length}): ` +
          'start that version, or restore a backup made before it.',
      )
    }
    if (file.checksum !== was.checksum) {
      throw new CannotOpen(
        `The migration ${migrationLabel(file)} is not the one this database was made with: the program and the database ` +
          'do not belong together.',
      )
    }
  }
  return known.slice(applied.length)
}

export const migrationLabel = (migration: AppliedMigration): string =>
  `${String(migration.number).padStart(4, '0')}-${migration.name}`
