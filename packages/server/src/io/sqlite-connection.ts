// One connection to an SQLite file: its settings, our own SQL functions, and the translation of its errors. Every
// setting is read back, because SQLite ignores unknown settings silently. It does not know how the connection is used.
import BetterSqlite from 'better-sqlite3'
import { searchForm } from '../kit/text.ts'
import { ConstraintViolation } from './database.ts'
import { Busy, CannotOpen, DatabaseFull, Unavailable } from './errors.ts'
import { paddedDigits, trigramGroups } from './sqlite-search.ts'

export type SqliteConnection = BetterSqlite.Database
export type PreparedStatement = BetterSqlite.Statement<unknown[], readonly unknown[]>

/** "Stnt": identifies a file as a Stint database. */
export const applicationId = 0x53746e74
/** How long a statement waits for the lock of another process. */
export const busyTimeoutMs = 5000
const minVersion = [3, 51, 3]

interface ConnectionSettings {
  readonly readonly?: boolean
  readonly synchronous: 'full' | 'normal'
  readonly cacheKilobytes: number
}

export function openSqliteFile(file: string, settings: ConnectionSettings): SqliteConnection {
  const connection = new BetterSqlite(file, { timeout: busyTimeoutMs, readonly: settings.readonly ?? false })
  try {
    checkVersion(connection)
    if (!connection.readonly) applyPragma(connection, 'journal_mode', 'wal', 'wal')
    // The driver's default for WAL is synchronous=NORMAL, which loses acknowledged writes on a power failure.
    applyPragma(connection, 'synchronous', settings.synchronous, settings.synchronous === 'full' ? 2 : 1)
    applyPragma(connection, 'foreign_keys', 'on', 1)
    applyPragma(connection, 'busy_timeout', String(busyTimeoutMs), busyTimeoutMs)
    applyPragma(connection, 'trusted_schema', 'off', 0)
    applyPragma(connection, 'cell_size_check', 'on', 1)
    applyPragma(connection, 'journal_size_limit', '67108864', 67108864)
    applyPragma(connection, 'mmap_size', '0', 0)
    applyPragma(connection, 'cache_size', String(-settings.cacheKilobytes), -settings.cacheKilobytes)
    applyPragma(connection, 'temp_store', 'memory', 2)
    connection.function('searchform', { deterministic: true }, (value: unknown) => {
      if (typeof value === 'string') return searchForm(value)
      return typeof value === 'number' ? paddedDigits(value) : value
    })
    connection.function('trigrams', { deterministic: true }, (text: unknown) =>
      trigramGroups(String(text)).join(' AND '),
    )
    connection.function('trigramlist', { deterministic: true }, (text: unknown) =>
      JSON.stringify(trigramGroups(String(text))),
    )
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function applyPragma(connection: SqliteConnection, name: string, value: string, effective: string | number): void {
  connection.pragma(`${name} = ${value}`)
  const now = connection.pragma(name, { simple: true })
  if (now !== effective) {
    throw new CannotOpen(
      `SQLite did not take the setting ${name} = ${value} (it says ${now}): is the disk a local one?`,
    )
  }
}

function checkVersion(connection: SqliteConnection): void {
  const version = String(connection.prepare('select sqlite_version()').pluck().get())
  const parts = version.split('.').map(Number)
  for (const [at, least] of minVersion.entries()) {
    const part = parts[at] ?? 0
    if (part > least) return
    if (part < least) {
      throw new CannotOpen(`SQLite ${version} can damage a database: ${minVersion.join('.')} or newer is needed.`)
    }
  }
}

/**
 * A value the driver can bind. Integers become BigInt, because the driver would bind 5 as 5.0, which is not "5" as
 * text.
 */
export function toBindable(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/** The second one: there is no room to enlarge the index of the write-ahead log, which is done before a write. */
const isFull = ({ code }: { readonly code: string }): boolean => ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(code)

/** True when the disk failed. It is then unknown what was written, so no further write may be acknowledged. */
export function isDiskFailure(error: unknown): boolean {
  if (error instanceof Unavailable) return isDiskFailure(error.cause)
  if (!(error instanceof BetterSqlite.SqliteError) || isFull(error)) return false
  return /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(error.code)
}

export function translateError(error: unknown): unknown {
  if (!(error instanceof BetterSqlite.SqliteError)) return error
  const message = error.message.slice(error.message.indexOf(': ') + 2)
  switch (error.code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return new ConstraintViolation('unique', /^index '(.*)'$/.exec(message)?.[1] ?? message)
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return new ConstraintViolation('reference', 'foreign key')
    case 'SQLITE_CONSTRAINT_CHECK':
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return new ConstraintViolation('check', message)
  }
  if (isFull(error)) return new DatabaseFull('the disk is full', { cause: error })
  if (/^SQLITE_(BUSY|LOCKED|INTERRUPT)/.test(error.code)) {
    return new Busy('the database is busy with another process', { cause: error })
  }
  if (/^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM)/.test(error.code)) {
    return new Unavailable(`the database cannot be used (${error.code})`, { cause: error })
  }
  return error
}
