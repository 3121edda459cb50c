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
  notMigratedMessage,
  pendingMigrations,
  readMigrations,
} from './migrations.ts'
import { checkPostgresServer, urlWithoutPassword } from './postgres.ts'
import { type PostgresClient, PostgresConnection } from './postgres-connection.ts'
import { advisoryLockId, appliedInPostgres, runMigration } from './postgres-migrate.ts'
import {
  inDependencyOrder,
  internalTables,
  type Store,
  selectSql,
  type Table,
  type TableTotals,
  totalsFrom,
  totalsSql,
  type WritableStore,
} from './store.ts'

const batchRows = 1000
const settings =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; ' +
  'set jit = off; set client_min_messages = warning'

const columnsSql = `
  select c.relname::text, a.attname::text, (a.atttypid = 20)::int, a.attnotnull::int,
    coalesce(array_position(k.conkey, a.attnum), 0)
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by c.relname, a.attnum`

// The last column of a key is the one that names the row; the one before it is the account.
const keysSql = `
  select c.relname::text, a.attname::text, t.relname::text
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by k.conname`

async function readTables(connection: PostgresClient): Promise<Table[]> {
  const { rows: columns } = await connection.query({ text: columnsSql })
  const { rows: keys } = await connection.query({ text: keysSql })
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
  return inDependencyOrder(tables.filter(({ name }) => !internalTables.has(name)))
}

class PostgresStore implements Store {
  tables: readonly Table[] = []
  applied: readonly AppliedMigration[] = []
  lastId = 0
  protected readonly client: PostgresClient
  readonly #connection: PostgresConnection

  constructor(line: PostgresConnection, connection: PostgresClient) {
    this.#connection = line
    this.client = connection
  }

  async load(): Promise<this> {
    this.applied = await appliedInPostgres(this.client)
    this.tables = await readTables(this.client)
    if (this.applied.length === 0) return this
    const { rows } = await this.client.query({ text: 'select last_value, is_called::int from ids' })
    const [last, called] = rows[0] ?? []
    this.lastId = called === 1 ? Number(last) : Number(last) - 1
    return this
  }

  async *rows(table: Table, accountid?: number): AsyncGenerator<Row[]> {
    await this.client.query({ text: `declare reading no scroll cursor for ${selectSql(table, accountid)}` })
    for (;;) {
      const { rows } = await this.client.query({ text: `fetch ${batchRows} from reading` })
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) break
    }
    await this.client.query({ text: 'close reading' })
  }

  async totals(table: Table, accountid?: number): Promise<TableTotals> {
    const { rows } = await this.client.query({ text: totalsSql(table, accountid) })
    return totalsFrom(table, rows[0] ?? [])
  }

  /** Ending the connection undoes what was not committed. */
  close(): Promise<void> {
    return this.#connection.close()
  }
}

class WritablePostgresStore extends PostgresStore implements WritableStore {
  async insert({ name, columns }: Table, rows: readonly Row[]): Promise<void> {
    const names = columns.map((column) => column.name).join(', ')
    const lists = columns.map(({ whole }, at) => `$${at + 1}::${whole ? 'bigint' : 'text'}[]`).join(', ')
    await this.client.query({
      name: `fill ${name}`,
      text: `insert into ${name} (${names}) select * from unnest(${lists})`,
      values: columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    })
  }

  async setLastId(id: number): Promise<void> {
    await this.client.query({ text: `select setval('ids', ${Math.trunc(id)})` })
  }

  async takeIds(count: number): Promise<number[]> {
    const { rows } = await this.client.query({
      text: `select nextval('ids') from generate_series(1, ${Math.trunc(count)})`,
    })
    return rows.map(([id]) => Number(id)).sort((a, b) => a - b)
  }

  async commit(): Promise<void> {
    const { command } = await this.client.query({ text: 'commit' })
    if (command !== 'COMMIT') throw new Unavailable('PostgreSQL did not keep what was written')
    // Nothing depends on it but the way to the answers.
    await this.client.query({ text: 'analyze' }).catch(() => undefined)
  }
}

/** The database as it is at this moment. Alone: only if no server uses it, and none can write to it meanwhile. */
export const readPostgresStore = (url: string, alone: boolean): Promise<Store> =>
  openStore(url, async (line, connection) => {
    await checkPostgresServer(line, true)
    const tables = await readTables(connection)
    if (alone) await acquireDatabaseLock(connection)
    await connection.query({ text: `begin isolation level repeatable read${alone ? '' : ', read only'}` })
    const names = tables.map(({ name }) => name).join(', ')
    if (alone && names !== '') await connection.query({ text: `lock table ${names} in share mode` })
    const store = await new PostgresStore(line, connection).load()
    if (store.applied.length === 0) throw new CannotOpen(`There is no Stint database at ${urlWithoutPassword(url)}.`)
    return store
  })

/** Servers keep connections open under the name of the program, so whoever is there shows. */
async function acquireDatabaseLock(connection: PostgresClient): Promise<void> {
  const { rows } = await connection.query({
    text: `select pg_try_advisory_lock(${advisoryLockId})::int, (select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'stint' and pid <> pg_backend_pid())`,
  })
  if (rows[0]?.[0] !== 1 || rows[0]?.[1] !== 0) {
    throw new CannotOpen('A Stint server or command is using this PostgreSQL database: stop it first.')
  }
}

/** The same database, to add rows to in one transaction. Its schema must be the program's. */
export const addToPostgresStore = (url: string): Promise<WritableStore> =>
  openStore(url, async (line, connection) => {
    const known = await readMigrations('postgres', migrationsFolder)
    await connection.query({ text: 'begin' })
    const store = await new WritablePostgresStore(line, connection).load()
    if (store.applied.length === 0 || pendingMigrations(known, store.applied).length > 0) {
      throw new CannotOpen(notMigratedMessage)
    }
    return store
  })

/** A database without any table, given these migrations, to be filled. It is not there for others before the commit. */
export const createPostgresStore = (
  url: string,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<WritableStore> =>
  openStore(url, async (line, connection) => {
    await checkPostgresServer(line, false)
    await acquireDatabaseLock(connection)
    await connection.query({ text: 'begin' })
    const { rows } = await connection.query({
      text: `select relname::text from pg_class where relnamespace = current_schema()::regnamespace limit 1`,
    })
    if (rows.length > 0) throw new CannotOpen(`The database at ${urlWithoutPassword(url)} is not empty.`)
    for (const migration of migrations) await runMigration(connection, migration, clock)
    return new WritablePostgresStore(line, connection).load()
  })

async function openStore<Kind>(
  url: string,
  make: (line: PostgresConnection, connection: PostgresClient) => Promise<Kind>,
): Promise<Kind> {
  const line = new PostgresConnection(url, settings)
  try {
    return await make(line, await line.client())
  } catch (error) {
    await line.close()
    if (error instanceof CannotOpen) throw error
    const said = error instanceof Error ? error.message : String(error)
    throw new CannotOpen(`The database at ${urlWithoutPassword(url)} cannot be used: ${said}.`, { cause: error })
  }
}
