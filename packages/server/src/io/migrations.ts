// Reads the migration files, selects the SQL for one database, and decides which migrations are pending. Forward only.
// sqlite-migrate.ts and postgres-migrate.ts apply them.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { CannotOpen } from './errors.ts'
import type { Dialect } from './sql.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  /** The checksum of the whole file, so that it is the same for both databases. */
  readonly checksum: string
  readonly text: string
  /** Tables that lose rows on purpose, as declared in the file. A migration stops when any other table loses rows. */
  readonly removesRowsOf: ReadonlySet<string>
}

export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** The message of a command that runs alongside the server and would have to migrate first. */
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
    const content = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n')
    const removals = [...content.matchAll(/^-- removes rows of (\w+)/gm)].flatMap(([, table]) => table ?? [])
    migrations.push({
      number,
      name: parts[2],
      checksum: createHash('sha256').update(content).digest('hex'),
      text: sqlFor(dialect, content),
      removesRowsOf: new Set(removals),
    })
  }
  return migrations
}

/** Uncomments the parts for this database and drops the parts for the other one. */
export function sqlFor(dialect: Dialect, text: string): string {
  return text.replace(/\/\*(sqlite|postgres)\b([\s\S]*?)\*\//g, (_, named: string, inner: string) =>
    named === dialect ? inner : '',
  )
}

/**
 * The migrations still to apply. A database with an unknown or changed migration is rejected, so that an older program
 * never writes to a newer schema (T-82).
 */
export function pendingMigrations(files: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  for (const was of applied) {
    const file = files[was.number - 1]
    if (file === undefined) {
      throw new CannotOpen(
        `The database was made by a newer Stint (its schema is ${was.number}, this program knows ${files.length}): ` +
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
  return files.slice(applied.length)
}

/**
 * A migration with this in front of its name only adds tables, indexes, and columns that a program of the version
 * before can leave out. Its servers may serve beside the new ones, and are upgraded one after the other (ADR 46).
 */
export const expandPrefix = 'expand-'

/** As above, for a server on a database to which newer servers may already have added something. */
export function pendingBesideNewer(files: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const newer = applied.slice(files.length)
  const isExpanded = newer.every(({ name }) => name.startsWith(expandPrefix))
  return pendingMigrations(files, isExpanded ? applied.slice(0, files.length) : applied)
}

export const migrationLabel = (migration: AppliedMigration): string =>
  `${String(migration.number).padStart(4, '0')}-${migration.name}`
