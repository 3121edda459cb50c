// What a piece of work may do on PostgreSQL. A read asks single statements, each its own snapshot; a write asks on the
// one connection whose transaction it is in. Beginning and committing belong to postgres-batch-writer.ts.
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
  /** Its name, where its plan is kept. */
  readonly prepared: Pick<PostgresQuery, 'name'>
  readonly compiled: CompiledSql
  readonly deletes: boolean
  /** The tables that decide what it answers. */
  readonly tables: readonly string[]
  /** Takes locks, so it waits for its turn as a write does. */
  readonly locks: boolean
}

/** Names for prepared statements: one per Statement and one per shape of row, the same on every connection. */
export class PreparedStatements {
  readonly schema: Schema
  readonly #byStatement = new WeakMap<Statement, CachedStatement>()
  readonly #byKey = new Map<string, { readonly name: string; readonly text: string }>()
  #count = 0

  readonly watch: StatementWatch

  constructor(schema: Schema, watch: StatementWatch) {
    this.schema = schema
    this.watch = watch
  }

  cachedStatement(statement: Statement): CachedStatement {
    let known = this.#byStatement.get(statement)
    if (known === undefined) {
      const compiled = statement.compiledFor('postgres')
      known = {
        prepared: statement.cachesPlan ? { name: this.#nextName() } : {},
        compiled,
        deletes: /^\s*delete\b/i.test(compiled.text),
        tables: this.schema.tablesIn(compiled.text),
        locks: /\bfor update\b/.test(compiled.text),
      }
      this.#byStatement.set(statement, known)
    }
    return known
  }

  prepareCached(key: string, text: () => string): { readonly name: string; readonly text: string } {
    let shaped = this.#byKey.get(key)
    if (shaped === undefined) {
      shaped = { name: this.#nextName(), text: text() }
      this.#byKey.set(key, shaped)
    }
    return shaped
  }

  #nextName(): string {
    this.#count++
    return `s${this.#count}`
  }
}

export class PostgresReadTransaction implements ReadTransaction {
  readonly accountid: number
  protected readonly statements: PreparedStatements
  readonly #send: (question: PostgresQuery) => Promise<PostgresResult>
  #ended = false

  constructor(names: PreparedStatements, accountid: number, ask: (question: PostgresQuery) => Promise<PostgresResult>) {
    this.statements = names
    this.accountid = accountid
    this.#send = ask
  }

  async all(statement: Statement, values: SlotValues = {}): Promise<Row[]> {
    const known = this.statements.cachedStatement(statement)
    const { prepared, compiled } = known
    const question = { ...prepared, text: compiled.text, values: bind(compiled, this.accountid, values) }
    return (await this.executeRead(known, question)).rows
  }

  async first(statement: Statement, values: SlotValues = {}): Promise<Row | undefined> {
    return (await this.all(statement, values))[0]
  }

  /** After this the work cannot reach the connection any more, whatever it kept. */
  end(): void {
    this.#ended = true
  }

  protected executeRead(_: CachedStatement, question: PostgresQuery): Promise<PostgresResult> {
    return this.send(question)
  }

  protected async send(question: PostgresQuery): Promise<PostgresResult> {
    if (this.#ended) throw new Error('this transaction is over')
    const began = monotonicMs()
    const answer = await this.#send(question)
    this.statements.watch.recordStatement(question, monotonicMs() - began, this.accountid)
    return answer
  }
}

export class PostgresWriteTransaction extends PostgresReadTransaction implements WriteTransaction {
  /** The tables whose version the commit bumps. */
  readonly changedTables = new Set<string>()
  /** The tables it read before its turn: if a work before it changed one of them, it knows too little and is run again. */
  readonly tablesReadAhead = new Set<string>()
  readonly #writeTurn = Promise.withResolvers<void>()
  readonly #pipelineRelease = Promise.withResolvers<void>()
  #mayWrite = false
  /** Something waits for the turn, and all that is asked later comes after it. */
  #isWaiting = false
  #acceptsStatements = true
  /** The first statement that failed: PostgreSQL then refuses the rest of the transaction, so the work has failed too. */
  failure: unknown

  /** The ids it took, in their order. */
  readonly takenIds: Promise<number>[] = []
  readonly #reusableIds: Promise<number>[]

  /** `spareIds` are those of the work's first run: run again, it keeps its place among the records made with it. */
  constructor(
    names: PreparedStatements,
    accountid: number,
    ask: (question: PostgresQuery) => Promise<PostgresResult>,
    spareIds: readonly Promise<number>[],
  ) {
    super(names, accountid, ask)
    this.#reusableIds = [...spareIds]
    this.#writeTurn.promise.catch(() => undefined)
  }

  /** Settles when the next work may write. */
  get pipelineReleased(): Promise<void> {
    return this.#pipelineRelease.promise
  }

