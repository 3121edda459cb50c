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

export class Schema {
  readonly #columns = new Map<string, Set<string>>()
  readonly #references = new Map<string, Reference[]>()
  readonly #cascades = new Map<string, readonly string[]>()

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
