// What a piece of work may do on the SQLite connection while its batch runs. The calls are synchronous underneath and
// answer with promises that are already settled. Beginning, saving and committing belong to sqlite.ts.
import { monotonicMs } from './clock.ts'
import {
  type LinkedPeople,
  NextNumber,
  nextId,
  type ReadTransaction,
  type Row,
  type Stored,
  type WriteTransaction,
} from './database.ts'
import type { Schema } from './schema.ts'
import { bind, type Compiled, type Statement, type Values } from './sql.ts'
import { bindable, type Connection, type Prepared, translated } from './sqlite-connection.ts'
import type { Numbers } from './sqlite-numbers.ts'
import type { StatementWatch } from './statement-watch.ts'

interface Shaped {
  readonly prepared: Prepared
  readonly text: string
}

interface Known {
  readonly prepared: Prepared
  readonly compiled: Compiled
  readonly reads: boolean
  readonly removes: boolean
}

/** The connection with its prepared statements; every statement is prepared once. */
export class Session {
  readonly connection: Connection
  readonly schema: Schema
  readonly #byStatement = new WeakMap<Statement, Known>()
  readonly #byShape = new Map<string, Shaped>()
  readonly #lastInserts = new Map<string, Shaped & { readonly columns: readonly string[] }>()
  /** The last statement that was asked for, and when the first since `starts` was. */
  #running: { readonly text: string } | undefined
  #began = 0

  readonly watch: StatementWatch

  constructor(connection: Connection, schema: Schema, watch: StatementWatch) {
    this.connection = connection
    this.schema = schema
    this.watch = watch
  }

  known(statement: Statement): Known {
    let known = this.#byStatement.get(statement)
    if (known === undefined) {
      const compiled = statement.compiled('sqlite')
      const prepared = this.prepare(compiled.text)
      known = { prepared, compiled, reads: prepared.readonly, removes: /^\s*delete\b/i.test(compiled.text) }
      this.#byStatement.set(statement, known)
    }
    this.#runs(known.compiled)
    return known
  }

  /** A statement known by a short key, with its text made on first use. */
  shaped(key: string, text: () => string): Prepared {
    let shaped = this.#byShape.get(key)
    if (shaped === undefined) {
      const made = text()
      shaped = { prepared: this.prepare(made), text: made }
      this.#byShape.set(key, shaped)
    }
    this.#runs(shaped)
    return shaped.prepared
  }

  /** Inserts into a table mostly name the columns of the one before; comparing them costs less than a key made of them. */
  insertInto(table: string, columns: readonly string[]): Prepared {
    let last = this.#lastInserts.get(table)
    if (last === undefined || !sameTexts(last.columns, columns)) {
      const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
      last = { columns, text, prepared: this.shaped(text, () => text) }
      this.#lastInserts.set(table, last)
    }
    this.#runs(last)
    return last.prepared
  }

  /** Nothing runs yet. */
  starts(): void {
    this.#running = undefined
  }

  /** Tells the watch of what ran since `starts`, if anything did. */
  ran(accountid: number): void {
    if (this.#running !== undefined) this.watch.ran(this.#running, monotonicMs() - this.#began, accountid)
  }

  #runs(statement: { readonly text: string }): void {
    if (this.#running === undefined) this.#began = monotonicMs()
    this.#running = statement
  }

  prepare(text: string): Prepared {
    const prepared = this.connection.prepare<unknown[], readonly unknown[]>(text)
    return prepared.reader ? prepared.raw(true) : prepared
  }
}

const sameTexts = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, at) => text === others[at])

export class SqliteRead implements ReadTransaction {
  readonly accountid: number
  protected readonly session: Session
  #ended = false
  /** Why nothing more can be done before the end, when the connection has rolled back by itself. */
  #over: Error | undefined
  #failure: Error | undefined

  constructor(session: Session, accountid: number) {
    this.session = session
    this.accountid = accountid
  }

  all(statement: Statement, values: Values = {}): Promise<Row[]> {
    return this.attempt(() => {
      const known = this.#reading(statement)
      return known.prepared.all(this.bound(known.compiled, values))
    })
  }

