// Loads the rows of the benchmark into a new database: the server's own code creates the schema, the accounts and the
// token, then the rows are inserted in bulk and the statistics updated. rows.ts creates the rows.
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { createAccount, storeToken } from '../src/accounts/create-account.ts'
import { analyze } from '../src/io/analyze.ts'
import { systemClock } from '../src/io/clock.ts'
import type { Database } from '../src/io/database.ts'
import { nextId } from '../src/io/database.ts'
import { openDatabase } from '../src/io/open-database.ts'
import { sql, sqlName, statement } from '../src/io/sql.ts'
import { openSqliteFile } from '../src/io/sqlite-connection.ts'
import { indexAllPendingRows } from '../src/io/sqlite-search.ts'
import { tokenHash } from '../src/kit/token.ts'
import { type AccountSetup, accountTables, Ids, idsOf, sizeOf, type Table, zone } from './rows.ts'
import { type MoneySize, moneyTables } from './rows-money.ts'

export interface LoadedDatabase {
  readonly setup: AccountSetup
  /** A sample of some hundred tasks and projects. */
  readonly tasks: readonly number[]
  readonly projects: readonly number[]
  readonly people: readonly number[]
  /** Projects with unbilled time. */
  readonly prefills: readonly number[]
}

/** Rows that take long to load, only on request. */
export interface ExtraRows {
  /** Ten time entries for each task. */
  readonly manyEntries: boolean
  /** An invoice for every five tasks, and projects with unbilled time. */
  readonly money: boolean
}

/** The location of a database: a data folder, and a url for PostgreSQL. */
export interface DatabaseSite {
  readonly folder: string
  readonly url: string | undefined
}

export const token = 'bench-administrator-token'

const firstId = 100_000
const maxRowsPerInsert = 5000

/** One account with this many tasks, and two with a twentieth of them. */
export async function load(
  site: DatabaseSite,
  tasks: number,
  { manyEntries, money }: ExtraRows,
): Promise<LoadedDatabase> {
  const ids = new Ids(firstId)
  const setups: AccountSetup[] = []
  await withDatabase(site, async (database) => {
    for (const letter of ['a', 'b', 'c']) setups.push(await createSetup(database, letter))
    await storeToken(database, ownerOf(setups[0]), {
      hash: tokenHash(token),
      name: 'bench',
      now: '2026-01-01 00:00:00',
    })
  })
  const sizes = [tasks, tasks / 20, tasks / 20].map((count) => sizeOf(count, manyEntries))
  const tables = setups.map((accountSetup, at) => accountTables(accountSetup, sizes[at] ?? sizeOf(100, false), ids))
  const moneySizes: MoneySize[] = sizes.map((size, at) => ({ invoices: size.tasks / 5, prefills: at === 0 ? 5 : 0 }))
  const moneyRows = tables.map((accountRows, at) => {
    const size = moneySizes[at]
    const setup = setups[at]
    const idsIn = (table: string): number[] => idsOf(accountRows.find((one) => one.name === table))
    if (!money || size === undefined || setup === undefined) return []
    return moneyTables({ setup, projects: idsIn('project'), people: idsIn('person') }, size, ids)
  })
  if (site.url === undefined) loadSqlite(site.folder, [...tables.flat(), ...moneyRows.flat()], ids.last)
  else await loadPostgres(site.url, [...tables.flat(), ...moneyRows.flat()], ids.last)
  await withDatabase(site, analyze)
  const [setup] = setups
  if (setup === undefined) throw new Error('no account was made')
  const sampleOf = (table: string): number[] => sample(tables[0]?.find((one) => one.name === table)?.rows ?? [])
  const prefills = idsOf(moneyRows[0]?.find((one) => one.name === 'project'))
  return { setup, tasks: sampleOf('task'), projects: sampleOf('project'), people: sampleOf('person'), prefills }
}

const sample = (rows: Table['rows'], count = 500): number[] =>
  Array.from({ length: Math.min(count, rows.length) }, (_, at) =>
    Number(rows[Math.floor((at * rows.length) / Math.min(count, rows.length))]?.[1]),
  )

const ownerOf = (accountSetup: AccountSetup | undefined): { accountid: number; personid: number } => ({
  accountid: accountSetup?.accountid ?? 0,
  personid: accountSetup?.administrator ?? 0,
})

async function withDatabase(site: DatabaseSite, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ url: site.url, dataFolder: site.folder, clock: systemClock, allowUnsafe: true })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

