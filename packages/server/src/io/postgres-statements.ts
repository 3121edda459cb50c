// The names and some texts of prepared statements on PostgreSQL, and what a transaction needs to know about each. It
// sends nothing; postgres-transaction.ts does.
import { LruCache } from '../kit/lru-cache.ts'
import type { LinkedPeople } from './database.ts'
import type { PostgresQuery } from './postgres-connection.ts'
import type { Schema } from './schema.ts'
import { boundToAccount, type CompiledSql, type Statement } from './sql.ts'
import type { StatementWatch } from './statement-watch.ts'
import { type RowDelta, rowFactorOf } from './table-changes.ts'

export interface CachedStatement {
  /** The name of the prepared statement, if its plan is cached. */
  readonly prepared: Pick<PostgresQuery, 'name'>
  readonly compiled: CompiledSql
  readonly deletes: boolean
  readonly rowFactor: RowDelta
  /** The tables that the statement reads. */
  readonly tables: readonly string[]
  /** Takes row locks, so it waits for the write turn like a write. */
  readonly locks: boolean
}

/** A write names its columns, of which a caller can send any combination. */
const maxKeyedStatements = 500

/**
 * Names for prepared statements: one per Statement and one per set of columns, the same on every connection. A name is
 * never used again. How many a connection keeps is limited in postgres-connection.ts.
 */
export class PreparedStatements {
  readonly schema: Schema
  readonly #byStatement = new WeakMap<Statement, CachedStatement>()
  readonly #byKey = new LruCache<string, { readonly name: string; readonly text: string }>(maxKeyedStatements)
  #count = 0

  readonly watch: StatementWatch

  /** True if accounts are on several machines. */
  readonly isDistributed: boolean

  constructor(schema: Schema, watch: StatementWatch, isDistributed: boolean) {
    this.schema = schema
    this.watch = watch
    this.isDistributed = isDistributed
  }

  cachedStatement(statement: Statement): CachedStatement {
    let cached = this.#byStatement.get(statement)
    if (cached === undefined) {
      const written = statement.compiledFor('postgres')
      const compiled = this.isDistributed ? boundToAccount(written) : written
      cached = {
        prepared: statement.cachesPlan ? { name: this.#nextName() } : {},
        compiled,
        deletes: /^\s*delete\b/i.test(compiled.text),
        rowFactor: rowFactorOf(compiled.text),
        tables: this.schema.tablesIn(compiled.text),
        locks: /\bfor update\b/.test(compiled.text),
      }
      this.#byStatement.set(statement, cached)
    }
    return cached
  }

  prepareCached(key: string, text: () => string): { readonly name: string; readonly text: string } {
    let prepared = this.#byKey.get(key)
    if (prepared === undefined) {
      prepared = { name: this.#nextName(), text: text() }
      this.#byKey.set(key, prepared)
    }
    return prepared
  }

  #nextName(): string {
    this.#count++
    return `s${this.#count}`
  }
}

/** Inserts all links of a new record. */
export function linkSql(links: readonly LinkedPeople[]): string {
  const inserts = links.map(
    ({ table, key }, at) =>
      `insert into ${table} (accountid, ${key}, personid, position) select $1, $2, value, ordinality - 1 ` +
      `from unnest($${at + 3}::bigint[]) with ordinality as list (value, ordinality)`,
  )
  const last = inserts.pop() ?? ''
  return inserts.length === 0 ? last : `with ${inserts.map((text, at) => `l${at} as (${text})`).join(', ')} ${last}`
}

/** The next number of a counter of the account. */
export function nextNumberSql(counter: string): string {
  if (!/^[a-z]+$/.test(counter)) throw new Error(`not the name of a counter: ${counter}`)
  return counter === 'id' ? "nextval('ids')" : `nextnumber($1, '${counter}')`
}
