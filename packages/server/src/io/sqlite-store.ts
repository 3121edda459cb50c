// The SQLite file as a Store. Reading is one transaction on a separate connection, so a copy is consistent while the
// server continues to write. The request counts are in a separate file, which is attached here and then is a table like
// others.

import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import { utcText } from '../kit/calendar.ts'
import { errorMessage } from '../kit/error-message.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Row } from './database.ts'
import { CannotOpen } from './errors.ts'
import {
  type Migration,
  migrationsFolder,
  notMigratedMessage,
  pendingMigrations,
  readMigrations,
} from './migrations.ts'
import { CommitMark, countCommitSql, rejectLostCommits } from './sqlite-commit-mark.ts'
import { openSqliteFile, type SqliteConnection, toBindable, translateError } from './sqlite-connection.ts'
import { appliedInSqlite, migrateSqlite } from './sqlite-migrate.ts'
import { createQuotaTable } from './sqlite-quota.ts'
import { indexRowsOfTransaction } from './sqlite-search.ts'
import {
  inDependencyOrder,
  internalTables,
  isIdCounter,
  lastIdOfEmpty,
  removeAllSql,
  type Store,
  selectSql,
  type Table,
  type TableTotals,
  totalsFrom,
  totalsSql,
  type WritableStore,
} from './store.ts'

const batchRows = 1000

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: number
  readonly key: number
}

interface ForeignKeyRow {
  readonly table: string
  readonly id: number
  readonly to: string
  readonly column: string
}

function readTables(connection: SqliteConnection): Table[] {
  const columns = connection
    .prepare<[], ColumnRow>(
      `select t.name as "table", c.name as name, c.type as type, c."notnull" as required, c.pk as key
       from (select name from pragma_table_list where schema = 'main' and type = 'table' union select 'quota') t, pragma_table_xinfo(t.name) c
       where t.name not like 'sqlite\\_%' escape '\\' and c.hidden = 0 order by t.name, c.cid`,
    )
    .all()
  const keys = connection
    .prepare<[], ForeignKeyRow>(
      `select t.name as "table", k.id as id, k."table" as "to", k."from" as "column"
       from main.sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table' order by t.name, k.id, k.seq`,
    )
    .all()
  // The last column of a key is the referenced id; the column before it is the account.
  const last = new Map(keys.map((key) => [`${key.table} ${key.id}`, key]))
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]): Table => {
    const key = own.filter((column) => column.key > 0).sort((a, b) => a.key - b.key)
    return {
      name,
      columns: own.map((column) => ({
        name: column.name,
        whole: /int/i.test(column.type),
        nullable: column.required === 0 && column.key === 0,
      })),
      order: (key.length > 0 ? key : own).map((column) => column.name),
      references: [...last.values()]
        .filter(({ table }) => table === name)
        .map(({ column, to }) => ({ column, table: to })),
    }
  })
  return inDependencyOrder(tables.filter(({ name }) => !internalTables.has(name)))
}

/** On a full disk any statement can fail, a read too. */
function withTranslatedErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translateError(error)
  }
}

class SqliteStore implements Store {
  readonly tables: readonly Table[]
  readonly applied
  readonly lastId: number
  protected readonly connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.connection = connection
    this.applied = appliedInSqlite(connection)
    this.tables = readTables(connection)
    this.lastId = Number(connection.prepare(`select n from counter where ${isIdCounter}`).pluck().get())
  }

  async *rows(table: Table, accountid?: number): AsyncGenerator<Row[]> {
    try {
      let rows: Row[] = []
      for (const row of this.connection.prepare<[], Row>(selectSql(table, accountid)).raw(true).iterate()) {
        rows.push(row)
        if (rows.length < batchRows) continue
        yield rows
        rows = []
        // Reading is synchronous. Without this pause a signal would be handled only at the end.
        await others()
      }
      if (rows.length > 0) yield rows
    } catch (error) {
      throw translateError(error)
    }
  }

  async totals(table: Table, accountid?: number): Promise<TableTotals> {
    const text = totalsSql(table, accountid)
    return totalsFrom(table, withTranslatedErrors(() => this.connection.prepare<[], Row>(text).raw(true).get()) ?? [])
  }

  async close(): Promise<void> {
    if (this.connection.inTransaction) this.connection.exec('rollback')
    this.connection.close()
  }
}

class WritableSqliteStore extends SqliteStore implements WritableStore {
  readonly #folder: string
  readonly #clock: Clock

  constructor(connection: SqliteConnection, folder: string, clock: Clock) {
    super(connection)
    this.#folder = folder
    this.#clock = clock
  }

