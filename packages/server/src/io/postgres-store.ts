// A PostgreSQL database as a Store. Reading is one repeatable-read transaction; filling is one transaction too, the schema
// included, so that a lost connection leaves the database as empty as it was. While one of these works alone, it holds the lock
// that a server needs to start.
import type { Clock } from './clock.ts'
import type { Row } from './database.ts'
import { CannotOpen, Unavailable } from './errors.ts'
import {
  type AppliedMigration,
  type Migration,
  migrationsFolder,
  notMigrated,
  outstanding,
  readMigrations,
} from './migrate.ts'
import { checkServer, shown } from './postgres.ts'
import { type Connection, Line } from './postgres-line.ts'
import { appliedTo, lockNumber, run } from './postgres-migrate.ts'
import {
  inOrder,
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
const settings =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; ' +
  'set jit = off; set client_min_messages = warning'

const columnsText = `
  select c.relname::text, a.attname::text, (a.atttypid = 20)::int, a.attnotnull::int,
    coalesce(array_position(k.conkey, a.attnum), 0)
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by c.relname, a.attnum`

// The last column of a key is the one that names the row; the one before it is the account.
const keysText = `
  select c.relname::text, a.attname::text, t.relname::text
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by k.conname`

async function readTables(connection: Connection): Promise<Table[]> {
  const { rows: columns } = await connection.ask({ text: columnsText })
  const { rows: keys } = await connection.ask({ text: keysText })
  const tables = [...Map.groupBy(columns, ([table]) => String(table))].map(([name, own]): Table => {
    const key = own.filter(([, , , , at]) => Number(at) > 0).sort((a, b) => Number(a[4]) - Number(b[4]))
    return {
      name,
      columns: own.map(([, column, whole, required]) => ({
        name: String(column),
        whole: whole === 1,
        nullable: required === 0,
      })),
      order: (key.length > 0 ? key : own).map(([, column]) => String(column)),
      references: keys
        .filter(([table]) => table === name)
        .map(([, column, to]) => ({ column: String(column), table: String(to) })),
    }
  })
  return inOrder(tables.filter(({ name }) => !ownTables.has(name)))
}

class PostgresStore implements Store {
  tables: readonly Table[] = []
  applied: readonly AppliedMigration[] = []
  lastId = 0
  protected readonly connection: Connection
  readonly #line: Line

  constructor(line: Line, connection: Connection) {
    this.#line = line
    this.connection = connection
  }

  async look(): Promise<this> {
    this.applied = await appliedTo(this.connection)
    this.tables = await readTables(this.connection)
    if (this.applied.length === 0) return this
    const { rows } = await this.connection.ask({ text: 'select last_value, is_called::int from ids' })
    const [last, called] = rows[0] ?? []
    this.lastId = called === 1 ? Number(last) : Number(last) - 1
    return this
  }

  async *rows(table: Table, accountid?: number): AsyncGenerator<Row[]> {
    await this.connection.ask({ text: `declare reading no scroll cursor for ${selectText(table, accountid)}` })
    for (;;) {
      const { rows } = await this.connection.ask({ text: `fetch ${portion} from reading` })
      if (rows.length > 0) yield rows
      if (rows.length < portion) break
    }
    await this.connection.ask({ text: 'close reading' })
  }

  async measure(table: Table, accountid?: number): Promise<Measure> {
    const { rows } = await this.connection.ask({ text: measureText(table, accountid) })
    return measureOf(table, rows[0] ?? [])
  }

  /** Ending the connection undoes what was not committed. */
  close(): Promise<void> {
    return this.#line.close()
  }
}

class NewPostgresStore extends PostgresStore implements NewStore {
  async insert({ name, columns }: Table, rows: readonly Row[]): Promise<void> {
    const names = columns.map((column) => column.name).join(', ')
    const lists = columns.map(({ whole }, at) => `$${at + 1}::${whole ? 'bigint' : 'text'}[]`).join(', ')
    await this.connection.ask({
      name: `fill ${name}`,
      text: `insert into ${name} (${names}) select * from unnest(${lists})`,
      values: columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    })
  }

  async setLastId(id: number): Promise<void> {
    await this.connection.ask({ text: `select setval('ids', ${Math.trunc(id)})` })
  }

  async takeIds(count: number): Promise<number[]> {
    const { rows } = await this.connection.ask({
      text: `select nextval('ids') from generate_series(1, ${Math.trunc(count)})`,
    })
    return rows.map(([id]) => Number(id)).sort((a, b) => a - b)
  }

  async commit(): Promise<void> {
    const { command } = await this.connection.ask({ text: 'commit' })
    if (command !== 'COMMIT') throw new Unavailable('PostgreSQL did not keep what was written')
    // Nothing depends on it but the way to the answers.
    await this.connection.ask({ text: 'analyze' }).catch(() => undefined)
  }
}

/** The database as it is at this moment. Alone: only if no server uses it, and none can write to it meanwhile. */
export const readPostgresStore = (url: string, alone: boolean): Promise<Store> =>
  opened(url, async (line, connection) => {
    await checkServer(line, true)
    const tables = await readTables(connection)
    if (alone) await takeLock(connection)
    await connection.ask({ text: `begin isolation level repeatable read${alone ? '' : ', read only'}` })
    const names = tables.map(({ name }) => name).join(', ')
    if (alone && names !== '') await connection.ask({ text: `lock table ${names} in share mode` })
    const store = await new PostgresStore(line, connection).look()
    if (store.applied.length === 0) throw new CannotOpen(`There is no Stint database at ${shown(url)}.`)
    return store
  })

/** Servers keep connections open under the name of the program, so whoever is there shows. */
async function takeLock(connection: Connection): Promise<void> {
  const { rows } = await connection.ask({
    text: `select pg_try_advisory_lock(${lockNumber})::int, (select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'stint' and pid <> pg_backend_pid())`,
  })
  if (rows[0]?.[0] !== 1 || rows[0]?.[1] !== 0) {
    throw new CannotOpen('A Stint server or command is using this PostgreSQL database: stop it first.')
  }
}

/** The same database, to add rows to in one transaction. Its schema must be the program's. */
export const addToPostgresStore = (url: string): Promise<NewStore> =>
  opened(url, async (line, connection) => {
    const known = await readMigrations('postgres', migrationsFolder)
    await connection.ask({ text: 'begin' })
    const store = await new NewPostgresStore(line, connection).look()
    if (store.applied.length === 0 || outstanding(known, store.applied).length > 0) {
      throw new CannotOpen(notMigrated)
    }
    return store
  })

/** A database without any table, given these migrations, to be filled. It is not there for others before the commit. */
export const makePostgresStore = (url: string, migrations: readonly Migration[], clock: Clock): Promise<NewStore> =>
  opened(url, async (line, connection) => {
    await checkServer(line, false)
    await takeLock(connection)
    await connection.ask({ text: 'begin' })
    const { rows } = await connection.ask({
      text: `select relname::text from pg_class where relnamespace = current_schema()::regnamespace limit 1`,
    })
    if (rows.length > 0) throw new CannotOpen(`The database at ${shown(url)} is not empty.`)
    for (const migration of migrations) await run(connection, migration, clock)
    return new NewPostgresStore(line, connection).look()
  })

async function opened<Kind>(url: string, make: (line: Line, connection: Connection) => Promise<Kind>): Promise<Kind> {
  const line = new Line(url, settings)
  try {
    return await make(line, await line.connected())
  } catch (error) {
    await line.close()
    if (error instanceof CannotOpen) throw error
    const said = error instanceof Error ? error.message : String(error)
    throw new CannotOpen(`The database at ${shown(url)} cannot be used: ${said}.`, { cause: error })
  }
}
