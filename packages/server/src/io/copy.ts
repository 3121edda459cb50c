// Copies every row of one store into an empty one and verifies the result before it reports success: the number of rows
// per table, the sums of its numbers, and a hash over all rows read back. A difference ends the copy with a CopyError.
import { createHash, type Hash } from 'node:crypto'
import type { Row } from './database.ts'
import type { CopySource, Table, TableTotals, WritableStore } from './store.ts'

/** The schemas differ, or the stores differ after the copy. The message is a part of a sentence. */
export class CopyError extends Error {}

export interface CopyResult {
  readonly tables: number
  readonly rows: number
}

/** Called with the number of rows read or written since the last call. */
export type OnRows = (count: number) => void

export const rowAsJsonLine = (row: Row): string => `${JSON.stringify(row)}\n`

export async function copyAll(from: CopySource, to: WritableStore, onRows: OnRows): Promise<CopyResult> {
  const origins = new Map(from.tables.map((table) => [table.name, table]))
  const unexpected = from.tables.find(({ name }) => !to.tables.some((table) => table.name === name))
  if (unexpected !== undefined) throw new CopyError(`there is a table ${unexpected.name} that its schema does not have`)
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

/** Returns the hash of the rows as the target must return them. */
async function copyTable(
  from: CopySource,
  origin: Table,
  to: WritableStore,
  table: Table,
  onRows: OnRows,
): Promise<string> {
  const positions = table.columns.map(({ name }) => origin.columns.findIndex((column) => column.name === name))
  if (origin.columns.length !== table.columns.length || positions.includes(-1)) {
    throw new CopyError(`the table ${table.name} has other columns than its schema says`)
  }
  const hash = createHash('sha256')
  for await (const batch of from.rows(origin)) {
    const rows = batch.map((row) => positions.map((position) => row[position]))
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

/** Rows from a file are not trusted. */
export function checkRow({ name, columns }: Table, row: Row): void {
  for (const [at, { name: column, whole, nullable }] of columns.entries()) {
    const value = row[at]
    const fits = value === null ? nullable : whole ? Number.isSafeInteger(value) : typeof value === 'string'
    if (!fits) throw new CopyError(`a row of ${name} has a ${column} that cannot be one`)
  }
}

/** Compares only sums that both sides have: a copy that changes a column on purpose leaves its sum out. */
export function compareTotals(table: string, was: TableTotals, now: TableTotals): void {
  if (was.rows !== now.rows) throw new CopyError(`of ${was.rows} rows of ${table} there are ${now.rows}`)
  for (const [column, sum] of Object.entries(was.sums)) {
    if (now.sums[column] === undefined || now.sums[column] === sum) continue
    throw new CopyError(`${table}.${column} adds up to ${now.sums[column]} instead of ${sum}`)
  }
}
