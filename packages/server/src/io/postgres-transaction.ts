// The transactions of a job on PostgreSQL. A read sends single statements, each with its own snapshot; a write sends
// all statements on the connection of its transaction. postgres-batch-writer.ts begins and commits.
import { LruCache } from '../kit/lru-cache.ts'
import { monotonicMs } from './clock.ts'
import {
  type ColumnValue,
  type LinkedPeople,
  NextNumber,
  type ReadTransaction,
  type Row,
  type WriteTransaction,
} from './database.ts'
import type { PostgresQuery, PostgresResult } from './postgres-connection.ts'
import type { Schema } from './schema.ts'
import { bind, type CompiledSql, type SlotValues, type Statement } from './sql.ts'
import type { StatementWatch } from './statement-watch.ts'

interface CachedStatement {
  /** The name of the prepared statement, if its plan is cached. */
  readonly prepared: Pick<PostgresQuery, 'name'>
  readonly compiled: CompiledSql
  readonly deletes: boolean
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

  constructor(schema: Schema, watch: StatementWatch) {
    this.schema = schema
    this.watch = watch
  }

  cachedStatement(statement: Statement): CachedStatement {
    let cached = this.#byStatement.get(statement)
    if (cached === undefined) {
      const compiled = statement.compiledFor('postgres')
      cached = {
        prepared: statement.cachesPlan ? { name: this.#nextName() } : {},
        compiled,
        deletes: /^\s*delete\b/i.test(compiled.text),
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

export class PostgresReadTransaction implements ReadTransaction {
  readonly accountid: number
  protected readonly statements: PreparedStatements
  readonly #send: (query: PostgresQuery) => Promise<PostgresResult>
  #ended = false

  constructor(
    statements: PreparedStatements,
    accountid: number,
    send: (query: PostgresQuery) => Promise<PostgresResult>,
  ) {
    this.statements = statements
    this.accountid = accountid
    this.#send = send
  }

  async all(statement: Statement, values: SlotValues = {}): Promise<Row[]> {
    const cached = this.statements.cachedStatement(statement)
    const { prepared, compiled } = cached
    const query = { ...prepared, text: compiled.text, values: bind(compiled, this.accountid, values) }
    return (await this.executeRead(cached, query)).rows
  }

  async first(statement: Statement, values: SlotValues = {}): Promise<Row | undefined> {
    return (await this.all(statement, values))[0]
  }

  /** After this call the job cannot use the connection any more, even if it kept the transaction. */
  end(): void {
    this.#ended = true
  }

  protected executeRead(_: CachedStatement, query: PostgresQuery): Promise<PostgresResult> {
    return this.send(query)
  }

  protected async send(query: PostgresQuery): Promise<PostgresResult> {
    if (this.#ended) throw new Error('this transaction is over')
    const began = monotonicMs()
    const result = await this.#send(query)
    this.statements.watch.recordStatement(query, monotonicMs() - began, this.accountid)
    return result
  }
}

export class PostgresWriteTransaction extends PostgresReadTransaction implements WriteTransaction {
  /** The tables whose version is incremented at the commit. */
  readonly changedTables = new Set<string>()
  /** The tables read before the write turn. If an earlier job changed one of them, this job runs again. */
  readonly tablesReadAhead = new Set<string>()
  readonly #writeTurn = Promise.withResolvers<void>()
  readonly #pipelineRelease = Promise.withResolvers<void>()
  #mayWrite = false
  /** A statement waits for the write turn; all later statements wait behind it. */
  #isWaiting = false
  #acceptsStatements = true
  /**
   * The first statement that failed. PostgreSQL then rejects the rest of the transaction, so the job has failed too.
   */
  failure: unknown

  /** The ids taken by this job, in order. */
  readonly takenIds: Promise<number>[] = []
  readonly #reusableIds: Promise<number>[]

  /**
   * `spareIds` are the ids of the job's first run. A second run reuses them, so that the order of new records is kept.
   */
  constructor(
    statements: PreparedStatements,
    accountid: number,
    send: (query: PostgresQuery) => Promise<PostgresResult>,
    spareIds: readonly Promise<number>[],
  ) {
    super(statements, accountid, send)
    this.#reusableIds = [...spareIds]
    this.#writeTurn.promise.catch(() => undefined)
  }

  /** Resolves when the next job may write. */
  get pipelineReleased(): Promise<void> {
    return this.#pipelineRelease.promise
  }

  /** Called when all earlier jobs have sent their statements. Until then this job only reads. */
  startWriting(): void {
    this.#mayWrite = true
    this.#writeTurn.resolve()
  }

  /** The write turn of this job will not come. */
  abandon(): void {
    this.end()
    this.#writeTurn.reject(new Error('this work is given up'))
  }

  eraseOverwritten(): void {}

  releasePipeline(): void {
    this.#acceptsStatements = false
    if (this.#isWaiting) void this.#writeTurn.promise.then(this.#pipelineRelease.resolve, () => undefined)
    else this.#pipelineRelease.resolve()
  }

  newId(): Promise<number> {
    const id = this.#reusableIds.shift() ?? this.#nextId()
    this.takenIds.push(id)
    return id
  }

  async #nextId(): Promise<number> {
    const { rows } = await this.#send(this.statements.prepareCached('new id', () => "select nextval('ids')"))
    return Number(rows[0]?.[0])
  }

  async insert(table: string, values: Readonly<Record<string, ColumnValue | NextNumber>>): Promise<number> {
    this.changedTables.add(table)
    const { schema } = this.statements
    const owned = schema.has(table, 'accountid')
    const valuesByColumn = new Map<string, string>(owned ? [['accountid', '$1']] : [])
    const bound: unknown[] = owned ? [this.accountid] : []
    for (const [column, value] of Object.entries(values)) {
      if (value instanceof NextNumber) valuesByColumn.set(column, nextNumberSql(value.counter))
      else valuesByColumn.set(column, `$${bound.push(value)}`)
    }
    const columns = [...valuesByColumn.keys()].join(', ')
    const inserted = [...valuesByColumn.values()].join(', ')
    const prepared = this.statements.prepareCached(`insert ${table} ${columns} ${inserted}`, () => {
      const text = `insert into ${table} (${columns}) values (${inserted})`
      return schema.has(table, 'id') ? `${text} returning id` : text
    })
    const { rows } = await this.send({ ...prepared, values: bound })
    return Number(rows[0]?.[0] ?? 0)
  }

  /** One statement for all links, because each statement costs a tenth of a create. */
  async link(id: number, links: readonly LinkedPeople[]): Promise<void> {
    const nonEmpty = links.filter(({ ids }) => ids.length > 0)
    if (nonEmpty.length === 0) return
    for (const { table } of nonEmpty) this.changedTables.add(table)
    const prepared = this.statements.prepareCached(`link ${nonEmpty.map(({ table }) => table).join()}`, () =>
      linkSql(nonEmpty),
    )
    await this.send({ ...prepared, values: [this.accountid, id, ...nonEmpty.map(({ ids }) => ids)] })
  }

  async update(table: string, id: number, values: Readonly<Record<string, ColumnValue>>): Promise<void> {
    const columns = Object.keys(values)
    if (columns.length === 0) return
    this.changedTables.add(table)
    const prepared = this.statements.prepareCached(`update ${table} ${columns.join()}`, () => {
      const settings = columns.map((column, at) => `${column} = $${at + 3}`)
      return `update ${table} set ${settings.join(', ')} where ${this.#rowCondition(table)}`
    })
    await this.send({ ...prepared, values: [this.accountid, id, ...Object.values(values)] })
  }

  async remove(table: string, id: number): Promise<void> {
    this.#markCascade(table)
    const prepared = this.statements.prepareCached(
      `delete ${table}`,
      () => `delete from ${table} where ${this.#rowCondition(table)}`,
    )
    await this.send({ ...prepared, values: [this.accountid, id] })
  }

  async run(table: string, statement: Statement, values: SlotValues = {}): Promise<void> {
    const { prepared, compiled, deletes } = this.statements.cachedStatement(statement)
    if (deletes) this.#markCascade(table)
    else this.changedTables.add(table)
    await this.send({ ...prepared, text: compiled.text, values: bind(compiled, this.accountid, values) })
  }

  /** Neither lock prevents new references to the row: a foreign key conflicts only with a lock for deletion. */
  async lock(table: string, id: number, how: 'alone' | 'shared' = 'alone'): Promise<void> {
    const prepared = this.statements.prepareCached(
      `lock ${table} ${how}`,
      () =>
        `select 1 from ${table} where ${this.#rowCondition(table)} for ${how === 'alone' ? 'no key update' : 'share'}`,
    )
    const query = { ...prepared, values: [this.accountid, id] }
    // A shared lock is sent with the reads that it protects, before the write turn. It does not block other jobs of
    // this transaction.
    await (how === 'alone' ? this.send(query) : this.#readAhead(query, []))
  }

  protected override executeRead(cached: CachedStatement, query: PostgresQuery): Promise<PostgresResult> {
    return cached.locks ? this.send(query) : this.#readAhead(query, cached.tables)
  }

  /** Runs before the write turn, unless another statement already waits for it. */
  #readAhead(query: PostgresQuery, tables: readonly string[]): Promise<PostgresResult> {
    if (this.#mayWrite || this.#isWaiting) return this.send(query)
    for (const table of tables) this.tablesReadAhead.add(table)
    return this.#send(query)
  }

  protected override async send(query: PostgresQuery): Promise<PostgresResult> {
    if (!this.#acceptsStatements) throw new Error('this work has said that it asked for everything')
    if (!this.#mayWrite || this.#isWaiting) {
      this.#isWaiting = true
      await this.#writeTurn.promise
    }
    return this.#send(query)
  }

  async #send(query: PostgresQuery): Promise<PostgresResult> {
    try {
      return await super.send(query)
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }

  #markCascade(table: string): void {
    for (const changed of this.statements.schema.cascadeTables(table)) this.changedTables.add(changed)
  }

  /** The condition for one row of the account. In the table of accounts the row is the account itself. */
  #rowCondition(table: string): string {
    return this.statements.schema.has(table, 'accountid') ? 'accountid = $1 and id = $2' : 'id = $1 and id = $2'
  }
}

function linkSql(links: readonly LinkedPeople[]): string {
  const inserts = links.map(
    ({ table, key }, at) =>
      `insert into ${table} (accountid, ${key}, personid, position) select $1, $2, value, ordinality - 1 ` +
      `from unnest($${at + 3}::bigint[]) with ordinality as list (value, ordinality)`,
  )
  const last = inserts.pop() ?? ''
  return inserts.length === 0 ? last : `with ${inserts.map((text, at) => `l${at} as (${text})`).join(', ')} ${last}`
}

function nextNumberSql(counter: string): string {
  if (!/^[a-z]+$/.test(counter)) throw new Error(`not the name of a counter: ${counter}`)
  return counter === 'id' ? "nextval('ids')" : `nextnumber($1, '${counter}')`
}
