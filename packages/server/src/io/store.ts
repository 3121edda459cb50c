// A whole database as rows, the same for both databases, for backups and moves (docs/adr/0020-copies.md). A Store is
// read in one snapshot of all accounts. A WritableStore is filled completely or not at all. Requests never use it: they
// use database.ts.
import type { Row } from './database.ts'
import type { AppliedMigration } from './migrations.ts'

export interface Column {
  readonly name: string
  readonly whole: boolean
  readonly nullable: boolean
}

export interface Table {
  readonly name: string
  /** The stored columns in order, without generated columns. */
  readonly columns: readonly Column[]
  /** The sort order for reading: the primary key, or all columns if there is none. */
  readonly order: readonly string[]
  /** Columns that hold the id of a row of another table. */
  readonly references: readonly { readonly column: string; readonly table: string }[]
}

/** The row count and sums of a table, which two copies must share. Sums are decimal text, because they may be large. */
export interface TableTotals {
  readonly rows: number
  readonly sums: Readonly<Record<string, string>>
}

export const countRows = (tables: Readonly<Record<string, TableTotals>>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** The source of a copy: a database or a backup file. */
export interface CopySource {
  /** Sorted so that every table comes after the tables it refers to. */
  readonly tables: readonly Table[]
  readonly applied: readonly AppliedMigration[]
  /** The last id that was assigned. */
  readonly lastId: number
  /** Rows of a table in batches, values in the order of its columns; only those of one account if one is given. */
  rows(table: Table, accountid?: number): AsyncIterable<Row[]>
  totals(table: Table, accountid?: number): Promise<TableTotals>
}

export interface Store extends CopySource {
  close(): Promise<void>
}

export interface WritableStore extends Store {
  insert(table: Table, rows: readonly Row[]): Promise<void>
  /** Whether a row of any account has one of these texts in the column. */
  hasAny(table: Table, column: string, texts: readonly unknown[]): Promise<boolean>
  setLastId(id: number): Promise<void>
  /** Reserves new ids in order. No one else gets them, also with concurrent writes. */
  takeIds(count: number): Promise<number[]>
  /** Removes all rows of all accounts, and starts the ids anew. */
  removeAll(): Promise<void>
  /** Commits. Without this call nothing is kept. */
  commit(): Promise<void>
}

/** Internal tables that each database keeps for itself and that a copy does not include. */
export const internalTables: ReadonlySet<string> = new Set(['migration', 'searchpending', 'ratecount', 'lookup'])

/**
 * Sessions and sign-in attempts are not copied. Otherwise a session that was ended would be valid again in an older
 * copy. Neither is what belongs to one installation.
 */
const transientTables: ReadonlySet<string> = new Set([
  'session',
  'signintry',
  'pendingsignin',
  'usedchallenge',
  'installation',
])

/**
 * The sequence of ids is a counter in SQLite and a sequence in PostgreSQL. A copy stores it separately from the tables.
 */
export const isIdCounter = "accountid = 0 and name = 'id'"

/** SQLite counts its commits in a row of `tableversion` that has no account and no table. */
export const commitCounter = 'commit'
export const isCommitCounter = `accountid = 0 and tablename = '${commitCounter}'`

/** The sequence of ids begins after this one. */
export const lastIdOfEmpty = 1000

/** Sums are split in two parts, because one sum of large numbers would overflow. */
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

const keptRows: ReadonlyMap<string, string> = new Map([
  ['counter', isIdCounter],
  ['tableversion', isCommitCounter],
])

/** Statements that remove all rows but counters that never go back, each table before those it refers to. */
export const removeAllSql = (tables: readonly Table[]): string[] =>
  tables.toReversed().map(({ name }) => {
    const kept = keptRows.get(name)
    return `delete from ${name}${kept === undefined ? '' : ` where not (${kept})`}`
  })

/** The same SQL for both databases: both divide towards zero. */
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

/**
 * Sorts tables so that each comes after the tables it refers to, then by name, so that both databases give the same
 * order.
 */
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
