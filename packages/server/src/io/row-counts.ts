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
  and tableversion.rowcountat = tableversion.n and tableversion.rowsfrom is null)`

export const rowCount = (table: string): Fragment => sql`coalesce(${storedRowCount(table)}, ${countRows(table)})`

/** The tables whose stored numbers a statement reads. */
export const storedCountsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/tableversion\.tablename = '(\w+)'/g)].map(([, table = '']) => table)),
]

export const tablesWithRowCount = statement(sql`select tableversion.tablename from tableversion
  where tableversion.accountid = ${accountSlot} and tableversion.rowcount is not null and tableversion.rowsfrom is null
  order by tableversion.tablename`)

export const tablesWithManyRows = statement(sql`select tableversion.tablename from tableversion
  where tableversion.accountid = ${accountSlot} and tableversion.rowcountat = tableversion.n
  and tableversion.rowsfrom is null and tableversion.rowcount >= ${slot('many')}`)

interface CountedTable {
  readonly stored: Statement
  readonly begin: Statement
  readonly count: Statement
  readonly end: Statement
}

/**
 * The table may be written while it is counted: from `begin` on, commits add up the rows that they add and remove. So
 * the rows before these are known from any later moment. `end` finds nothing if a commit did not know its number, or
 * if another server began to count.
 */
function countedTable(table: string): CountedTable {
  const ofTable = sql`accountid = ${accountSlot} and tablename = ${sql.lit(table)}`
  const isCounting = sql`${ofTable} and rowcountat = n and rowcount is not null`
  return {
    stored: statement(sql`select ${storedRowCount(table)}`),
    // Rows that a program loaded without us have no version yet.
    begin: statement(sql`insert into tableversion (accountid, tablename, n, rowcount, rowcountat, rowsfrom)
      values (${accountSlot}, ${sql.lit(table)}, 0, 0, 0, 0) on conflict (accountid, tablename)
      do update set rowcount = 0, rowcountat = tableversion.n, rowsfrom = tableversion.n`),
    count: statement(sql`select tableversion.rowsfrom, ${countRows(table)} - tableversion.rowcount from tableversion
      where ${isCounting} and rowsfrom is not null`),
    end: statement(sql`update tableversion set rowcount = rowcount + ${slot('rows')}, rowsfrom = null
      where ${isCounting} and rowsfrom = ${slot('from')}`),
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

  /** The stored number of rows. Null when it is not known; then it is stored for the next time. */
  async storedRows(accountid: number, table: string): Promise<number | null> {
    const rows = await this.#storedRows(accountid, this.#counted(table))
    if (rows === null) this.storeLater(accountid, [table])
    return rows
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
    const counted = this.#counted(table)
    if ((await this.#storedRows(accountid, counted)) !== null) return
    await this.#database.write(accountid, (tx) => tx.run('tableversion', counted.begin))
    const [from, rows] = (await this.#database.readOffloaded(accountid, (tx) => tx.first(counted.count))) ?? []
    if (from === undefined) return
    await this.#database.write(accountid, (tx) => tx.run('tableversion', counted.end, { from, rows }))
  }

  async #storedRows(accountid: number, { stored }: CountedTable): Promise<number | null> {
    const row = await this.#database.read(accountid, (tx) => tx.first(stored))
    const rows = row?.[0] ?? null
    return rows === null ? null : Number(rows)
  }

  #counted(table: string): CountedTable {
    const counted = this.#tables.get(table) ?? countedTable(table)
    this.#tables.set(table, counted)
    return counted
  }
}