  first(statement: Statement, values: Values = {}): Promise<Row | undefined> {
    return this.attempt(() => {
      const known = this.#reading(statement)
      return known.prepared.get(this.bound(known.compiled, values))
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

  protected bound(compiled: Compiled, values: Values): unknown[] {
    const bound = bind(compiled, this.accountid, values)
    for (let at = 0; at < bound.length; at++) bound[at] = bindable(bound[at])
    return bound
  }

  protected attempt<T>(act: () => T): Promise<T> {
    if (this.#over !== undefined) return Promise.reject(this.#over)
    if (this.#ended) return Promise.reject(new Error('this transaction is over'))
    this.session.starts()
    try {
      const done = act()
      this.session.ran(this.accountid)
      return Promise.resolve(done)
    } catch (error) {
      const said = translated(error)
      const reason = said instanceof Error ? said : new Error(String(said))
      this.#failure ??= reason
      // A full or broken disk makes SQLite roll back by itself; without this the work could go on outside of it.
      if (!this.session.connection.inTransaction) this.#over = reason
      return Promise.reject(reason)
    }
  }

  #reading(statement: Statement): Known {
    const known = this.session.known(statement)
    if (!known.reads) throw new Error(`a read must not write: ${known.compiled.text}`)
    return known
  }
}

export class SqliteWrite extends SqliteRead implements WriteTransaction {
  /** The tables whose version the commit bumps; empty as long as nothing was written. */
  readonly touched = new Set<string>()
  readonly #numbers: Numbers

  constructor(session: Session, accountid: number, numbers: Numbers) {
    super(session, accountid)
    this.#numbers = numbers
  }

  newId(): Promise<number> {
    return this.attempt(() => this.#next(nextId))
  }

  insert(table: string, values: Readonly<Record<string, Stored | NextNumber>>): Promise<number> {
    return this.attempt(() => {
      const owned = this.session.schema.has(table, 'accountid')
      const columns = owned ? ['accountid'] : []
      const bound: unknown[] = owned ? [BigInt(this.accountid)] : []
      let id = 0
      for (const column of Object.keys(values)) {
        columns.push(column)
        const value = values[column]
        const stored = value instanceof NextNumber ? this.#next(value) : value
        if (column === 'id') id = Number(stored)
        bound.push(bindable(stored))
      }
      this.session.insertInto(table, columns).run(bound)
      this.touched.add(table)
      return id
    })
  }

  link(id: number, links: readonly LinkedPeople[]): Promise<void> {
    return this.attempt(() => {
      const account = BigInt(this.accountid)
      for (const { table, key, ids } of links) {
        const prepared = this.session.shaped(
          `link ${table}`,
          () => `insert into ${table} (accountid, ${key}, personid, position) values (?, ?, ?, ?)`,
        )
        for (let position = 0; position < ids.length; position++) {
          prepared.run(account, BigInt(id), BigInt(ids[position] ?? 0), BigInt(position))
        }
        this.touched.add(table)
      }
    })
  }

  update(table: string, id: number, values: Readonly<Record<string, Stored>>): Promise<void> {
    return this.attempt(() => {
      const columns = Object.keys(values)
      if (columns.length === 0) return
      const bound = Object.values(values).map(bindable)
      this.session
        .shaped(
          `update ${table} ${columns.join()}`,
          () => `update ${table} set ${columns.map((column) => `${column} = ?`).join(', ')} where ${this.#row(table)}`,
        )
        .run(...bound, BigInt(this.accountid), BigInt(id))
      this.touched.add(table)
    })
  }

  remove(table: string, id: number): Promise<void> {
    return this.attempt(() => {
      this.session
        .shaped(`delete ${table}`, () => `delete from ${table} where ${this.#row(table)}`)
        .run(BigInt(this.accountid), BigInt(id))
      this.#touchEmptied(table)
    })
  }

  run(table: string, statement: Statement, values: Values = {}): Promise<void> {
    return this.attempt(() => {
      const known = this.session.known(statement)
      known.prepared.run(this.bound(known.compiled, values))
      if (known.removes) this.#touchEmptied(table)
      else this.touched.add(table)
    })
  }

  /** Here every answer is there at once. */
  handOver(): void {}

  lock(): Promise<void> {
    return this.attempt(() => undefined)
  }

  #touchEmptied(table: string): void {
    for (const emptied of this.session.schema.emptiedWith(table)) this.touched.add(emptied)
  }

  /** The condition on one row of the account; in the table of accounts the row is the account itself. */
  #row(table: string): string {
    return this.session.schema.has(table, 'accountid') ? 'accountid = ? and id = ?' : 'id = ? and id = ?'
  }

  #next({ counter }: NextNumber): number {
    return this.#numbers.next(counter === 'id' ? 0 : this.accountid, counter)
  }
}
