// Migrates an SQLite file to the program's schema. Each migration is one transaction, so a crash leaves the old or the
// new schema. An existing database is copied first, and no table may lose rows unless the migration declares it. The
// caller holds the folder's lock; migrations.ts decides which migrations are pending.

import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { utcText } from '../kit/calendar.ts'
import { errorMessage } from '../kit/error-message.ts'
import type { Clock } from './clock.ts'
import { CannotOpen } from './errors.ts'
import { type AppliedMigration, type Migration, migrationLabel, pendingMigrations } from './migrations.ts'
import { forgetRowCounts } from './row-counts.ts'
import { applicationId, type SqliteConnection } from './sqlite-connection.ts'
import { indexAllPendingRows } from './sqlite-search.ts'

export function appliedInSqlite(connection: SqliteConnection): AppliedMigration[] {
  const fileId = connection.pragma('application_id', { simple: true })
  const empty = connection.prepare('select 1 from sqlite_master').get() === undefined
  if (fileId !== applicationId && !(fileId === 0 && empty)) {
    throw new CannotOpen(`${connection.name} is not a Stint database.`)
  }
  if (empty) return []
  return connection.prepare<[], AppliedMigration>('select number, name, checksum from migration order by number').all()
}

export function migrateSqlite(
  connection: SqliteConnection,
  files: readonly Migration[],
  clock: Clock,
  log: (line: string) => void,
): void {
  removeDrafts(dirname(connection.name))
  const applied = appliedInSqlite(connection)
  const pending = pendingMigrations(files, applied)
  const first = pending[0]
  if (first !== undefined) {
    if (applied.length > 0) copyBeforeMigrating(connection, first, clock, log)
    applyMigrations(connection, pending, clock, log)
  }
  // Also without a pending migration: the start before this one may have been killed meanwhile.
  indexAllPendingRows(connection, log)
}

/** Applies migrations without a copy; the caller has made one or works on one. */
export function applyMigrations(
  connection: SqliteConnection,
  pending: readonly Migration[],
  clock: Clock,
  log: (line: string) => void,
): void {
  // A rebuilt table is dropped and created again, which would delete referring rows by cascade. So foreign keys are
  // off, and all references are checked afterwards.
  connection.pragma('foreign_keys = off')
  try {
    for (const migration of pending) {
      connection.transaction(() => applyMigration(connection, migration, clock)).immediate()
      log(`Applied migration ${migrationLabel(migration)}.`)
    }
  } finally {
    connection.pragma('foreign_keys = on')
  }
}

const hasRowCounts = "select 1 from pragma_table_info('tableversion') where name = 'rowcountat'"

function applyMigration(connection: SqliteConnection, migration: Migration, clock: Clock): void {
  if (migration.number === 1) {
    connection.exec(
      'create table migration (number integer primary key, name text not null, checksum text not null, ' +
        'applied text not null)',
    )
    connection.pragma(`application_id = ${applicationId}`)
  }
  const before = rowCounts(connection)
  try {
    connection.exec(migration.text)
  } catch (error) {
    const message = errorMessage(error)
    throw new CannotOpen(`Migration ${migrationLabel(migration)} failed and changed nothing: ${message}.`, {
      cause: error,
    })
  }
  const after = rowCounts(connection)
  for (const [table, count] of before) {
    if ((after.get(table) ?? 0) < count && !migration.removesRowsOf.has(table)) {
      throw new CannotOpen(`Migration ${migrationLabel(migration)} would lose rows of ${table}, so it was not applied.`)
    }
  }
  if (connection.prepare('pragma foreign_key_check').get() !== undefined) {
    throw new CannotOpen(
      `Migration ${migrationLabel(migration)} would leave dangling references, so it was not applied.`,
    )
  }
  connection
    .prepare('insert into migration (number, name, checksum, applied) values (?, ?, ?, ?)')
    .run(migration.number, migration.name, migration.checksum, utcText(clock.now()))
  if (connection.prepare(hasRowCounts).get() !== undefined) connection.exec(forgetRowCounts)
  connection.pragma(`user_version = ${migration.number}`)
}

const draftStart = 'stint-unfinished-copy-'

/** A start that was killed while copying leaves its draft behind. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(draftStart)) rmSync(join(folder, name), { force: true })
}

/** Waits until a file, or the names in a folder, are on disk. Windows cannot open folders and needs no sync of them. */
function syncPath(path: string): void {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const file = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function copyBeforeMigrating(
  connection: SqliteConnection,
  first: Migration,
  clock: Clock,
  log: (line: string) => void,
): void {
  const stamp = utcText(clock.now()).replace(' ', 'T').replaceAll(/[-:]/g, '')
  const number = String(first.number).padStart(4, '0')
  const folder = dirname(connection.name)
  const copy = join(folder, `stint-before-${number}-${stamp}Z.sqlite`)
  // Under another name until it is complete and on disk: nobody can take a part of it for the copy.
  const draft = join(folder, `${draftStart}${number}.sqlite`)
  try {
    // SQLite fills an existing empty file and keeps its mode, so others cannot read it at any time.
    closeSync(openSync(draft, 'wx', 0o600))
    connection.prepare('vacuum into ?').run(draft)
    syncPath(draft)
    renameSync(draft, copy)
    syncPath(folder)
  } catch (error) {
    const message = errorMessage(error)
    throw new CannotOpen(`The copy ${copy} needed before a migration could not be made: ${message}.`, { cause: error })
  }
  log(`Copied the database to ${copy} before migrating. To go back: stop the server, put that file in the place of`)
  log(`${connection.name}, remove ${connection.name}-wal, -shm and -commits, and start the version you ran before.`)
}

export function rowCounts(connection: SqliteConnection): Map<string, number> {
  const tables = connection
    .prepare<[], string>(
      // Without virtual tables and their parts: they are indexes.
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all()
  return new Map(
    tables.map((table) => [table, Number(connection.prepare(`select count(*) from "${table}"`).pluck().get())]),
  )
}
