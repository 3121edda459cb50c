// The number of rows that an account has in a table, which every commit keeps current (docs/adr/0065-row-counts.md). It
// is unknown after a write that does not tell how many rows it added or removed. Then the rows are counted, and a large
// number is stored again.
import type { Database } from './database.ts'
import { accountSlot, type Fragment, type Statement, slot, sql, sqlName, statement } from './sql.ts'

/** To count fewer rows costs about as much as to store their number. */
export const minStoredRows = 1000

/** After a migration, which may add and remove rows. */
export const forgetRowCounts = 'update tableversion set rowcountat = null'

export const countRows = (table: string): Fragment =>
  sql`(select count(*) from ${sqlName(table)} where ${sqlName(`${table}.accountid`)} = ${accountSlot})`

/** Null when the number is not known. */
export const storedRowCount = (table: string): Fragment => sql`(select tableversion.rowcount from tableversion
  where tableversion.accountid = ${accountSlot} and tableversion.tablename = ${sql.lit(table)}
  and tableversion.rowcountat = tableversion.n)`

export const rowCount = (table: string): Fragment => sql`coalesce(${storedRowCount(table)}, ${countRows(table)})`

/** The tables whose stored numbers a statement reads. */
export const storedCountsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/tableversion\.tablename = '(\w+)'/g)].map(([, table = '']) => table)),
]

export const tablesWithRowCount = statement(sql`select tableversion.tablename from tableversion
  where tableversion.accountid = ${accountSlot} and tableversion.rowcount is not null order by tableversion.tablename`)

interface CountedTable {
  readonly isStored: Statement
  readonly count: Statement
  readonly store: Statement
}

function countedTable(table: string): CountedTable {
  const name = sql.lit(table)
  const version = sql`coalesce((select tableversion.n from tableversion where tableversion.accountid = ${accountSlot}
    and tableversion.tablename = ${name}), 0)`
  return {
    isStored: statement(sql`select case when ${storedRowCount(table)} is null then 0 else 1 end`),
    count: statement(sql`select ${version}, ${countRows(table)}`),
    // Nothing happens if the table was written since it was counted.
    store: statement(sql`update tableversion set rowcount = ${slot('rows')}, rowcountat = ${slot('version')}
      where accountid = ${accountSlot} and tablename = ${name} and n = ${slot('version')}`),
  }
}

/** Counts the rows of a table and stores their number where it is not known. */
export class RowCounter {
  readonly #database: Database
  readonly #tables = new Map<string, CountedTable>()
  readonly #running = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Called after the tables were counted. Does not wait; after a failure they are counted again another time. */
  storeLater(accountid: number, tables: readonly string[]): void {
    for (const table of tables) {
      const key = `${accountid} ${table}`
      if (this.#running.has(key)) continue
      this.#running.add(key)
      this.#store(accountid, table)
        .catch(() => undefined)
        .finally(() => this.#running.delete(key))
    }
  }

  async #store(accountid: number, table: string): Promise<void> {
    const counted = this.#tables.get(table) ?? countedTable(table)
    this.#tables.set(table, counted)
    const known = await this.#database.read(accountid, (tx) => tx.first(counted.isStored))
    if (known?.[0] === 1) return
    const [version, rows] = (await this.#database.readOffloaded(accountid, (tx) => tx.first(counted.count))) ?? []
    await this.#database.write(accountid, (tx) => tx.run('tableversion', counted.store, { version, rows }))
  }
}
