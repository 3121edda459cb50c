// Copies every row of one place into an empty one and compares the two before anybody says that it is done: how many rows each
// table has, what its numbers add up to, and all rows read back, by their hash. What is wrong ends the copy with a sentence.
import { createHash, type Hash } from 'node:crypto'
import type { Row } from './database.ts'
import type { Measure, NewStore, Origin, Table } from './store.ts'

/** The two sides do not fit, or do not agree afterwards. The message is a part of a sentence. */
export class CopyFault extends Error {}

export interface Copied {
  readonly tables: number
  readonly rows: number
}

/** Told how many rows were read or written since the last time. */
export type OnRows = (count: number) => void

export const rowLine = (row: Row): string => `${JSON.stringify(row)}\n`

export async function copyAll(from: Origin, to: NewStore, onRows: OnRows): Promise<Copied> {
  const origins = new Map(from.tables.map((table) => [table.name, table]))
  const strange = from.tables.find(({ name }) => !to.tables.some((table) => table.name === name))
  if (strange !== undefined) throw new CopyFault(`there is a table ${strange.name} that its schema does not have`)
  let rows = 0
  const hashes = new Map<string, string>()
  for (const table of to.tables) {
    const origin = origins.get(table.name)
    if (origin === undefined) throw new CopyFault(`the table ${table.name} is missing`)
    hashes.set(table.name, await copyTable(from, origin, to, table, onRows))
    rows += (await from.measure(origin)).rows
  }
  await to.setLastId(from.lastId)
  for (const table of to.tables) {
    const origin = origins.get(table.name) ?? table
    compareMeasures(table.name, await from.measure(origin), await to.measure(table))
    if ((await hashOf(to, table, onRows)) !== hashes.get(table.name)) {
      throw new CopyFault(`the rows of ${table.name} read back are not those that were written`)
    }
  }
  return { tables: to.tables.length, rows }
}

/** The hash of the rows as the other side is to give them. */
async function copyTable(from: Origin, origin: Table, to: NewStore, table: Table, onRows: OnRows): Promise<string> {
  const places = table.columns.map(({ name }) => origin.columns.findIndex((column) => column.name === name))
  if (origin.columns.length !== table.columns.length || places.includes(-1)) {
    throw new CopyFault(`the table ${table.name} has other columns than its schema says`)
  }
  const hash = createHash('sha256')
  for await (const portion of from.rows(origin)) {
    const rows = portion.map((row) => places.map((place) => row[place]))
    for (const row of rows) {
      checkRow(table, row)
      hash.update(rowLine(row))
    }
    await to.insert(table, rows)
    onRows(rows.length)
  }
  return hash.digest('hex')
}

async function hashOf(store: Origin, table: Table, onRows: OnRows): Promise<string> {
  const hash: Hash = createHash('sha256')
  for await (const rows of store.rows(table)) {
    for (const row of rows) hash.update(rowLine(row))
    onRows(rows.length)
  }
  return hash.digest('hex')
}

/** What came from a file may hold anything. */
export function checkRow({ name, columns }: Table, row: Row): void {
  for (const [at, { name: column, whole, nullable }] of columns.entries()) {
    const value = row[at]
    const fits = value === null ? nullable : whole ? Number.isSafeInteger(value) : typeof value === 'string'
    if (!fits) throw new CopyFault(`a row of ${name} has a ${column} that cannot be one`)
  }
}

/** Only sums that both sides know are compared: what a copy may change is left out by whoever changed it. */
export function compareMeasures(table: string, was: Measure, now: Measure): void {
  if (was.rows !== now.rows) throw new CopyFault(`of ${was.rows} rows of ${table} there are ${now.rows}`)
  for (const [column, sum] of Object.entries(was.sums)) {
    if (now.sums[column] === undefined || now.sums[column] === sum) continue
    throw new CopyFault(`${table}.${column} adds up to ${now.sums[column]} instead of ${sum}`)
  }
}
