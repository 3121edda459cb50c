// The tables with their columns and foreign keys, as read from the database when it is opened. They are not listed a
// second time in the code. Only foreign keys that include the account count, so a reference stays within its account.
import type { Reference } from './database.ts'
import { filesOf, noteRemovedFiles } from './removed-files.ts'
import { accountSlot, type Fragment, type Statement, slot, sql, sqlName, statement } from './sql.ts'

export interface TableRow {
  readonly table: string
  readonly column: string
}

export interface KeyRow {
  /** The referring table and its columns, in the order of `toColumns`. */
  readonly table: string
  readonly columns: readonly string[]
  readonly to: string
  readonly toColumns: readonly string[]
  readonly cascades: boolean
}

/** Rows of a table that are deleted with a row of another one, whose id is in the slot `id`. */
interface PartRows {
  readonly table: string
  readonly from: Fragment
}

export interface PartCount {
  readonly table: string
  readonly count: Statement
}

export class Schema {
  readonly #columns = new Map<string, Set<string>>()
  readonly #references = new Map<string, Reference[]>()
  readonly #cascades = new Map<string, readonly string[]>()
  readonly #partCounts = new Map<string, readonly PartCount[]>()
  readonly #fileRemovals = new Map<string, readonly Statement[]>()

  constructor(columns: readonly TableRow[], keys: readonly KeyRow[]) {
    for (const { table, column } of columns) {
      const tableColumns = this.#columns.get(table)
      if (tableColumns === undefined) this.#columns.set(table, new Set([column]))
      else tableColumns.add(column)
    }
    for (const key of keys) {
      const column = key.columns[1]
      if (key.columns.length !== 2 || key.columns[0] !== 'accountid' || column === undefined) continue
      if (key.toColumns[0] !== 'accountid' || key.toColumns[1] !== 'id') continue
      const reference = { table: key.table, column, part: key.cascades }
      this.#references.set(key.to, [...(this.#references.get(key.to) ?? []), reference])
    }
    for (const references of this.#references.values()) {
      references.sort((a, b) => (`${a.table} ${a.column}` < `${b.table} ${b.column}` ? -1 : 1))
    }
  }

  referencesTo(table: string): readonly Reference[] {
    return this.#references.get(table) ?? []
  }

  /** The tables that an SQL text may use: every word that is a table name. It may return too many, never too few. */
  tablesIn(text: string): readonly string[] {
    return [...new Set(text.match(/[a-z]+/g))].filter((word) => this.#columns.has(word))
  }

  has(table: string, column: string): boolean {
    const columns = this.#columns.get(table)
    if (columns === undefined) throw new Error(`there is no table "${table}"`)
    return columns.has(column)
  }

  /** For each way in which rows of other tables are deleted with a row: the table, and what counts these rows. */
  partCounts(table: string): readonly PartCount[] {
    let counts = this.#partCounts.get(table)
    if (counts === undefined) {
      counts = this.#partRows(table, [table], sql`= ${slot('id')}`).map((part) => ({
        table: part.table,
        count: statement(sql`select count(*) ${part.from}`),
      }))
      this.#partCounts.set(table, counts)
    }
    return counts
  }

  /** What notes the files of a row, and of the rows that are deleted with it, before it is deleted. */
  fileRemovals(table: string): readonly Statement[] {
    let removals = this.#fileRemovals.get(table)
    if (removals === undefined) {
      const itself = {
        table,
        from: sql`from ${sqlName(table)} where accountid = ${accountSlot} and id = ${slot('id')}`,
      }
      removals = [itself, ...this.#partRows(table, [table], sql`= ${slot('id')}`)].flatMap((rows) => {
        const column = filesOf(rows.table)
        return column === undefined ? [] : [noteRemovedFiles(column, rows.from)]
      })
      this.#fileRemovals.set(table, removals)
    }
    return removals
  }

  #partRows(table: string, path: readonly string[], isOf: Fragment): PartRows[] {
    return this.referencesTo(table).flatMap(({ table: part, column, part: cascades }) => {
      if (!cascades || path.includes(part)) return []
      const from = sql`from ${sqlName(part)} where accountid = ${accountSlot} and ${sqlName(column)} ${isOf}`
      if (!this.has(part, 'id')) return [{ table: part, from }]
      return [{ table: part, from }, ...this.#partRows(part, [...path, part], sql`in (select id ${from})`)]
    })
  }

  /** The search index of a table is a table with the same columns, or on PostgreSQL an index with that name. */
  searchIndexColumns(table: string): readonly string[] {
    return [...(this.#columns.get(`${table}_search`) ?? [])]
  }

  /** The tables whose rows are deleted with the rows of this one; also this one if its own rows are among them. */
  cascadeTables(table: string): readonly string[] {
    const cached = this.#cascades.get(table)
    if (cached !== undefined) return cached
    const partsOf = (of: string): string[] =>
      this.referencesTo(of)
        .filter(({ part }) => part)
        .map((reference) => reference.table)
    const reached = new Set(partsOf(table))
    for (const next of reached) for (const part of partsOf(next)) reached.add(part)
    const tables = [...reached]
    this.#cascades.set(table, tables)
    return tables
  }
}
