// The search indexes of SQLite. A migration creates the index of a table as an FTS5 table: `client_search (name)` has
// the groups of three characters of the column `name` of `client`. Triggers of the database note in `searchpending`
// which rows were written, in the same transaction, so that no write can forget it. Searches look at these rows too.
// Here many of them are indexed at once, because that costs a tenth of indexing each with its own commit.
import type BetterSqlite from 'better-sqlite3'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Longer texts are found by some of their groups; every row is checked again anyway. */
const maxGroups = 12
/** Rows that are indexed in one transaction before the server starts. */
const batchRows = 5000
/** At least as many as in any shown number, so that a part of the shown number is a part of the indexed one. */
const numberDigits = 10
const indexEnd = '_search'
/** Searches read the rows that are not indexed yet, so they stay few. Indexing these takes some milliseconds. */
const writesBeforeIndexing = 64
const rowsIndexedAtOnce = 200

interface SearchIndex {
  readonly table: string
  readonly columns: readonly string[]
}

/**
 * Groups of three characters that together cover the text, each in the quotes of FTS5, so that nothing is syntax. Fewer
 * groups are faster, and overlapping ones would exclude few further rows.
 */
export function trigramGroups(text: string): string[] {
  const characters = [...text]
  const last = characters.length - 3
  const starts = Array.from({ length: Math.ceil(characters.length / 3) }, (_, at) => Math.min(at * 3, last))
  const step = Math.max(1, starts.length / maxGroups)
  const chosen = starts.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  const groups = chosen.map((start) => characters.slice(start, start + 3).join(''))
  return [...new Set(groups)].map((group) => `"${group.replaceAll('"', '""')}"`)
}

const indexName = (table: string): string => `${table}${indexEnd}`

function searchIndexes(connection: SqliteConnection): SearchIndex[] {
  const rows = connection
    .prepare<[], { name: string; column: string }>(
      `select t.name as name, c.name as "column" from pragma_table_list t, pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'virtual' and t.name like '%\\${indexEnd}' escape '\\' order by t.name, c.cid`,
    )
    .all()
  return [...Map.groupBy(rows, ({ name }) => name.slice(0, -indexEnd.length))].map(([table, own]) => ({
    table,
    columns: own.map(({ column }) => column),
  }))
}

const insertColumns = ({ columns }: SearchIndex): string => ['rowid', ...columns].join(', ')

const indexedValues = ({ columns }: SearchIndex, row: string): string =>
  [`${row}.id`, ...columns.map((column) => `searchform(${row}.${column})`)].join(', ')

type WriteStatement = BetterSqlite.Statement<unknown[], unknown>

/** Moves pending rows into the indexes. Its statements are prepared once. */
class PendingRows {
  readonly #tables: BetterSqlite.Statement<[], unknown>
  /** By table: from the index, into the index, from the pending rows. A row that was deleted only leaves the index. */
  readonly #steps: ReadonlyMap<string, readonly WriteStatement[]>

  constructor(connection: SqliteConnection) {
    this.#tables = connection.prepare<[], unknown>('select distinct tablename from searchpending').pluck()
    // The cast avoids a new plan for every run.
    const pending = `(select accountid, id from searchpending where tablename = @table order by accountid, id
      limit cast(@most as integer))`
    this.#steps = new Map(
      searchIndexes(connection).map((index) => {
        const { table } = index
        const texts = [
          `delete from ${indexName(table)} where rowid in (select id from ${pending})`,
          `insert into ${indexName(table)} (${insertColumns(index)}) select ${indexedValues(index, table)} from ${pending} pending
            cross join ${table} where ${table}.accountid = pending.accountid and ${table}.id = pending.id`,
          `delete from searchpending where tablename = @table and (accountid, id) in ${pending}`,
        ]
        return [table, texts.map((text) => connection.prepare(text))]
      }),
    )
  }

  /** At most `most` of each table, in the open transaction. Returns how many were pending. */
  index(most: number): number {
    let count = 0
    for (const table of this.#tables.all().map(String)) {
      const [fromIndex, intoIndex, fromPending] = this.#steps.get(table) ?? []
      fromIndex?.run({ table, most })
      intoIndex?.run({ table, most })
      count += fromPending?.run({ table, most }).changes ?? 0
    }
    return count
  }
}

/**
 * Indexes all pending rows, in several transactions, and logs its progress if they are many: after a migration that
 * creates an index. A start that was killed meanwhile is continued by the next one.
 */
