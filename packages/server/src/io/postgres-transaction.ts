// The transactions of a job on PostgreSQL. A read sends single statements, each with its own snapshot; a write sends
// all statements on the connection of its transaction. postgres-batch-writer.ts begins and commits.
import {
  type ChangeRecorder,
  type NamedEvent,
  pick,
  recordedColumns,
  rowChanges,
  rowValues,
  type TrackedTable,
  trackedStatements,
  writesRows,
} from './change-log.ts'
import { monotonicMs } from './clock.ts'
import {
  type ColumnValue,
  type LinkedPeople,
  NextNumber,
  type ReadTransaction,
  type Row,
  type WriteTransaction,
} from './database.ts'
import { lookupAddition } from './lookup.ts'
import type { PostgresQuery, PostgresResult } from './postgres-connection.ts'
import { type CachedStatement, linkSql, nextNumberSql, type PreparedStatements } from './postgres-statements.ts'
import { fileReplacement, removalNeeded } from './removed-files.ts'
import { bind, RowsStatement, type SlotValues, type Statement } from './sql.ts'
import { type RowDelta, rowDelta, TableChanges } from './table-changes.ts'

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
  readonly changedTables = new TableChanges()
  /** The tables read before the write turn. If an earlier job changed one of them, this job runs again. */
  readonly tablesReadAhead = new Set<string>()
  readonly #writeTurn = Promise.withResolvers<void>()
  readonly #pipelineRelease = Promise.withResolvers<void>()
  #mayWrite = false
  /** A statement waits for the write turn; all later statements wait behind it. */
  #isWaiting = false
  /**
   * The first statement that failed. PostgreSQL then rejects the rest of the transaction, so the job has failed too.
   */
  failure: unknown

  /** The ids taken by this job, in order. */
  readonly takenIds: Promise<number>[] = []
  readonly #reusableIds: Promise<number>[]
  readonly recorder: ChangeRecorder

  /**
   * `spareIds` are the ids of the job's first run. A second run reuses them, so that the order of new records is kept.
   */
  constructor(
    statements: PreparedStatements,
    accountid: number,
    send: (query: PostgresQuery) => Promise<PostgresResult>,
    spareIds: readonly Promise<number>[],
    recorder: ChangeRecorder,
  ) {
    super(statements, accountid, send)
    this.recorder = recorder
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

  releasePipeline(addsTo: readonly string[] = []): void {
    this.changedTables.onlyAddsTo = addsTo
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
    this.recorder.refuseLinkTable(table)
    this.#markChange(table, 1, 'insert')
    const { schema } = this.statements
    const owned = schema.has(table, 'accountid')
    const valuesByColumn = new Map<string, string>(owned ? [['accountid', '$1']] : [])
    const bound: unknown[] = owned ? [this.accountid] : []
    const returned = schema.has(table, 'id') ? ['id'] : []
    for (const [column, value] of Object.entries(values)) {
      if (value instanceof NextNumber) {
        valuesByColumn.set(column, nextNumberSql(value.counter))
        if (column !== 'id') returned.push(column)
      } else valuesByColumn.set(column, `$${bound.push(value)}`)
    }
    const columns = [...valuesByColumn.keys()].join(', ')
    const expressions = [...valuesByColumn.values()].join(', ')
    const prepared = this.statements.prepareCached(`insert ${table} ${columns} ${expressions}`, () => {
      const text = `insert into ${table} (${columns}) values (${expressions})`
      return returned.length === 0 ? text : `${text} returning ${returned.join(', ')}`
    })
    const inserted = this.send({ ...prepared, values: bound })
    const [{ rows }] = await Promise.all([inserted, this.#addLookup(table, values)])
    const row = rows[0] ?? []
    const tracked = this.recorder.tracked(table)
    if (tracked !== undefined) {
      const written = { ...values, ...rowValues(returned, row) }
      const key = tracked.key.map((column) => Number(written[column]))
      this.recorder.add({ table, key, before: null, after: written })
    }
    return returned.length === 0 ? 0 : Number(row[0] ?? 0)
  }

  /** One statement for all links, because each statement costs a tenth of a create. */
  async link(table: string, id: number, links: readonly LinkedPeople[], record: 'new' | 'existing'): Promise<void> {
    const sent: Promise<unknown>[] = []
    const befores = links.map((link) => (record === 'new' ? '' : this.#unlink(link, id, sent)))
    const nonEmpty = links.filter(({ ids }) => ids.length > 0)
    for (const { table: linkTable } of nonEmpty) this.#markChange(linkTable, null)
    if (nonEmpty.length > 0) {
      const prepared = this.statements.prepareCached(`link ${nonEmpty.map((link) => link.table).join()}`, () =>
        linkSql(nonEmpty),
      )
      sent.push(this.send({ ...prepared, values: [this.accountid, id, ...nonEmpty.map(({ ids }) => ids)] }))
    }
    await Promise.all(sent)
    if (this.recorder.tracked(table) === undefined) return
    for (const [at, { table: linkTable, ids }] of links.entries()) {
      const [before, after] = [await befores[at], ids.join(',')]
      if (before !== after)
        this.recorder.add({ table, key: [id], before: { [linkTable]: before }, after: { [linkTable]: after } })
    }
  }

  /** Returns the ids that were linked. */
  #unlink({ table, key }: LinkedPeople, id: number, sent: Promise<unknown>[]): Promise<string> {
    this.#markChange(table, null)
    const ids = this.#linkedIds(table, key, id)
    const unlink = this.statements.prepareCached(
      `unlink ${table}`,
      () => `delete from ${table} where accountid = $1 and ${key} = $2`,
    )
    sent.push(ids, this.send({ ...unlink, values: [this.accountid, id] }))
    return ids
  }

  async #linkedIds(table: string, key: string, id: number): Promise<string> {
    const select = this.statements.prepareCached(
      `linked ${table}`,
      () => `select personid from ${table} where accountid = $1 and ${key} = $2 order by position`,
    )
    return (await this.send({ ...select, values: [this.accountid, id] })).rows.join(',')
  }

  async update(table: string, id: number, values: Readonly<Record<string, ColumnValue>>): Promise<void> {
    const columns = Object.keys(values)
    if (columns.length === 0) return
    this.#markChange(table, 0)
    const replaced = fileReplacement(table, id, values)
    if (replaced !== undefined) await this.#execute(...replaced)
    const tracked = this.recorder.tracked(table)
    const recorded = tracked === undefined ? [] : recordedColumns(tracked, values)
    const before = recorded.length === 0 ? undefined : this.#selectRow(table, id, recorded)
    const prepared = this.statements.prepareCached(`update ${table} ${columns.join()}`, () => {
      const settings = columns.map((column, at) => `${column} = $${at + 3}`)
      return `update ${table} set ${settings.join(', ')} where ${this.#rowCondition(table)}`
    })
    const updated = this.send({ ...prepared, values: [this.accountid, id, ...Object.values(values)] })
    const [previous] = await Promise.all([before, updated, this.#addLookup(table, values)])
    if (previous !== undefined)
      this.recorder.add({ table, key: [id], before: rowValues(recorded, previous), after: pick(recorded, values) })
  }

  async remove(table: string, id: number): Promise<void> {
    this.#markCascade(table, 0)
    await this.#recordRemoval(table, id)
    for (const note of this.statements.schema.fileRemovals(table)) await this.#execute(note, { id })
    const prepared = this.statements.prepareCached(
      `delete ${table}`,
      () => `delete from ${table} where ${this.#rowCondition(table)}`,
    )
    const { written } = await this.send({ ...prepared, values: [this.accountid, id] })
    this.changedTables.add(table, rowDelta(-1, written))
  }

  /** A deleted row is recorded with all its values, its links, and the number of rows that are deleted with it. */
  async #recordRemoval(table: string, id: number): Promise<void> {
    const tracked = this.recorder.tracked(table)
    if (tracked === undefined) return
    const row = await this.#selectRow(table, id, tracked.columns)
    if (row === undefined) return
    const links: [string, string][] = []
    for (const link of tracked.links) links.push([link.table, await this.#linkedIds(link.table, link.key, id)])
    const removed: Record<string, number> = {}
    for (const { table: part, count } of this.statements.schema.partCounts(table)) {
      if (this.recorder.tracked(part) === undefined) continue
      const [[counted] = []] = (await this.#execute(count, { id })).rows
      if (Number(counted) > 0) removed[part] = (removed[part] ?? 0) + Number(counted)
    }
    const before = { ...rowValues(tracked.columns, row), ...Object.fromEntries(links) }
    this.recorder.add({ table, key: [id], before, after: null, removed })
  }

  /** Reads and locks the row: no other transaction changes it between this statement and the next one. */
  async #selectRow(table: string, id: number, columns: readonly string[]): Promise<Row | undefined> {
    const list = columns.length === 0 ? '1' : columns.join(', ')
    const select = this.statements.prepareCached(
      `row ${table} ${list}`,
      () => `select ${list} from ${table} where ${this.#rowCondition(table)} for no key update`,
    )
    return (await this.send({ ...select, values: [this.accountid, id] })).rows[0]
  }

  async run(table: string, statement: Statement, values: SlotValues = {}): Promise<void> {
    this.recorder.refuseLinkTable(table)
    const { deletes, compiled, rowFactor } = this.statements.cachedStatement(statement)
    if (deletes) this.#markCascade(table, 0)
    else this.#markChange(table, 0)
    if (deletes && this.statements.schema.fileRemovals(table).length > 0) throw removalNeeded(table)
    const tracked = this.recorder.tracked(table)
    let written: number | null
    if (tracked !== undefined && statement instanceof RowsStatement)
      written = await this.#runTracked(statement, tracked, values)
    else if (tracked === undefined || !writesRows(compiled.text))
      written = (await this.#execute(statement, values)).written
    else throw new Error(`${table} is recorded, so this must be a RowsStatement: ${compiled.text}`)
    this.changedTables.add(table, rowDelta(rowFactor, written))
  }

  async #runTracked(statement: RowsStatement, tracked: TrackedTable, values: SlotValues): Promise<number | null> {
    const { before, after } = trackedStatements(tracked, statement)
    const [previous, current] = await Promise.all([
      before === null ? undefined : this.#execute(before, values),
      this.#execute(after ?? statement, values),
    ])
    for (const change of rowChanges(statement.table, tracked, previous?.rows ?? [], after === null ? [] : current.rows))
      this.recorder.add(change)
    return current.written
  }

  async #execute(statement: Statement, values: SlotValues): Promise<PostgresResult> {
    const { prepared, compiled } = this.statements.cachedStatement(statement)
    return this.send({ ...prepared, text: compiled.text, values: bind(compiled, this.accountid, values) })
  }

  /** Within the transaction, so that nobody gets a secret whose account is not found. */
  #addLookup(table: string, values: Readonly<Record<string, ColumnValue | NextNumber>>): Promise<unknown> | undefined {
    if (!this.statements.isDistributed) return undefined
    const add = lookupAddition(table, values)
    return add === undefined ? undefined : this.#execute(add, values)
  }

  /** Before a statement that writes the table is sent: the next job compares what it has read with these tables. */
  #markChange(table: string, delta: RowDelta, how: 'insert' | 'other' = 'other'): void {
    this.changedTables.checkWrite(table, how)
    this.changedTables.add(table, delta)
  }

  nameEvent(event: NamedEvent): void {
    this.recorder.name(event)
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
    if (this.changedTables.onlyAddsTo?.length === 0)
      throw new Error('this job declared that it sends no more statements')
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

  #markCascade(table: string, delta: RowDelta): void {
    this.#markChange(table, delta)
    for (const changed of this.statements.schema.cascadeTables(table)) this.#markChange(changed, null)
  }

  /** The condition for one row of the account. In the table of accounts the row is the account itself. */
  #rowCondition(table: string): string {
    return this.statements.schema.has(table, 'accountid') ? 'accountid = $1 and id = $2' : 'id = $1 and id = $2'
  }
}
