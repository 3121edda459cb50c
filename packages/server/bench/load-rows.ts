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
import { type AccountSetup, accountRows, type Cell, Ids, sizeOf, type Table, zone } from './rows.ts'
import { moneyRows } from './rows-money.ts'

export interface LoadedDatabase {
  readonly setup: AccountSetup
  /** A sample of some hundred tasks and projects. */
  readonly tasks: readonly number[]
  readonly projects: readonly number[]
  readonly people: readonly number[]
  /** Projects with unbilled time. */
  readonly prefills: readonly number[]
  readonly built: BuiltIndexes
}

/** How long the indexes took over the loaded rows, as a migration that adds them would. In seconds. */
export interface BuiltIndexes {
  readonly searchIndexes: number
  readonly otherIndexes: number
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
/** Loading shows its progress once in so many rows. */
const rowsPerLine = 500_000
const accountLetters = ['a', 'b', 'c']

/** What a bulk load reports: a line now and then, for people. */
export type Progress = (line: string) => void

/** One account with this many tasks, and two with a twentieth of them. */
export async function load(
  site: DatabaseSite,
  tasks: number,
  { manyEntries, money }: ExtraRows,
  progress: Progress = () => undefined,
): Promise<LoadedDatabase> {
  const ids = new Ids(firstId)
  const setups: AccountSetup[] = []
  await withDatabase(site, async (database) => {
    for (const letter of accountLetters) setups.push(await createSetup(database, letter))
    await storeToken(database, ownerOf(setups[0]), {
      hash: tokenHash(token),
      name: 'bench',
      now: '2026-01-01 00:00:00',
    })
  })
  const accounts = setups.map((setup, at) => {
    const size = sizeOf(at === 0 ? tasks : tasks / 20, manyEntries)
    const rows = accountRows(setup, size, ids)
    const moneySize = { invoices: size.tasks / 5, prefills: at === 0 ? 5 : 0 }
    return { setup, rows, money: money ? moneyRows({ setup, ...rows }, moneySize, ids) : undefined }
  })
  const tables = accounts.flatMap(({ rows, money }) => [...rows.tables, ...(money?.tables ?? [])])
  const built =
    site.url === undefined
      ? loadSqlite(site.folder, tables, ids, progress)
      : await loadPostgres(site.url, tables, ids, progress)
  await withDatabase(site, analyze)
  const [large] = accounts
  if (large === undefined) throw new Error('no account was made')
  const { projects, people, tasks: taskIds } = large.rows
  return {
    setup: large.setup,
    tasks: sample(taskIds),
    projects: sample(projects),
    people: sample(people),
    prefills: large.money?.prefills ?? [],
    built,
  }
}

const sampleSize = 500

const sample = (ids: readonly number[]): number[] => {
  const count = Math.min(sampleSize, ids.length)
  return Array.from({ length: count }, (_, at) => ids[Math.floor((at * ids.length) / count)] ?? 0)
}

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

const secondsSince = (began: number): number => (performance.now() - began) / 1000

/** The rows of a table; shows now and then how many were read. */
function* counted({ name, rows }: Table, progress: Progress): Generator<readonly Cell[]> {
  let count = 0
  for (const row of rows) {
    yield row
    count++
    if (count % rowsPerLine === 0) progress(`  ${name}: ${count.toLocaleString('en')} rows`)
  }
}

function loadSqlite(folder: string, tables: readonly Table[], ids: Ids, progress: Progress): BuiltIndexes {
  const file = join(folder, 'stint.sqlite')
  const connection = new BetterSqlite(file)
  let otherIndexes = 0
  try {
    connection.pragma('foreign_keys = off')
    connection.pragma('synchronous = off')
    // One transaction of all rows would be written twice: to the log and from there to the file.
    connection.pragma('journal_mode = off')
    connection.pragma('cache_size = -200000')
    connection.exec('begin')
    // Creating the indexes after the rows takes a fraction of the time.
    const indexes = connection
      .prepare<[], Index>("select name, sql as made from sqlite_master where type = 'index' and sql is not null")
      .all()
    for (const index of indexes) connection.exec(`drop index ${index.name}`)
    for (const table of tables) insertIntoSqlite(connection, table, progress)
    progress(`  ${indexes.length} indexes ...`)
    const began = performance.now()
    for (const index of indexes) connection.exec(index.made)
    otherIndexes = secondsSince(began)
    connection.prepare("update counter set n = ? where accountid = 0 and name = 'id'").run(ids.last)
    connection.exec('commit')
  } finally {
    connection.close()
  }
  progress('  search index ...')
  return { searchIndexes: indexSearchOfSqlite(file, progress), otherIndexes }
}

function insertIntoSqlite(connection: BetterSqlite.Database, table: Table, progress: Progress): void {
  const placeholders = table.columns.map(() => '?').join(', ')
  const insert = connection.prepare(
    `insert into ${table.name} (${plainColumns(table.columns).join(', ')}) values (${placeholders})${conflictClause(table.name)}`,
  )
  for (const row of counted(table, progress)) {
    insert.run(row.map((cell) => (typeof cell === 'number' ? BigInt(cell) : cell)))
  }
}

/** As a server does at its start after a migration that creates the search index. */
function indexSearchOfSqlite(file: string, progress: Progress): number {
  const began = performance.now()
  const connection = openSqliteFile(file, { synchronous: 'full', cacheKilobytes: 200_000 })
  let lines = 0
  try {
    indexAllPendingRows(connection, (line) => {
      lines++
      if (lines % 20 === 0) progress(`  ${line}`)
    })
    connection.pragma('wal_checkpoint(truncate)')
  } finally {
    connection.close()
  }
  return secondsSince(began)
}

async function loadPostgres(
  url: string,
  tables: readonly Table[],
  ids: Ids,
  progress: Progress,
): Promise<BuiltIndexes> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The rows are consistent by construction. Checking every foreign key would take longer than loading.
    await client.query('begin; set local session_replication_role = replica')
    const indexes = await client.query<Index>(`select indexname as name, indexdef as made from pg_indexes
      where schemaname = 'public' and not exists (select 1 from pg_constraint where conname = indexname)`)
    for (const index of indexes.rows) await client.query(`drop index ${index.name}`)
    for (const table of tables) await insertIntoPostgres(client, table, progress)
    progress(`  ${indexes.rows.length} indexes ...`)
    const [ofSearch, others] = [true, false].map((isSearch) =>
      indexes.rows.filter(({ made }) => made.includes('gin_trgm_ops') === isSearch),
    )
    const otherIndexes = await createIndexes(client, others ?? [])
    progress('  search indexes ...')
    const searchIndexes = await createIndexes(client, ofSearch ?? [])
    await client.query("select setval('ids', $1)", [ids.last])
    await client.query('commit')
    progress('  vacuum analyze ...')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return { searchIndexes, otherIndexes }
  } finally {
    await client.end()
  }
}

async function createIndexes(client: pg.Client, indexes: readonly Index[]): Promise<number> {
  const began = performance.now()
  for (const index of indexes) await client.query(index.made)
  return secondsSince(began)
}

async function insertIntoPostgres(client: pg.Client, table: Table, progress: Progress): Promise<void> {
  const { name, columns } = table
  const types = columns.map((column, at) => `$${at + 1}::${column.endsWith('#') ? 'bigint' : 'text'}[]`)
  const text = `insert into ${name} (${plainColumns(columns).join(', ')})
    select * from unnest(${types.join(', ')}) as loaded${name === 'counter' ? ' where true' : ''}${conflictClause(name)}`
  const insert = (batch: readonly (readonly Cell[])[]): Promise<unknown> =>
    client.query(
      text,
      columns.map((_, column) => batch.map((row) => row[column])),
    )
  let batch: (readonly Cell[])[] = []
  for (const row of counted(table, progress)) {
    batch.push(row)
    if (batch.length < maxRowsPerInsert) continue
    await insert(batch)
    batch = []
  }
  if (batch.length > 0) await insert(batch)
}