export function indexAllPendingRows(connection: SqliteConnection, log: (line: string) => void): void {
  if (!hasSearchIndexes(connection)) return
  const pending = new PendingRows(connection)
  const total = Number(connection.prepare('select count(*) from searchpending').pluck().get())
  for (let done = 0; done < total; ) {
    const count = connection.transaction(() => pending.index(batchRows)).immediate()
    if (count === 0) return
    done += count
    if (total > batchRows) log(`Search index: ${Math.min(done, total)} of ${total} rows.`)
  }
  if (total > batchRows) mergeParts(connection)
}

/** Each batch leaves a part of the index, and a search reads all parts. */
function mergeParts(connection: SqliteConnection): void {
  for (const { table } of searchIndexes(connection))
    connection.exec(`insert into ${indexName(table)} (${indexName(table)}) values ('optimize')`)
}

/** Indexes all pending rows in the open transaction. */
export function indexRowsOfTransaction(connection: SqliteConnection): void {
  if (!hasSearchIndexes(connection)) return
  const pending = new PendingRows(connection)
  while (pending.index(batchRows) > 0);
}

/** Indexes the written rows of a running server. */
export class SearchIndexer {
  readonly #onFailure: (error: unknown) => void
  readonly #index: (() => number) | undefined
  #unindexedWrites = 0

  constructor(connection: SqliteConnection, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
    if (!hasSearchIndexes(connection)) return
    const pending = new PendingRows(connection)
    this.#index = connection.transaction(() => pending.index(rowsIndexedAtOnce)).immediate
  }

  /** After a number of writes their texts are indexed, in a transaction of its own: a failure affects no write. */
  afterWrites(count: number): void {
    this.#unindexedWrites += count
    if (this.#unindexedWrites < writesBeforeIndexing || this.#index === undefined) return
    try {
      if (this.#index() < rowsIndexedAtOnce) this.#unindexedWrites = 0
    } catch (error) {
      this.#onFailure(error)
    }
  }
}

/** An older database that is not migrated yet has none. */
export const hasSearchIndexes = (connection: SqliteConnection): boolean =>
  connection.prepare("select 1 from main.sqlite_master where name = 'searchpending'").get() !== undefined

/**
 * Compares every index with its table, and says what differs. An index keeps no texts, so a second one is made from the
 * table, in memory, and both must have the same groups of characters for the same rows.
 */
export function checkSearchIndexes(connection: SqliteConnection): string[] {
  return searchIndexes(connection).flatMap((index) => {
    const { table } = index
    const name = indexName(table)
    const count = (text: string): number => Number(connection.prepare(text).pluck().get())
    const missing = count(
      `select count(*) from ${table} where id not in (select rowid from ${name})${notPending(table, 'id')}`,
    )
    const surplus = count(
      `select count(*) from ${name} where rowid not in (select id from ${table})${notPending(table, 'rowid')}`,
    )
    return [
      ...(missing > 0 ? [`${missing} rows of ${table} are missing in its search index`] : []),
      ...(surplus > 0 ? [`the search index of ${table} has ${surplus} rows that the table does not have`] : []),
      ...(missing + surplus === 0 && hasOtherTexts(connection, index)
        ? [`the search index of ${table} has other texts than the table`]
        : []),
    ]
  })
}

const notPending = (table: string, id: string): string =>
  ` and ${id} not in (select id from searchpending where tablename = '${table}')`

function hasOtherTexts(connection: SqliteConnection, index: SearchIndex): boolean {
  const name = indexName(index.table)
  const definition = String(connection.prepare('select sql from sqlite_master where name = ?').pluck().get(name))
  const groups = (vocabulary: string): unknown[] =>
    connection
      .prepare(`select term || ' ' || count(*) || ' ' || sum(doc) from ${vocabulary}
        where true${notPending(index.table, 'doc')} group by term order by term`)
      .pluck()
      .all()
  connection.exec(`create virtual table temp.expected ${definition.slice(definition.search(/using/i))};
    insert into temp.expected (${insertColumns(index)}) select ${indexedValues(index, index.table)} from ${index.table};
    create virtual table temp.expectedgroups using fts5vocab(temp, expected, instance);
    create virtual table temp.indexedgroups using fts5vocab(main, ${name}, instance)`)
  try {
    const [expected, indexed] = [groups('expectedgroups'), groups('indexedgroups')]
    return expected.length !== indexed.length || expected.some((group, at) => group !== indexed[at])
  } finally {
    connection.exec('drop table temp.indexedgroups; drop table temp.expectedgroups; drop table temp.expected')
  }
}

/** A number becomes its padded digits; null stays null and is not indexed. */
export const paddedDigits = (number: number): string => String(number).padStart(numberDigits, '0')
