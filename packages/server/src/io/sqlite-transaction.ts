// The transactions of a job on the SQLite connection. The calls are synchronous inside and return promises that are
// already settled. sqlite.ts begins and commits.
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
import {
  type ColumnValue,
  type LinkedPeople,
  NextNumber,
  nextId,
  type ReadTransaction,
  type Row,
  type WriteTransaction,
} from './database.ts'
import { fileReplacement, removalNeeded } from './removed-files.ts'
import { bind, type CompiledSql, RowsStatement, type SlotValues, type Statement } from './sql.ts'
import { toBindable, translateError } from './sqlite-connection.ts'
import type { CounterBatch } from './sqlite-counters.ts'
import type { CachedStatement, SqliteSession } from './sqlite-session.ts'
import { type RowDelta, rowDelta, TableChanges } from './table-changes.ts'

export class SqliteReadTransaction implements ReadTransaction {
  readonly accountid: number
  protected readonly session: SqliteSession
  #ended = false
  /** The reason why no further statement is possible: the connection has rolled back by itself. */
  #abortReason: Error | undefined
  #failure: Error | undefined

  constructor(session: SqliteSession, accountid: number) {
    this.session = session
    this.accountid = accountid
  }

  all(statement: Statement, values: SlotValues = {}): Promise<Row[]> {
    return this.attempt(() => {
      const cached = this.#readStatement(statement)
      return cached.prepared.all(this.bindValues(cached.compiled, values))
    })
  }

  first(statement: Statement, values: SlotValues = {}): Promise<Row | undefined> {
    return this.attempt(() => {
      const cached = this.#readStatement(statement)
      return cached.prepared.get(this.bindValues(cached.compiled, values))
    })
  }

  /** After this call the job cannot use the connection any more, even if it kept the transaction. */
  end(): void {
    this.#ended = true
  }

  /** The first statement that failed. As on PostgreSQL, the job has then failed. */
  get failure(): Error | undefined {
    return this.#failure
  }

  protected bindValues(compiled: CompiledSql, values: SlotValues): unknown[] {
    const bound = bind(compiled, this.accountid, values)
    for (let at = 0; at < bound.length; at++) bound[at] = toBindable(bound[at])
    return bound
  }

  protected attempt<T>(action: () => T): Promise<T> {
    if (this.#abortReason !== undefined) return Promise.reject(this.#abortReason)
    if (this.#ended) return Promise.reject(new Error('this transaction is over'))
    this.session.startTiming()
    try {
      const result = action()
      this.session.recordTiming(this.accountid)
      return Promise.resolve(result)
    } catch (error) {
      const translated = translateError(error)
      const reason = translated instanceof Error ? translated : new Error(String(translated))
      this.#failure ??= reason
      // SQLite rolls back by itself when the disk is full or broken. Without this check the job would continue outside
      // of a transaction.
      if (!this.session.connection.inTransaction) this.#abortReason = reason
      return Promise.reject(reason)
    }
  }

  #readStatement(statement: Statement): CachedStatement {
    const cached = this.session.cachedStatement(statement)
    if (!cached.reads) throw new Error(`a read must not write: ${cached.compiled.text}`)
    return cached
  }
}

export class SqliteWriteTransaction extends SqliteReadTransaction implements WriteTransaction {
  /** The tables whose version is incremented at the commit; empty if nothing was written. */
  readonly changedTables = new TableChanges()
  readonly recorder: ChangeRecorder
  readonly #counters: CounterBatch

  constructor(session: SqliteSession, accountid: number, counters: CounterBatch, recorder: ChangeRecorder) {
    super(session, accountid)
    this.#counters = counters
    this.recorder = recorder
  }

