// Copies every row of one place into an empty one and compares the two before anybody says that it is done: how many rows each
// table has, what its numbers add up to, and all rows read back, by their hash. What is wrong ends the copy with a sentence.
import { createHash, type Hash } from 'node:crypto'
import type { Row } from './database.ts'
import type { CopySource, Table, TableTotals, WritableStore } from './store.ts'

/** The two sides do not fit, or do not agree afterwards. The message is a part of a sentence. */
export class CopyError extends Error {}

export interface CopyResult {
  readonly tables: number
  readonly rows: number
}

/** Told how many rows were read or written since the last time. */
export type OnRows = (count: number) => void

export const rowAsJsonLine = (row: Row): string => `${JSON.stringify(row)}\n`

export async function copyAll(from: CopySource, to: WritableStore, onRows: OnRows): Promise<CopyResult> {
  const origins = new Map(from.tables.map((table) => [table.name, table]))
  const strange = from.tables.find(({ name }) => !to.tables.some((table) => table.name === name))
  if (strange !== undefined) throw new CopyError(`there is a table ${strange.name} that its schema does not have`)
  let rows = 0
  const hashes = new Map<string, string>()
  for (const table of to.tables) {
    const origin = origins.get(table.name)
    if (origin === undefined) throw new CopyError(`the table ${table.name} is missing`)
    hashes.set(table.name, await copyTable(from, origin, to, table, onRows))
    rows += (await from.totals(origin)).rows
  }
  await to.setLastId(from.lastId)
  for (const table of to.tables) {
    const origin = origins.get(table.name) ?? table
    compareTotals(table.name, await from.totals(origin), await to.totals(table))
    if ((await hashRows(to, table, onRows)) !== hashes.get(table.name)) {
      throw new CopyError(`the rows of ${table.name} read back are not those that were written`)
    }
  }
  return { tables: to.tables.length, rows }
}

/** The hash of the rows as the other side is to give them. */
async function copyTable(
  from: CopySource,
  origin: Table,
  to: WritableStore,
  table: Table,
  onRows: OnRows,
): Promise<string> {
  const places = table.columns.map(({ name }) => origin.columns.findIndex((column) => column.name === name))
  if (origin.columns.length !== table.columns.length || places.includes(-1)) {
    throw new CopyError(`the table ${table.name} has other columns than its schema says`)
  }
  const hash = createHash('sha256')
  for await (const portion of from.rows(origin)) {
    const rows = portion.map((row) => places.map((place) => row[place]))
    for (const row of rows) {
      checkRow(table, row)
      hash.update(rowAsJsonLine(row))
    }
    await to.insert(table, rows)
    onRows(rows.length)
  }
  return hash.digest('hex')
}

async function hashRows(store: CopySource, table: Table, onRows: OnRows): Promise<string> {
  const hash: Hash = createHash('sha256')
  for await (const rows of store.rows(table)) {
    for (const row of rows) hash.update(rowAsJsonLine(row))
    onRows(rows.length)
  }
  return hash.digest('hex')
}

/** What came from a file may hold anything. */
export function checkRow({ name, columns }: Table, row: Row): void {
  for (const [at, { name: column, whole, nullable }] of columns.entries()) {
    const value = row[at]
    const fits = value === null ? nullable : whole ? Number.isSafeInteger(value) : typeof value === 'string'
    if (!fits) throw new CopyError(`a row of ${name} has a ${column} that cannot be one`)
  }
}

/** Only sums that both sides know are compared: what a copy may change is left out by whoever changed it. */
export function compareTotals(table: string, was: TableTotals, now: TableTotals): void {
  if (was.rows !== now.rows) throw new CopyError(`of ${was.rows} rows of ${table} there are ${now.rows}`)
  for (const [column, sum] of Object.entries(was.sums)) {
    if (now.sums[column] === undefined || now.sums[column] === sum) continue
    throw new CopyError(`${table}.${column} adds up to ${now.sums[column]} instead of ${sum}`)
  }
}
