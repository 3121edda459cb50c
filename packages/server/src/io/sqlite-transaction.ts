// What a piece of work may do on the SQLite connection while its batch runs. The calls are synchronous underneath and
// answer with promises that are already settled. Beginning, saving and committing belong to sqlite.ts.
import { monotonicMs } from './clock.ts'
import {
  type ColumnValue,
  type LinkedPeople,
  NextNumber,
  nextId,
  type ReadTransaction,
  type Row,
  type WriteTransaction,
} from './database.ts'
import type { Schema } from './schema.ts'
import { bind, type CompiledSql, type SlotValues, type Statement } from './sql.ts'
import { type PreparedStatement, type SqliteConnection, toBindable, translateError } from './sqlite-connection.ts'
import type { CounterBatch } from './sqlite-counters.ts'
import type { StatementWatch } from './statement-watch.ts'

interface CachedSql {
  readonly prepared: PreparedStatement
  readonly text: string
}

interface CachedStatement {
  readonly prepared: PreparedStatement
  readonly compiled: CompiledSql
  readonly reads: boolean
  readonly deletes: boolean
}

/** The connection with its prepared statements; every statement is prepared once. */
export class SqliteSession {
  readonly connection: SqliteConnection
  readonly schema: Schema
  readonly #byStatement = new WeakMap<Statement, CachedStatement>()
  readonly #byKey = new Map<string, CachedSql>()
  readonly #lastInserts = new Map<string, CachedSql & { readonly columns: readonly string[] }>()
  /** The last statement that was asked for, and when the first since `starts` was. */
  #lastStatement: { readonly text: string } | undefined
  #startedAt = 0

  readonly watch: StatementWatch

  constructor(connection: SqliteConnection, schema: Schema, watch: StatementWatch) {
    this.connection = connection
    this.schema = schema
    this.watch = watch
  }

  cachedStatement(statement: Statement): CachedStatement {
    let known = this.#byStatement.get(statement)
    if (known === undefined) {
      const compiled = statement.compiledFor('sqlite')
      const prepared = this.prepare(compiled.text)
      known = { prepared, compiled, reads: prepared.readonly, deletes: /^\s*delete\b/i.test(compiled.text) }
      this.#byStatement.set(statement, known)
    }
    this.#noteStatement(known.compiled)
    return known
  }

  /** A statement known by a short key, with its text made on first use. */
  prepareCached(key: string, text: () => string): PreparedStatement {
    let shaped = this.#byKey.get(key)
    if (shaped === undefined) {
      const made = text()
      shaped = { prepared: this.prepare(made), text: made }
      this.#byKey.set(key, shaped)
    }
    this.#noteStatement(shaped)
    return shaped.prepared
  }

  /** Inserts into a table mostly name the columns of the one before; comparing them costs less than a key made of them. */
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

  /** Nothing runs yet. */
  startTiming(): void {
    this.#lastStatement = undefined
  }

  /** Tells the watch of what ran since `starts`, if anything did. */
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

const areEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, at) => text === others[at])

export class SqliteReadTransaction implements ReadTransaction {
  readonly accountid: number
  protected readonly session: SqliteSession
  #ended = false
  /** Why nothing more can be done before the end, when the connection has rolled back by itself. */
  #abortReason: Error | undefined
  #failure: Error | undefined

  constructor(session: SqliteSession, accountid: number) {
    this.session = session
    this.accountid = accountid
  }

  all(statement: Statement, values: SlotValues = {}): Promise<Row[]> {
    return this.attempt(() => {
      const known = this.#readStatement(statement)
      return known.prepared.all(this.bindValues(known.compiled, values))
    })
  }

  first(statement: Statement, values: SlotValues = {}): Promise<Row | undefined> {
    return this.attempt(() => {
      const known = this.#readStatement(statement)
      return known.prepared.get(this.bindValues(known.compiled, values))
    })
  }

  /** After this the work cannot reach the connection any more, whatever it kept. */
  end(): void {
    this.#ended = true
  }

  /** The first statement that failed. As on PostgreSQL, a work with a failed statement has failed. */
  get failure(): Error | undefined {
    return this.#failure
  }

  protected bindValues(compiled: CompiledSql, values: SlotValues): unknown[] {
    const bound = bind(compiled, this.accountid, values)
    for (let at = 0; at < bound.length; at++) bound[at] = toBindable(bound[at])
    return bound
  }

