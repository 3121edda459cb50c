// The SQLite connection with its prepared statements, and the time that they take. What runs in a transaction is in
// sqlite-transaction.ts.
import { LruCache } from '../kit/lru-cache.ts'
import { monotonicMs } from './clock.ts'
import type { Schema } from './schema.ts'
import type { CompiledSql, Statement } from './sql.ts'
import type { PreparedStatement, SqliteConnection } from './sqlite-connection.ts'
import { ContentEraser } from './sqlite-erase.ts'
import type { StatementWatch } from './statement-watch.ts'
import { type RowDelta, rowFactorOf } from './table-changes.ts'

interface CachedSql {
  readonly prepared: PreparedStatement
  readonly text: string
}

export interface CachedStatement {
  readonly prepared: PreparedStatement
  readonly compiled: CompiledSql
  readonly reads: boolean
  readonly deletes: boolean
  readonly rowFactor: RowDelta
}

/** A write names its columns, of which a caller can send any combination. */
export const maxKeyedStatements = 500

/**
 * The connection with its prepared statements; every statement is prepared once. The driver cannot release a prepared
 * statement on request: it does so when the object is garbage, so each lives as long as its Statement or cache entry.
 */
export class SqliteSession {
  readonly connection: SqliteConnection
  readonly schema: Schema
  readonly eraser: ContentEraser
  readonly #byStatement = new WeakMap<Statement, CachedStatement>()
  readonly #byKey = new LruCache<string, CachedSql>(maxKeyedStatements)
  readonly #lastInserts = new Map<string, CachedSql & { readonly columns: readonly string[] }>()
  /** The last statement, and the time of the first one since startTiming(). */
  #lastStatement: { readonly text: string } | undefined
  #startedAt = 0

  readonly watch: StatementWatch

  constructor(connection: SqliteConnection, schema: Schema, watch: StatementWatch) {
    this.connection = connection
    this.schema = schema
    this.eraser = new ContentEraser(connection)
    this.watch = watch
  }

  cachedStatement(statement: Statement): CachedStatement {
    let cached = this.#byStatement.get(statement)
    if (cached === undefined) {
      const compiled = statement.compiledFor('sqlite')
      const prepared = this.prepare(compiled.text)
      const { text } = compiled
      const deletes = /^\s*delete\b/i.test(text)
      cached = { prepared, compiled, reads: prepared.readonly, deletes, rowFactor: rowFactorOf(text) }
      this.#byStatement.set(statement, cached)
    }
    this.#noteStatement(cached.compiled)
    return cached
  }

  /** A statement with a short cache key; its text is built on first use. */
  prepareCached(key: string, text: () => string): PreparedStatement {
    let cachedSql = this.#byKey.get(key)
    if (cachedSql === undefined) {
      const sqlText = text()
      cachedSql = { prepared: this.prepare(sqlText), text: sqlText }
      this.#byKey.set(key, cachedSql)
    }
    this.#noteStatement(cachedSql)
    return cachedSql.prepared
  }

  /**
   * Consecutive inserts into a table mostly have the same columns. Comparing them costs less than building a cache key.
   */
  insertInto(table: string, columns: readonly string[]): PreparedStatement {
    let last = this.#lastInserts.get(table)
    if (last === undefined || !areEqual(last.columns, columns)) {
      const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
      last = { columns, text, prepared: this.prepareCached(text, () => text) }
      this.#lastInserts.set(table, last)
    }
    this.#noteStatement(last)
    return last.prepared
  }

  /** Starts a measurement. */
  startTiming(): void {
    this.#lastStatement = undefined
  }

  /** Reports the statements since startTiming(), if there were any. */
  recordTiming(accountid: number): void {
    if (this.#lastStatement !== undefined)
      this.watch.recordStatement(this.#lastStatement, monotonicMs() - this.#startedAt, accountid)
  }

  #noteStatement(statement: { readonly text: string }): void {
    if (this.#lastStatement === undefined) this.#startedAt = monotonicMs()
    this.#lastStatement = statement
  }

  prepare(text: string): PreparedStatement {
    const prepared = this.connection.prepare<unknown[], readonly unknown[]>(text)
    return prepared.reader ? prepared.raw(true) : prepared
  }
}

const areEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((text, at) => text === right[at])
