// What the tables look like, as the database itself tells at opening: which columns they have and who refers to whom.
// It is never written down a second time. Only keys that carry the account count, so a reference stays in its account.
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
      const known = this.#columns.get(table)
      if (known === undefined) this.#columns.set(table, new Set([column]))
      else known.add(column)
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

  /** The tables a text may speak of: every word in it that is the name of one, so perhaps too many, never too few. */
  tablesIn(text: string): readonly string[] {
    return [...new Set(text.match(/[a-z]+/g))].filter((word) => this.#columns.has(word))
  }

  has(table: string, column: string): boolean {
    const columns = this.#columns.get(table)
    if (columns === undefined) throw new Error(`there is no table "${table}"`)
    return columns.has(column)
  }

  /** The table and all tables whose rows go with its rows: what a removal may change. */
  cascadeTables(table: string): readonly string[] {
    const known = this.#cascades.get(table)
    if (known !== undefined) return known
    const reached = new Set([table])
    for (const next of reached) {
      for (const reference of this.referencesTo(next)) if (reference.part) reached.add(reference.table)
    }
    const tables = [...reached]
    this.#cascades.set(table, tables)
    return tables
  }
}