  newId(): Promise<number> {
    return this.attempt(() => this.#nextNumber(nextId))
  }

  insert(table: string, values: Readonly<Record<string, ColumnValue | NextNumber>>): Promise<number> {
    return this.attempt(() => {
      this.changedTables.checkWrite(table, 'insert')
      this.recorder.refuseLinkTable(table)
      const owned = this.session.schema.has(table, 'accountid')
      const columns = owned ? ['accountid'] : []
      const bound: unknown[] = owned ? [BigInt(this.accountid)] : []
      const tracked = this.recorder.tracked(table)
      const written: Record<string, unknown> = {}
      for (const column of Object.keys(values)) {
        columns.push(column)
        const value = values[column]
        const stored = value instanceof NextNumber ? this.#nextNumber(value) : value
        written[column] = stored
        bound.push(toBindable(stored))
      }
      this.session.insertInto(table, columns).run(bound)
      this.changedTables.add(table, 1)
      if (tracked !== undefined) {
        const key = tracked.key.map((column) => Number(written[column]))
        this.recorder.add({ table, key, before: null, after: written })
      }
      return Number(written.id ?? 0)
    })
  }

  link(table: string, id: number, links: readonly LinkedPeople[], record: 'new' | 'existing'): Promise<void> {
    return this.attempt(() => {
      for (const link of links) {
        this.changedTables.checkWrite(link.table)
        const before = record === 'new' ? '' : this.#unlink(link, id)
        this.#insertLinks(link, id)
        this.changedTables.add(link.table, null)
        const after = link.ids.join(',')
        if (this.recorder.tracked(table) !== undefined && before !== after)
          this.recorder.add({ table, key: [id], before: { [link.table]: before }, after: { [link.table]: after } })
      }
    })
  }

  /** Returns the ids that were linked. */
  #unlink({ table, key }: LinkedPeople, id: number): string {
    const ids = this.#linkedIds(table, key, id)
    this.session
      .prepareCached(`unlink ${table}`, () => `delete from ${table} where accountid = ? and ${key} = ?`)
      .run(BigInt(this.accountid), BigInt(id))
    return ids
  }

  #linkedIds(table: string, key: string, id: number): string {
    const select = this.session.prepareCached(
      `linked ${table}`,
      () => `select personid from ${table} where accountid = ? and ${key} = ? order by position`,
    )
    return select.all(BigInt(this.accountid), BigInt(id)).join(',')
  }