  protected attempt<T>(act: () => T): Promise<T> {
    if (this.#abortReason !== undefined) return Promise.reject(this.#abortReason)
    if (this.#ended) return Promise.reject(new Error('this transaction is over'))
    this.session.startTiming()
    try {
      const done = act()
      this.session.recordTiming(this.accountid)
      return Promise.resolve(done)
    } catch (error) {
      const said = translateError(error)
      const reason = said instanceof Error ? said : new Error(String(said))
      this.#failure ??= reason
      // A full or broken disk makes SQLite roll back by itself; without this the work could go on outside of it.
      if (!this.session.connection.inTransaction) this.#abortReason = reason
      return Promise.reject(reason)
    }
  }

  #readStatement(statement: Statement): CachedStatement {
    const known = this.session.cachedStatement(statement)
    if (!known.reads) throw new Error(`a read must not write: ${known.compiled.text}`)
    return known
  }
}

export class SqliteWriteTransaction extends SqliteReadTransaction implements WriteTransaction {
  /** The tables whose version the commit bumps; empty as long as nothing was written. */
  readonly changedTables = new Set<string>()
  readonly #counters: CounterBatch

  constructor(session: SqliteSession, accountid: number, numbers: CounterBatch) {
    super(session, accountid)
    this.#counters = numbers
  }

  newId(): Promise<number> {
    return this.attempt(() => this.#nextNumber(nextId))
  }

  insert(table: string, values: Readonly<Record<string, ColumnValue | NextNumber>>): Promise<number> {
    return this.attempt(() => {
      const owned = this.session.schema.has(table, 'accountid')
      const columns = owned ? ['accountid'] : []
      const bound: unknown[] = owned ? [BigInt(this.accountid)] : []
      let id = 0
      for (const column of Object.keys(values)) {
        columns.push(column)
        const value = values[column]
        const stored = value instanceof NextNumber ? this.#nextNumber(value) : value
        if (column === 'id') id = Number(stored)
        bound.push(toBindable(stored))
      }
      this.session.insertInto(table, columns).run(bound)
      this.changedTables.add(table)
      return id
    })
  }

  link(id: number, links: readonly LinkedPeople[]): Promise<void> {
    return this.attempt(() => {
      const account = BigInt(this.accountid)
      for (const { table, key, ids } of links) {
        const prepared = this.session.prepareCached(
          `link ${table}`,
          () => `insert into ${table} (accountid, ${key}, personid, position) values (?, ?, ?, ?)`,
        )
        for (let position = 0; position < ids.length; position++) {
          prepared.run(account, BigInt(id), BigInt(ids[position] ?? 0), BigInt(position))
        }
        this.changedTables.add(table)
      }
    })
  }

  update(table: string, id: number, values: Readonly<Record<string, ColumnValue>>): Promise<void> {
    return this.attempt(() => {
      const columns = Object.keys(values)
      if (columns.length === 0) return
      const bound = Object.values(values).map(toBindable)
      this.session
        .prepareCached(
          `update ${table} ${columns.join()}`,
          () =>
            `update ${table} set ${columns.map((column) => `${column} = ?`).join(', ')} where ${this.#rowCondition(table)}`,
        )
        .run(...bound, BigInt(this.accountid), BigInt(id))
      this.changedTables.add(table)
    })
  }

  remove(table: string, id: number): Promise<void> {
    return this.attempt(() => {
      this.session
        .prepareCached(`delete ${table}`, () => `delete from ${table} where ${this.#rowCondition(table)}`)
        .run(BigInt(this.accountid), BigInt(id))
      this.#markCascade(table)
    })
  }

  run(table: string, statement: Statement, values: SlotValues = {}): Promise<void> {
    return this.attempt(() => {
      const known = this.session.cachedStatement(statement)
      known.prepared.run(this.bindValues(known.compiled, values))
      if (known.deletes) this.#markCascade(table)
      else this.changedTables.add(table)
    })
  }

  /** Here every answer is there at once. */
  releasePipeline(): void {}

  lock(): Promise<void> {
    return this.attempt(() => undefined)
  }

  #markCascade(table: string): void {
    for (const emptied of this.session.schema.cascadeTables(table)) this.changedTables.add(emptied)
  }

  /** The condition on one row of the account; in the table of accounts the row is the account itself. */
  #rowCondition(table: string): string {
    return this.session.schema.has(table, 'accountid') ? 'accountid = ? and id = ?' : 'id = ? and id = ?'
  }

  #nextNumber({ counter }: NextNumber): number {
    return this.#counters.next(counter === 'id' ? 0 : this.accountid, counter)
  }
}