  /** The works before it have asked for everything. Until then it only reads. */
  startWriting(): void {
    this.#mayWrite = true
    this.#writeTurn.resolve()
  }

  /** Its turn will not come. */
  abandon(): void {
    this.end()
    this.#writeTurn.reject(new Error('this work is given up'))
  }

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
    const places = new Map<string, string>(owned ? [['accountid', '$1']] : [])
    const bound: unknown[] = owned ? [this.accountid] : []
    for (const [column, value] of Object.entries(values)) {
      if (value instanceof NextNumber) places.set(column, nextNumberSql(value.counter))
      else places.set(column, `$${bound.push(value)}`)
    }
    const columns = [...places.keys()].join(', ')
    const inserted = [...places.values()].join(', ')
    const shaped = this.statements.prepareCached(`insert ${table} ${columns} ${inserted}`, () => {
      const text = `insert into ${table} (${columns}) values (${inserted})`
      return schema.has(table, 'id') ? `${text} returning id` : text
    })
    const { rows } = await this.send({ ...shaped, values: bound })
    return Number(rows[0]?.[0] ?? 0)
  }

  /** One statement for all of them: each statement costs a tenth of a create. */
  async link(id: number, links: readonly LinkedPeople[]): Promise<void> {
    const wanted = links.filter(({ ids }) => ids.length > 0)
    if (wanted.length === 0) return
    for (const { table } of wanted) this.changedTables.add(table)
    const shaped = this.statements.prepareCached(`link ${wanted.map(({ table }) => table).join()}`, () =>
      linkSql(wanted),
    )
    await this.send({ ...shaped, values: [this.accountid, id, ...wanted.map(({ ids }) => ids)] })
  }

  async update(table: string, id: number, values: Readonly<Record<string, ColumnValue>>): Promise<void> {
    const columns = Object.keys(values)
    if (columns.length === 0) return
    this.changedTables.add(table)
    const shaped = this.statements.prepareCached(`update ${table} ${columns.join()}`, () => {
      const settings = columns.map((column, at) => `${column} = $${at + 3}`)
      return `update ${table} set ${settings.join(', ')} where ${this.#rowCondition(table)}`
    })
    await this.send({ ...shaped, values: [this.accountid, id, ...Object.values(values)] })
  }

  async remove(table: string, id: number): Promise<void> {
    this.#markCascade(table)
    const shaped = this.statements.prepareCached(
      `delete ${table}`,
      () => `delete from ${table} where ${this.#rowCondition(table)}`,
    )
    await this.send({ ...shaped, values: [this.accountid, id] })
  }

  async run(table: string, statement: Statement, values: SlotValues = {}): Promise<void> {
    const { prepared, compiled, deletes } = this.statements.cachedStatement(statement)
    if (deletes) this.#markCascade(table)
    else this.changedTables.add(table)
    await this.send({ ...prepared, text: compiled.text, values: bind(compiled, this.accountid, values) })
  }

  /** Neither way keeps anybody from referring to the row: a foreign key minds only those who would remove it. */
  async lock(table: string, id: number, how: 'alone' | 'shared' = 'alone'): Promise<void> {
    const shaped = this.statements.prepareCached(
      `lock ${table} ${how}`,
      () =>
        `select 1 from ${table} where ${this.#rowCondition(table)} for ${how === 'alone' ? 'no key update' : 'share'}`,
    )
    const question = { ...shaped, values: [this.accountid, id] }
    // A shared lock goes with the reading it protects, ahead of the turn: it keeps no other work of this transaction waiting.
    await (how === 'alone' ? this.send(question) : this.#readAhead(question, []))
  }

  protected override executeRead(known: CachedStatement, question: PostgresQuery): Promise<PostgresResult> {
    return known.locks ? this.send(question) : this.#readAhead(question, known.tables)
  }

  /** Before the turn, unless something waits for it already. */
  #readAhead(question: PostgresQuery, tables: readonly string[]): Promise<PostgresResult> {
    if (this.#mayWrite || this.#isWaiting) return this.send(question)
    for (const table of tables) this.tablesReadAhead.add(table)
    return this.#send(question)
  }

  protected override async send(question: PostgresQuery): Promise<PostgresResult> {
    if (!this.#acceptsStatements) throw new Error('this work has said that it asked for everything')
    if (!this.#mayWrite || this.#isWaiting) {
      this.#isWaiting = true
      await this.#writeTurn.promise
    }
    return this.#send(question)
  }

  async #send(question: PostgresQuery): Promise<PostgresResult> {
    try {
      return await super.send(question)
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }

  #markCascade(table: string): void {
    for (const emptied of this.statements.schema.cascadeTables(table)) this.changedTables.add(emptied)
  }

  /** The condition on one row of the account; in the table of accounts the row is the account itself. */
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
