// A PostgreSQL database as a Store. Reading is one repeatable-read transaction. Filling is one transaction too,
// including the schema, so that the database stays empty if the connection is lost. Exclusive access holds the lock
// that a server needs to start.
import { errorMessage } from '../kit/error-message.ts'
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
import { addLookups, isDistributed } from './postgres-distribution.ts'
import { appliedInPostgres, runMigration } from './postgres-migrate.ts'
import { type PostgresSettings, poolerOf, withoutTimeouts } from './postgres-settings.ts'
import { advisoryLockId } from './postgres-start-lock.ts'
import {
  inDependencyOrder,
  internalTables,
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
const settings: PostgresSettings = {
  values: { ...withoutTimeouts.values, jit: 'off', client_min_messages: 'warning' },
}

const columnsSql = `
  select c.relname::text, a.attname::text, (a.atttypid = 20)::int, a.attnotnull::int,
    coalesce(array_position(k.conkey, a.attnum), 0)
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by c.relname, a.attnum`

// The last column of a key is the referenced id; the column before it is the account.
const keysSql = `
  select c.relname::text, a.attname::text, t.relname::text
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by k.conname`

async function readTables(client: PostgresClient): Promise<Table[]> {
  const { rows: columns } = await client.query({ text: columnsSql })
  const { rows: keys } = await client.query({ text: keysSql })
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
  #cursors = 0

  constructor(connection: PostgresConnection, client: PostgresClient) {
    this.#connection = connection
    this.client = client
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
    // A name of its own, because a reader may begin with another table before it has ended this one.
    const cursor = `reading${++this.#cursors}`
    await this.client.query({ text: `declare ${cursor} no scroll cursor for ${selectSql(table, accountid)}` })
    try {
      for (;;) {
        const { rows } = await this.client.query({ text: `fetch ${batchRows} from ${cursor}` })
        if (rows.length > 0) yield rows
        if (rows.length < batchRows) return
      }
    } finally {
      // Also when the reader does not want all rows. After a failed statement only the first error matters.
      await this.client.query({ text: `close ${cursor}` }).catch(() => undefined)
    }
  }

  async totals(table: Table, accountid?: number): Promise<TableTotals> {
    const { rows } = await this.client.query({ text: totalsSql(table, accountid) })
    return totalsFrom(table, rows[0] ?? [])
  }

  /** Closing the connection rolls back everything that was not committed. */
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

  async hasAny({ name }: Table, column: string, texts: readonly unknown[]): Promise<boolean> {
    const text = `select 1 from ${name} where ${column} = any($1::text[]) limit 1`
    return (await this.client.query({ text, values: [texts] })).rows.length > 0
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

  async removeAll(): Promise<void> {
    for (const text of removeAllSql(this.tables)) await this.client.query({ text })
    await this.setLastId(lastIdOfEmpty)
  }

  async commit(): Promise<void> {
    if (await isDistributed(this.client)) await addLookups(this.client)
    const { command } = await this.client.query({ text: 'commit' })
    if (command !== 'COMMIT') throw new Unavailable('PostgreSQL did not keep what was written')
    // Only query plans depend on the statistics, so a failure is ignored.
    await this.client.query({ text: 'analyze' }).catch(() => undefined)
  }
}

/** A snapshot of the database. Exclusive access needs that no server uses it, and prevents writes meanwhile. */
export const readPostgresStore = (url: string, exclusive: boolean): Promise<Store> =>
  openStore(url, async (connection, client) => {
    await checkPostgresServer(connection, true)
    const tables = await readTables(client)
    if (exclusive) await acquireDatabaseLock(url, client)
    await connection.begin(client, `repeatable read${exclusive ? '' : ', read only'}`)
    const names = tables.map(({ name }) => name).join(', ')
    if (exclusive && names !== '') await client.query({ text: `lock table ${names} in share mode` })
    const store = await new PostgresStore(connection, client).load()
    if (store.applied.length === 0) throw new CannotOpen(`There is no Stint database at ${urlWithoutPassword(url)}.`)
    return store
  })

/**
 * Every Stint process keeps connections with this application name, so other processes are visible here. A pooler keeps
 * connections for programs that have ended, and hides those that run.
 */
export async function acquireDatabaseLock(url: string, client: PostgresClient): Promise<void> {
  if (poolerOf(url).isPooled) {
    throw new CannotOpen('This needs the database for itself: give the address of PostgreSQL, not that of the pooler.')
  }
  const { rows } = await client.query({
    text: `select pg_try_advisory_lock(${advisoryLockId})::int, (select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'stint' and pid <> pg_backend_pid())`,
  })
  if (rows[0]?.[0] !== 1 || rows[0]?.[1] !== 0) {
    throw new CannotOpen('A Stint server or command is using this PostgreSQL database: stop it first.')
  }
}

/** Opens the database to add rows in one transaction. Its schema must be the program's. */
export const addToPostgresStore = (url: string): Promise<WritableStore> =>
  openStore(url, async (connection, client) => {
    const files = await readMigrations('postgres', migrationsFolder)
    await connection.begin(client)
    const store = await new WritablePostgresStore(connection, client).load()
    if (store.applied.length === 0 || pendingMigrations(files, store.applied).length > 0) {
      throw new CannotOpen(notMigratedMessage)
    }
    return store
  })

/** Applies these migrations to an empty database that is then filled. Others see nothing before the commit. */
export const createPostgresStore = (
  url: string,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<WritableStore> =>
  openStore(url, async (connection, client) => {
    await checkPostgresServer(connection, false)
    await acquireDatabaseLock(url, client)
    await connection.begin(client)
    const { rows } = await client.query({
      // What an extension such as Citus brings does not count.
      text: `select c.relname::text from pg_class c where c.relnamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
    })
    if (rows.length > 0) throw new CannotOpen(`The database at ${urlWithoutPassword(url)} is not empty.`)
    for (const migration of migrations) await runMigration(client, migration, clock)
    return new WritablePostgresStore(connection, client).load()
  })

async function openStore<Kind>(
  url: string,
  createStore: (connection: PostgresConnection, client: PostgresClient) => Promise<Kind>,
): Promise<Kind> {
  const connection = new PostgresConnection(url, settings)
  try {
    return await createStore(connection, await connection.client())
  } catch (error) {
    await connection.close()
    if (error instanceof CannotOpen) throw error
    const message = errorMessage(error)
    throw new CannotOpen(`The database at ${urlWithoutPassword(url)} cannot be used: ${message}.`, { cause: error })
  }
}