async function createSetup(database: Database, letter: string): Promise<AccountSetup> {
  const { accountid, personid } = await createAccount(database, {
    name: `Company ${letter}`,
    timezone: zone,
    today: '2024-01-01',
    administrator: { firstname: 'Ada', lastname: 'Admin', username: 'ada', passwordHash: '', email: 'a@example.com' },
  })
  return database.write(accountid, async (tx) => {
    await tx.insert('taskstatus', { id: nextId, name: 'Waiting', priority: 5, active: 't' })
    const idsIn = async (table: string): Promise<number[]> => {
      const select = sql`select id from ${sqlName(table)} where accountid = ${sql.lit(accountid)} order by id`
      return (await tx.all(statement(select))).map(([id]) => Number(id))
    }
    const closed = await tx.first(
      statement(sql`select id from taskstatus where accountid = ${sql.lit(accountid)} and closed = 't'`),
    )
    return {
      accountid,
      administrator: personid,
      statuses: await idsIn('taskstatus'),
      closed: Number(closed?.[0]),
      priorities: await idsIn('taskpriority'),
      modules: await idsIn('module'),
      worktypes: await idsIn('worktype'),
    }
  })
}

const plainColumns = (columns: readonly string[]): string[] => columns.map((column) => column.replace('#', ''))

/** Counters may already have a row; all other tables only get new rows. */
const conflictClause = (table: string): string =>
  table === 'counter' ? ' on conflict (accountid, name) do update set n = excluded.n' : ''

interface Index {
  readonly name: string
  readonly made: string
}

function loadSqlite(folder: string, tables: readonly Table[], lastId: number): void {
  const connection = new BetterSqlite(join(folder, 'stint.sqlite'))
  try {
    connection.pragma('foreign_keys = off')
    connection.pragma('synchronous = off')
    connection.pragma('cache_size = -200000')
    connection.exec('begin')
    // Creating the indexes after the rows takes a fraction of the time.
    const indexes = connection
      .prepare<[], Index>("select name, sql as made from sqlite_master where type = 'index' and sql is not null")
      .all()
    for (const index of indexes) connection.exec(`drop index ${index.name}`)
    for (const { name: table, columns, rows } of tables) {
      const placeholders = columns.map(() => '?').join(', ')
      const insert = connection.prepare(
        `insert into ${table} (${plainColumns(columns).join(', ')}) values (${placeholders})${conflictClause(table)}`,
      )
      for (const row of rows) insert.run(row.map((cell) => (typeof cell === 'number' ? BigInt(cell) : cell)))
    }
    for (const index of indexes) connection.exec(index.made)
    connection.prepare("update counter set n = ? where accountid = 0 and name = 'id'").run(lastId)
    connection.exec('commit')
  } finally {
    connection.close()
  }
  const indexed = openSqliteFile(join(folder, 'stint.sqlite'), { synchronous: 'full', cacheKilobytes: 200_000 })
  try {
    indexAllPendingRows(indexed, () => undefined)
    indexed.pragma('wal_checkpoint(truncate)')
  } finally {
    indexed.close()
  }
}

async function loadPostgres(url: string, tables: readonly Table[], lastId: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The rows are consistent by construction. Checking every foreign key would take longer than loading.
    await client.query('begin; set local session_replication_role = replica')
    const indexes = await client.query<Index>(`select indexname as name, indexdef as made from pg_indexes
      where schemaname = 'public' and not exists (select 1 from pg_constraint where conname = indexname)`)
    for (const index of indexes.rows) await client.query(`drop index ${index.name}`)
    for (const { name: table, columns, rows } of tables) {
      const types = columns.map((column, at) => `$${at + 1}::${column.endsWith('#') ? 'bigint' : 'text'}[]`)
      const text = `insert into ${table} (${plainColumns(columns).join(', ')})
        select * from unnest(${types.join(', ')}) as loaded${table === 'counter' ? ' where true' : ''}${conflictClause(table)}`
      for (let at = 0; at < rows.length; at += maxRowsPerInsert) {
        const batch = rows.slice(at, at + maxRowsPerInsert)
        await client.query(
          text,
          columns.map((_, column) => batch.map((row) => row[column])),
        )
      }
    }
    for (const index of indexes.rows) await client.query(index.made)
    await client.query("select setval('ids', $1)", [lastId])
    await client.query('commit')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
