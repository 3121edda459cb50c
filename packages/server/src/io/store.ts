// A whole database as rows, whichever of the two it is: what copies are made of (docs/adr/0020-copies.md). A Store is read in
// one snapshot, of all accounts; a NewStore is filled in one piece or not at all. Requests never come this way: their only
// door is database.ts.
import type { Row } from './database.ts'
import type { AppliedMigration } from './migrations.ts'

export interface Column {
  readonly name: string
  readonly whole: boolean
  readonly nullable: boolean
}

export interface Table {
  readonly name: string
  /** Those that are stored, in their order; what the database works out itself is left out. */
  readonly columns: readonly Column[]
  /** The order in which its rows are read: its key, or all columns where there is none. */
  readonly order: readonly string[]
  /** Columns that name a row of another table by its id. */
  readonly references: readonly { readonly column: string; readonly table: string }[]
}

/** How much a table holds: what two copies must agree on. Sums are whole numbers in decimal, because they may be large. */
export interface TableTotals {
  readonly rows: number
  readonly sums: Readonly<Record<string, string>>
}

export const countRows = (tables: Readonly<Record<string, TableTotals>>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** What a copy is made from: a database, or what was written of one. */
export interface CopySource {
  /** In an order in which every table comes after those that it refers to. */
  readonly tables: readonly Table[]
  readonly applied: readonly AppliedMigration[]
  /** The last id that was given. */
  readonly lastId: number
  /** Rows of a table in portions, values in the order of its columns; of one account if one is given. */
  rows(table: Table, accountid?: number): AsyncIterable<Row[]>
  totals(table: Table, accountid?: number): Promise<TableTotals>
}

export interface Store extends CopySource {
  close(): Promise<void>
}

export interface WritableStore extends Store {
  insert(table: Table, rows: readonly Row[]): Promise<void>
  setLastId(id: number): Promise<void>
  /** New ids in order, which nobody else gets even if others write at the same time. */
  takeIds(count: number): Promise<number[]>
  /** Keeps everything. Without it, whatever happens, nothing stays. */
  commit(): Promise<void>
}

/** Not rows of anybody: each database keeps them in its own way, and a copy has its own. */
export const internalTables: ReadonlySet<string> = new Set(['migration'])

/**
 * Who is signed in and who tried to, just now and on this server: a copy has nobody. A session that was ended would otherwise
 * live again in an older copy.
 */
const transientTables: ReadonlySet<string> = new Set(['session', 'signintry'])

/** The sequence of ids is a counter in SQLite and a sequence in PostgreSQL; in a copy it is a number beside the tables. */
export const isIdCounter = "accountid = 0 and name = 'id'"

/** Split in two, because the sum of large numbers in one would overflow. */
const sumUnit = 1_000_000

const integerColumns = ({ columns }: Table): readonly string[] =>
  columns.filter(({ whole }) => whole).map(({ name }) => name)

export function whereClause({ name, columns }: Table, accountid: number | undefined): string {
  if (transientTables.has(name)) return ' where 1 = 0'
  const conditions: string[] = []
  if (name === 'counter') conditions.push(`not (${isIdCounter})`)
  if (accountid !== undefined) {
    const owned = columns.some((column) => column.name === 'accountid')
    conditions.push(`${owned ? 'accountid' : 'id'} = ${Math.trunc(accountid)}`)
  }
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

/** The same text for both databases: both divide towards zero. */
export function totalsSql(table: Table, accountid: number | undefined): string {
  const sums = integerColumns(table).flatMap((column) => [
    `cast(coalesce(sum(${column} / ${sumUnit}), 0) as text)`,
    `cast(coalesce(sum(${column} % ${sumUnit}), 0) as text)`,
  ])
  return `select ${['count(*)', ...sums].join(', ')} from ${table.name}${whereClause(table, accountid)}`
}

export function totalsFrom(table: Table, [rows, ...parts]: Row): TableTotals {
  const sums = integerColumns(table).map((column, at) => {
    const sum = BigInt(String(parts[at * 2])) * BigInt(sumUnit) + BigInt(String(parts[at * 2 + 1]))
    return [column, String(sum)]
  })
  return { rows: Number(rows), sums: Object.fromEntries(sums) }
}

export const selectSql = (table: Table, accountid: number | undefined): string =>
  `select ${table.columns.map(({ name }) => name).join(', ')} from ${table.name}${whereClause(table, accountid)}` +
  ` order by ${table.order.join(', ')}`

/** Tables so that each comes after those it refers to; among equals by name, so that both databases give one order. */
export function inDependencyOrder(tables: readonly Table[]): Table[] {
  const byName = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const waiting = new Map(byName.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ references }) => references.every(({ table }) => !waiting.has(table)))
    if (next === undefined) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(next.name)
    ordered.push(next)
  }
  return ordered
}
