// The SQLite file as a Store. Reading is one transaction of a connection beside the server's, so a copy is of one moment and
// the server goes on writing. The request counts lie in a file of their own, attached here so that they are a table like others.
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Row } from './database.ts'
import { CannotOpen } from './errors.ts'
import { type Migration, migrationsFolder, notMigrated, outstanding, readMigrations } from './migrate.ts'
import { bindable, type Connection, connect, translated } from './sqlite-connection.ts'
import { quotaTable } from './sqlite-meter.ts'
import { appliedTo, migrate } from './sqlite-migrate.ts'
import {
  inOrder,
  isIdCounter,
  type Measure,
  measureOf,
  measureText,
  type NewStore,
  ownTables,
  type Store,
  selectText,
  type Table,
} from './store.ts'

const portion = 1000

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: number
  readonly key: number
}

interface KeyRow {
  readonly table: string
  readonly id: number
  readonly to: string
  readonly column: string
}

function readTables(connection: Connection): Table[] {
  const columns = connection
    .prepare<[], ColumnRow>(
      `select t.name as "table", c.name as name, c.type as type, c."notnull" as required, c.pk as key
       from (select name from main.sqlite_master where type = 'table' union select 'quota') t, pragma_table_xinfo(t.name) c
       where t.name not like 'sqlite\\_%' escape '\\' and c.hidden = 0 order by t.name, c.cid`,
    )
    .all()
  const keys = connection
    .prepare<[], KeyRow>(
      `select t.name as "table", k.id as id, k."table" as "to", k."from" as "column"
       from main.sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table' order by t.name, k.id, k.seq`,
    )
    .all()
  // The last column of a key is the one that names the row; the one before it is the account.
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
  return inOrder(tables.filter(({ name }) => !ownTables.has(name)))
}

/** Whatever is done first on a disk that has become full fails, a question too. */
function inOurWords<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translated(error)
  }
}

class SqliteStore implements Store {
  readonly tables: readonly Table[]
  readonly applied
  readonly lastId: number
  protected readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
    this.applied = appliedTo(connection)
    this.tables = readTables(connection)
    this.lastId = Number(connection.prepare(`select n from counter where ${isIdCounter}`).pluck().get())
  }

  async *rows(table: Table, accountid?: number): AsyncGenerator<Row[]> {
    try {
      let rows: Row[] = []
      for (const row of this.connection.prepare<[], Row>(selectText(table, accountid)).raw(true).iterate()) {
        rows.push(row)
        if (rows.length < portion) continue
        yield rows
        rows = []
        // Reading is done without waiting, so a signal would be heard only at the end.
        await others()
      }
      if (rows.length > 0) yield rows
    } catch (error) {
      throw translated(error)
    }
  }

  async measure(table: Table, accountid?: number): Promise<Measure> {
    const text = measureText(table, accountid)
    return measureOf(table, inOurWords(() => this.connection.prepare<[], Row>(text).raw(true).get()) ?? [])
  }

  async close(): Promise<void> {
    if (this.connection.inTransaction) this.connection.exec('rollback')
    this.connection.close()
  }
}

class NewSqliteStore extends SqliteStore implements NewStore {
  async insert({ name, columns }: Table, rows: readonly Row[]): Promise<void> {
    const names = columns.map((column) => column.name)
    const text = `insert into ${name} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
    inOurWords(() => {
      const prepared = this.connection.prepare(text)
      for (const row of rows) prepared.run(row.map(bindable))
    })
  }

  async setLastId(id: number): Promise<void> {
    inOurWords(() => this.connection.prepare(`update counter set n = ? where ${isIdCounter}`).run(BigInt(id)))
  }

  /** The writer is alone, so counting here is enough. */
  async takeIds(count: number): Promise<number[]> {
    await this.setLastId(this.lastId + count)
    return Array.from({ length: count }, (_, at) => this.lastId + 1 + at)
  }

  async commit(): Promise<void> {
    inOurWords(() => {
      this.connection.exec('commit')
      this.connection.pragma('main.wal_checkpoint(truncate)')
      this.connection.pragma('quota.wal_checkpoint(truncate)')
    })
  }
}

/** The data folder's database as it is at this moment, whoever is writing to it. */
export async function readSqliteStore(dataFolder: string): Promise<Store> {
  const file = join(dataFolder, 'stint.sqlite')
  if (!existsSync(file)) throw new CannotOpen(`There is no Stint database in ${dataFolder}.`)
  return opened(dataFolder, true, 'begin', (connection) => new SqliteStore(connection))
}

/** The same database, to add rows to in one transaction. Its schema must be the program's. */
export async function addToSqliteStore(dataFolder: string): Promise<NewStore> {
  const store = await opened(dataFolder, false, 'begin immediate', (connection) => new NewSqliteStore(connection))
  const known = await readMigrations('sqlite', migrationsFolder)
  if (outstanding(known, store.applied).length === 0) return store
  await store.close()
  throw new CannotOpen(notMigrated)
}

/** An empty database in a folder that has none, with these migrations, to be filled. */
export function makeSqliteStore(folder: string, migrations: readonly Migration[], clock: Clock): NewStore {
  const [file, quotaFile] = [join(folder, 'stint.sqlite'), join(folder, 'quota.sqlite')]
  // Made here so that only the server's user can read them; SQLite gives its side files the same mode.
  for (const path of [file, quotaFile]) closeSync(openSync(path, 'wx', 0o600))
  const settings = { synchronous: 'full', cacheKilobytes: 16_000 } as const
  inOurWords(() => {
    const quota = connect(quotaFile, settings)
    quota.exec(quotaTable)
    quota.close()
    const main = connect(file, settings)
    migrate(main, migrations, clock, () => undefined)
    main.close()
  })
  return opened(folder, false, 'begin immediate', (connection) => new NewSqliteStore(connection))
}

function opened<Kind>(folder: string, readonly: boolean, begin: string, make: (connection: Connection) => Kind): Kind {
  let connection: Connection | undefined
  try {
    // Filling goes everywhere in the indexes: with less memory pages are written again and again.
    const cacheKilobytes = readonly ? 16_000 : 64_000
    connection = connect(join(folder, 'stint.sqlite'), { readonly, synchronous: 'full', cacheKilobytes })
    attachQuota(connection, join(folder, 'quota.sqlite'), readonly)
    connection.exec(begin)
    return make(connection)
  } catch (error) {
    connection?.close()
    if (error instanceof CannotOpen) throw error
    const said = error instanceof Error ? error.message : String(error)
    throw new CannotOpen(`The database in ${folder} cannot be used: ${said}.`, { cause: error })
  }
}

/** The counts may be missing, because nothing depends on them; then there are none. */
function attachQuota(connection: Connection, file: string, readonly: boolean): void {
  const made = existsSync(file)
  if (made) {
    connection.prepare('attach ? as quota').run(file)
    if (!readonly) connection.pragma('quota.synchronous = normal')
  }
  const table = "select 1 from quota.sqlite_master where name = 'quota'"
  if (made && connection.prepare(table).get() !== undefined) return
  connection.exec(quotaTable.replace('create table', 'create temp table'))
}