  async insert({ name, columns }: Table, rows: readonly Row[]): Promise<void> {
    const names = columns.map((column) => column.name)
    const text = `insert into ${name} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
    withTranslatedErrors(() => {
      const prepared = this.connection.prepare(text)
      for (const row of rows) prepared.run(row.map(toBindable))
    })
  }

  async setLastId(id: number): Promise<void> {
    withTranslatedErrors(() => this.connection.prepare(`update counter set n = ? where ${isIdCounter}`).run(BigInt(id)))
  }

  async hasAny({ name }: Table, column: string, texts: readonly unknown[]): Promise<boolean> {
    const text = `select 1 from ${name} where ${column} in (select value from json_each(?)) limit 1`
    return this.connection.prepare(text).get(JSON.stringify(texts)) !== undefined
  }

  /** There is no other writer, so counting here is enough. */
  async takeIds(count: number): Promise<number[]> {
    await this.setLastId(this.lastId + count)
    return Array.from({ length: count }, (_, at) => this.lastId + 1 + at)
  }

  async removeAll(): Promise<void> {
    withTranslatedErrors(() => {
      for (const text of removeAllSql(this.tables)) this.connection.exec(text)
    })
    await this.setLastId(lastIdOfEmpty)
  }

  async commit(): Promise<void> {
    // A mark that cannot be written stays behind, which is no error.
    const mark = new CommitMark(this.#folder, false, () => undefined)
    try {
      withTranslatedErrors(() => this.#commit(mark))
    } finally {
      mark.close()
    }
  }

  #commit(mark: CommitMark): void {
    indexRowsOfTransaction(this.connection)
    const number = mark.isUsed ? Number(this.connection.prepare(countCommitSql).pluck().get()) : undefined
    this.connection.exec('commit')
    if (number !== undefined) mark.write(number, utcText(this.#clock.now()))
    // Beside a reader it does nothing, so the commit may stay in the write-ahead log for a while.
    this.connection.pragma('main.wal_checkpoint(truncate)')
    this.connection.pragma('quota.wal_checkpoint(truncate)')
  }
}

/** A snapshot of the database in the data folder, also while others write to it. */
export async function readSqliteStore(dataFolder: string): Promise<Store> {
  const file = join(dataFolder, 'stint.sqlite')
  if (!existsSync(file)) throw new CannotOpen(`There is no Stint database in ${dataFolder}.`)
  return openStore(dataFolder, true, 'begin', (connection) => new SqliteStore(connection))
}

/** Opens the database to add rows in one transaction. Its schema must be the program's. */
export async function addToSqliteStore(dataFolder: string): Promise<WritableStore> {
  const store = await openStore(
    dataFolder,
    false,
    'begin immediate',
    (connection) => new WritableSqliteStore(connection, dataFolder, systemClock),
  )
  const files = await readMigrations('sqlite', migrationsFolder)
  if (pendingMigrations(files, store.applied).length === 0) return store
  await store.close()
  throw new CannotOpen(notMigratedMessage)
}

/** Creates an empty database with these migrations, to be filled. */
export function createSqliteStore(folder: string, migrations: readonly Migration[], clock: Clock): WritableStore {
  const [file, quotaFile] = [join(folder, 'stint.sqlite'), join(folder, 'quota.sqlite')]
  // Created here so that only the server's user can read them; SQLite gives its side files the same mode.
  for (const path of [file, quotaFile]) closeSync(openSync(path, 'wx', 0o600))
  const settings = { synchronous: 'full', cacheKilobytes: 16_000 } as const
  withTranslatedErrors(() => {
    const quota = openSqliteFile(quotaFile, settings)
    quota.exec(createQuotaTable)
    quota.close()
    const main = openSqliteFile(file, settings)
    migrateSqlite(main, migrations, clock, () => undefined)
    main.close()
  })
  return openStore(folder, false, 'begin immediate', (connection) => new WritableSqliteStore(connection, folder, clock))
}

function openStore<Kind>(
  folder: string,
  readonly: boolean,
  begin: string,
  createStore: (connection: SqliteConnection) => Kind,
): Kind {
  let connection: SqliteConnection | undefined
  try {
    // Filling changes pages all over the indexes. With a smaller cache the same pages are written again and again.
    const cacheKilobytes = readonly ? 16_000 : 64_000
    rejectLostCommits(folder)
    connection = openSqliteFile(join(folder, 'stint.sqlite'), { readonly, synchronous: 'full', cacheKilobytes })
    attachQuota(connection, join(folder, 'quota.sqlite'), readonly)
    connection.exec(begin)
    return createStore(connection)
  } catch (error) {
    connection?.close()
    if (error instanceof CannotOpen) throw error
    const message = errorMessage(error)
    throw new CannotOpen(`The database in ${folder} cannot be used: ${message}.`, { cause: error })
  }
}

/** The file may be missing, because nothing depends on the counts; then an empty table is used. */
function attachQuota(connection: SqliteConnection, file: string, readonly: boolean): void {
  const fileExists = existsSync(file)
  if (fileExists) {
    connection.prepare('attach ? as quota').run(file)
    if (!readonly) connection.pragma('quota.synchronous = normal')
  }
  const table = "select 1 from quota.sqlite_master where name = 'quota'"
  if (fileExists && connection.prepare(table).get() !== undefined) return
  connection.exec(createQuotaTable.replace('create table', 'create temp table'))
}