  #insertLinks({ table, key, ids }: LinkedPeople, id: number): void {
    const prepared = this.session.prepareCached(
      `link ${table}`,
      () => `insert into ${table} (accountid, ${key}, personid, position) values (?, ?, ?, ?)`,
    )
    for (let position = 0; position < ids.length; position++) {
      prepared.run(BigInt(this.accountid), BigInt(id), BigInt(ids[position] ?? 0), BigInt(position))
    }
  }

  update(table: string, id: number, values: Readonly<Record<string, ColumnValue>>): Promise<void> {
    return this.attempt(() => {
      const columns = Object.keys(values)
      if (columns.length === 0) return
      const replaced = fileReplacement(table, id, values)
      this.changedTables.checkWrite(table)
      if (replaced !== undefined) this.#write(...replaced)
      const bound = Object.values(values).map(toBindable)
      const tracked = this.recorder.tracked(table)
      const recorded = tracked === undefined ? [] : recordedColumns(tracked, values)
      const before = recorded.length === 0 ? undefined : this.#selectRow(table, id, recorded)
      const settings = (): string => columns.map((column) => `${column} = ?`).join(', ')
      const text = (): string => `update ${table} set ${settings()} where ${this.#rowCondition(table)}`
      const prepared = this.session.prepareCached(`update ${table} ${columns.join()}`, text)
      prepared.run(...bound, BigInt(this.accountid), BigInt(id))
      this.changedTables.add(table, 0)
      if (before !== undefined)
        this.recorder.add({ table, key: [id], before: rowValues(recorded, before), after: pick(recorded, values) })
    })
  }

  remove(table: string, id: number): Promise<void> {
    return this.attempt(() => {
      this.changedTables.checkWrite(table)
      this.#recordRemoval(table, id)
      for (const note of this.session.schema.fileRemovals(table)) this.#write(note, { id })
      const { changes } = this.session
        .prepareCached(`delete ${table}`, () => `delete from ${table} where ${this.#rowCondition(table)}`)
        .run(BigInt(this.accountid), BigInt(id))
      this.#markCascade(table, -changes)
    })
  }

  /** A deleted row is recorded with all its values, its links, and the number of rows that are deleted with it. */
  #recordRemoval(table: string, id: number): void {
    const tracked = this.recorder.tracked(table)
    if (tracked === undefined) return
    const row = this.#selectRow(table, id, tracked.columns)
    if (row === undefined) return
    const links = tracked.links.map((link) => [link.table, this.#linkedIds(link.table, link.key, id)])
    const removed: Record<string, number> = {}
    for (const { table: part, count } of this.session.schema.partCounts(table)) {
      if (this.recorder.tracked(part) === undefined) continue
      const [[counted] = []] = this.#rows(count, { id })
      if (Number(counted) > 0) removed[part] = (removed[part] ?? 0) + Number(counted)
    }
    const before = { ...rowValues(tracked.columns, row), ...Object.fromEntries(links) }
    this.recorder.add({ table, key: [id], before, after: null, removed })
  }

  #selectRow(table: string, id: number, columns: readonly string[]): Row | undefined {
    const list = columns.length === 0 ? '1' : columns.join(', ')
    return this.session
      .prepareCached(`row ${table} ${list}`, () => `select ${list} from ${table} where ${this.#rowCondition(table)}`)
      .get(BigInt(this.accountid), BigInt(id))
  }

  run(table: string, statement: Statement, values: SlotValues = {}): Promise<void> {
    return this.attempt(() => {
      this.changedTables.checkWrite(table)
      this.recorder.refuseLinkTable(table)
      const cached = this.session.cachedStatement(statement)
      if (cached.deletes && this.session.schema.fileRemovals(table).length > 0) throw removalNeeded(table)
      const tracked = this.recorder.tracked(table)
      let written: number
      if (tracked !== undefined && statement instanceof RowsStatement)
        written = this.#runTracked(statement, tracked, values)
      else if (tracked === undefined || !writesRows(cached.compiled.text)) written = this.#write(statement, values)
      else throw new Error(`${table} is recorded, so this must be a RowsStatement: ${cached.compiled.text}`)
      const delta = rowDelta(cached.rowFactor, written)
      if (cached.deletes) this.#markCascade(table, delta)
      else this.changedTables.add(table, delta)
    })
  }

  #runTracked(statement: RowsStatement, tracked: TrackedTable, values: SlotValues): number {
    const { table } = statement
    const { before, after } = trackedStatements(tracked, statement)
    const previous = before === null ? [] : this.#rows(before, values)
    const current = after === null ? [] : this.#rows(after, values)
    const written = after === null ? this.#write(statement, values) : current.length
    for (const change of rowChanges(table, tracked, previous, current)) this.recorder.add(change)
    return written
  }

  #rows(statement: Statement, values: SlotValues): readonly Row[] {
    const cached = this.session.cachedStatement(statement)
    return cached.prepared.all(this.bindValues(cached.compiled, values))
  }

  /** Returns the number of rows that it wrote. */
  #write(statement: Statement, values: SlotValues): number {
    const cached = this.session.cachedStatement(statement)
    return cached.prepared.run(this.bindValues(cached.compiled, values)).changes
  }

  nameEvent(event: NamedEvent): void {
    this.recorder.name(event)
  }

  /** SQLite runs every statement at once, so there is no pipeline, but what PostgreSQL refuses is refused here too. */
  releasePipeline(addsTo: readonly string[] = []): void {
    this.changedTables.onlyAddsTo = addsTo
  }

  eraseOverwritten(): void {
    this.session.eraser.request()
  }

  lock(): Promise<void> {
    return this.attempt(() => undefined)
  }

  #markCascade(table: string, delta: RowDelta): void {
    this.changedTables.add(table, delta)
    for (const changed of this.session.schema.cascadeTables(table)) this.changedTables.add(changed, null)
  }

  /** The condition for one row of the account. In the table of accounts the row is the account itself. */
  #rowCondition(table: string): string {
    return this.session.schema.has(table, 'accountid') ? 'accountid = ? and id = ?' : 'id = ? and id = ?'
  }

  #nextNumber({ counter }: NextNumber): number {
    return this.#counters.next(counter === 'id' ? 0 : this.accountid, counter)
  }
}
