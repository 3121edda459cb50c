// The tables with their columns and foreign keys, as read from the database when it is opened. They are not listed a
// second time in the code. Only foreign keys that include the account count, so a reference stays within its account.
import type { Reference } from './database.ts'

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

/** Writes the placeholder of a parameter: the account is 1, the id of the row is 2. */
type Placeholder = (at: 1 | 2) => string

export interface PartCount {
  readonly table: string
  readonly text: (placeholder: Placeholder) => string
}

export class Schema {
  readonly #columns = new Map<string, Set<string>>()
  readonly #references = new Map<string, Reference[]>()
  readonly #cascades = new Map<string, readonly string[]>()
  readonly #partCounts = new Map<string, readonly PartCount[]>()

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

  /**
   * For each way in which rows of other tables are deleted with a row: the table, and a query that counts these rows.
   * It takes the account and the id of the row, in this order, written by `placeholder`.
   */
  partCounts(table: string): readonly PartCount[] {
    let counts = this.#partCounts.get(table)
    if (counts === undefined) {
      counts = this.#buildPartCounts(table, [table], (placeholder) => `= ${placeholder(2)}`)
      this.#partCounts.set(table, counts)
    }
    return counts
  }

  #buildPartCounts(table: string, path: readonly string[], isOf: (placeholder: Placeholder) => string): PartCount[] {
    return this.referencesTo(table).flatMap(({ table: part, column, part: cascades }) => {
      if (!cascades || path.includes(part)) return []
      const where = (placeholder: Placeholder): string =>
        `from ${part} where accountid = ${placeholder(1)} and ${column} ${isOf(placeholder)}`
      const count = { table: part, text: (placeholder: Placeholder) => `select count(*) ${where(placeholder)}` }
      if (!this.has(part, 'id')) return [count]
      const deeper = this.#buildPartCounts(
        part,
        [...path, part],
        (placeholder) => `in (select id ${where(placeholder)})`,
      )
      return [count, ...deeper]
    })
  }

  /** The search index of a table is a table with the same columns, or on PostgreSQL an index with that name. */
  hasSearchIndex(table: string, columns: readonly string[]): boolean {
    const indexed = this.#columns.get(`${table}_search`)
    return indexed !== undefined && columns.every((column) => indexed.has(column))
  }

  /** The table and all tables whose rows are deleted with its rows. */
  cascadeTables(table: string): readonly string[] {
    const cached = this.#cascades.get(table)
    if (cached !== undefined) return cached
    const reached = new Set([table])
    for (const next of reached) {
      for (const reference of this.referencesTo(next)) if (reference.part) reached.add(reference.table)
    }
    const tables = [...reached]
    this.#cascades.set(table, tables)
    return tables
  }
}
