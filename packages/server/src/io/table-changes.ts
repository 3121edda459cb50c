// The tables that a write transaction changed, and how many rows each has more or fewer where that is known. The commit
// increments the version of each table, and with it the stored number of its rows (docs/adr/0065-row-counts.md).

/** Null when rows may have been added or removed in an unknown number. */
export type RowDelta = number | null

export class TableChanges implements Iterable<[string, RowDelta]> {
  readonly #deltas = new Map<string, RowDelta>()
  /** The tables to which rows may still be added after `releasePipeline`; undefined before it. */
  onlyAddsTo: readonly string[] | undefined

  get size(): number {
    return this.#deltas.size
  }

  /** Called before a statement that writes the table, also where nothing depends on the declaration. */
  checkWrite(table: string, how: 'insert' | 'other' = 'other'): void {
    if (this.onlyAddsTo !== undefined && !(how === 'insert' && this.onlyAddsTo.includes(table)))
      throw new Error(`this job declared that it does not write ${table} any more`)
  }

  add(table: string, rows: RowDelta): void {
    const before = this.#deltas.get(table) ?? (this.#deltas.has(table) ? null : 0)
    this.#deltas.set(table, before === null || rows === null ? null : before + rows)
  }

  addAll(changes: TableChanges): void {
    for (const [table, rows] of changes) this.add(table, rows)
  }

  has(table: string): boolean {
    return this.#deltas.has(table)
  }

  tables(): IterableIterator<string> {
    return this.#deltas.keys()
  }

  [Symbol.iterator](): IterableIterator<[string, RowDelta]> {
    return this.#deltas.entries()
  }
}

/**
 * How many rows its table has more for each row that a statement writes: 1, 0 or -1. Null if its text does not tell, as
 * with an upsert.
 */
export function rowFactorOf(text: string): RowDelta {
  if (/\bon conflict\b/i.test(text)) return null
  const [, verb = ''] = /^\s*(insert|update|delete)\b/i.exec(text) ?? []
  return { insert: 1, update: 0, delete: -1 }[verb.toLowerCase()] ?? null
}

export const rowDelta = (factor: RowDelta, written: number | null): RowDelta =>
  factor === null || written === null ? null : factor * written
