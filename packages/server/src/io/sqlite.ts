// The SQLite database: one connection for the event loop, whose jobs run in batches. All reads of one turn of the event
// loop share a transaction and all writes share a commit, but each job fails alone (docs/adr/0003-sql.md). Long reads
// run on threads (sqlite-reader-pool.ts); the quota has its own file (sqlite-quota.ts).

import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { utcText } from '../kit/calendar.ts'
import { errorMessage } from '../kit/error-message.ts'
import { type ChangeLog, type ChangeOrigin, ChangeRecorder, commandOrigin } from './change-log.ts'
import { type Clock, monotonicMs } from './clock.ts'
import {
  counterOfPerson,
  type Database,
  type QuotaUsage,
  type RateCount,
  type ReadTransaction,
  type Reference,
  type WriteTransaction,
} from './database.ts'
import { Busy, CannotOpen, Unavailable } from './errors.ts'
import { acquireFolderLock, type FolderLock } from './folder-lock.ts'
import { migrationsFolder, notMigratedMessage, pendingMigrations, readMigrations } from './migrations.ts'
import { CommitMark, countCommitSql, rejectLostCommits } from './sqlite-commit-mark.ts'
import {
  applicationId,
  busyTimeoutMs,
  isDiskFailure,
  openSqliteFile,
  type SqliteConnection,
  translateError,
} from './sqlite-connection.ts'
import { CounterBatch } from './sqlite-counters.ts'
import { insertSqliteEvents } from './sqlite-events.ts'
import { failJobs, hasFailed, type Job, runJob, settleJobs } from './sqlite-job.ts'
import { appliedInSqlite, migrateSqlite } from './sqlite-migrate.ts'
import { SqliteQuota } from './sqlite-quota.ts'
import { ReadQueue } from './sqlite-read-queue.ts'
import { ReaderPool } from './sqlite-reader-pool.ts'
import { readSqliteSchema } from './sqlite-schema.ts'
import { SearchIndexer } from './sqlite-search.ts'
import { SqliteSession } from './sqlite-session.ts'
import { SqliteWriteTransaction } from './sqlite-transaction.ts'
import { StatementWatch } from './statement-watch.ts'
import type { TableChanges } from './table-changes.ts'
import { rejectLostSqliteFile } from './traces.ts'
import { Vault } from './vault.ts'
import { WriteProbe } from './write-probe.ts'

export interface SqliteOptions {
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: (line: string) => void
  /** True in the worker processes of one server, which share the folder. */
  readonly workersMayShare: boolean
  /** True for a command that runs alongside a server: no lock, no migrations. */
  readonly alongsideServer?: boolean
  readonly vault?: Vault
  readonly watch?: StatementWatch | undefined
  readonly migrations?: URL
  /** Without it no events are recorded. */
  readonly changeLog?: ChangeLog | undefined
  readonly readTimeoutMs?: number
}

/** The writes of a turn share a commit, so many of them make it cheaper. */
const mostWrites = 128

export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const file = join(options.dataFolder, 'stint.sqlite')
  const quotaFile = join(options.dataFolder, 'quota.sqlite')
  let lock: FolderLock | undefined
  let main: SqliteConnection | undefined
  try {
    // A command must not create the folder when its name is only mistyped.
    if (options.alongsideServer === true && !existsSync(file))
      throw new CannotOpen(`There is no database in ${options.dataFolder}.`)
    mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 })
    if (options.alongsideServer !== true)
      lock = await acquireFolderLock(options.dataFolder, options.workersMayShare ? process.ppid : undefined)
    if (options.alongsideServer !== true) rejectLostSqliteFile(options.dataFolder)
    rejectLostCommits(options.dataFolder)
    // Created here so that only the server's user can read them; SQLite gives its side files the same mode.
    for (const path of [file, quotaFile]) closeSync(openSync(path, 'a', 0o600))
    main = openSqliteFile(file, { synchronous: 'full', cacheKilobytes: 48_000 })
    const files = await readMigrations('sqlite', options.migrations ?? migrationsFolder)
    if (lock?.exclusive) migrateSqlite(main, files, options.clock, options.log)
    else if (pendingMigrations(files, appliedInSqlite(main)).length > 0) throw new CannotOpen(notMigratedMessage)
    const quota = openSqliteFile(quotaFile, { synchronous: 'normal', cacheKilobytes: 2000 })
    await lock?.share()
    const watch = options.watch ?? new StatementWatch()
    const session = new SqliteSession(main, readSqliteSchema(main), watch)
    const readers = new ReaderPool(file, watch, options.readTimeoutMs)
    return new SqliteDatabase(
      session,
      new SqliteQuota(quota, main, options.log),
      readers,
      lock,
      new CommitMark(options.dataFolder, lock !== undefined, options.log),
      options.vault ?? new Vault(),
      options.clock,
      options.changeLog ?? null,
    )
  } catch (error) {
    main?.close()
    lock?.release()
    if (error instanceof CannotOpen) throw error
    const message = errorMessage(error)
    throw new CannotOpen(`The database in ${options.dataFolder} cannot be opened: ${message}.`, { cause: error })
  }
}

class SqliteDatabase implements Database {
  readonly dialect = 'sqlite'
  readonly isDistributed = false
  readonly vault: Vault
  readonly #session: SqliteSession
  readonly #quota: SqliteQuota
  readonly #readers: ReaderPool
  readonly #lock: FolderLock | undefined
  readonly #commitMark: CommitMark
  readonly #clock: Clock
  readonly #changeLog: ChangeLog | null
  readonly #transactionStatements
  readonly #reads: ReadQueue
  readonly #writes: Job<WriteTransaction>[] = []
  readonly #searchIndexer: SearchIndexer
  readonly #probe = new WriteProbe(() => this.#probeWrite())
  #flushing: Promise<void> | undefined
  #quotaFlushScheduled = false
  #closed = false
  /** Set when the disk failed. It is unknown what was written, so writes stop until the server restarts. */
  #diskFailure: Unavailable | undefined

  constructor(
    session: SqliteSession,
    quota: SqliteQuota,
    readers: ReaderPool,
    lock: FolderLock | undefined,
    commitMark: CommitMark,
    vault: Vault,
    clock: Clock,
    changeLog: ChangeLog | null,
  ) {
    this.vault = vault
    this.#clock = clock
    this.#changeLog = changeLog
    this.#session = session
    this.#searchIndexer = new SearchIndexer(session.connection, (error) => this.#noteDiskFailure(error))
    this.#quota = quota
    this.#reads = new ReadQueue(session)
    this.#readers = readers
    this.#lock = lock
    this.#commitMark = commitMark
    this.#transactionStatements = {
      beginImmediate: session.prepare('begin immediate'),
      rollback: session.prepare('rollback'),
      commit: session.prepare('commit'),
      countCommit: session.prepare(countCommitSql),
    }
  }

  read<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#enqueue((job) => this.#reads.add(job), accountid, work, commandOrigin)
  }

  get longReads(): number {
    return this.#readers.reads
  }

  readOffloaded<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#readers.read(accountid, work)
  }

  write<T>(
    accountid: number,
    work: (tx: WriteTransaction) => Promise<T>,
    origin: ChangeOrigin = commandOrigin,
  ): Promise<T> {
    return this.#enqueue((job) => this.#writes.push(job), accountid, work, origin)
  }

  countRequest(accountid: number, day: string): Promise<QuotaUsage> {
    if (this.#closed) return Promise.reject(closedError())
    if (!this.#quotaFlushScheduled) {
      this.#quotaFlushScheduled = true
      setImmediate(() => {
        this.#quotaFlushScheduled = false
        this.#quota.flush()
      })
      // Scheduled right after the quota, so that the reads of the counted requests run in the same turn.
      this.#schedule()
    }
    return this.#quota.countRequest(accountid, day)
  }

  countPersonRequest(personid: number, day: string): Promise<QuotaUsage> {
    return this.countRequest(counterOfPerson(personid), day)
  }

  addRates(minute: number, counts: readonly RateCount[]): Promise<ReadonlyMap<string, number>> {
    return this.#closed ? Promise.reject(closedError()) : this.#quota.addRates(minute, counts)
  }

  quotaUsage(accountid: number, day: string): Promise<QuotaUsage> {
    return this.#closed ? Promise.reject(closedError()) : this.#quota.usage(accountid, day)
  }

  referencesTo(table: string): readonly Reference[] {
    return this.#session.schema.referencesTo(table)
  }

  searchIndexColumns(table: string): readonly string[] {
    return this.#session.schema.searchIndexColumns(table)
  }

  /** One server at a time has the data folder. */
  prepareAlone<T>(work: () => Promise<T>): Promise<T> {
    return work()
  }

  async isReady(): Promise<boolean> {
    if (this.#closed || this.#diskFailure !== undefined) return false
    try {
      const migrated = this.#session.connection.prepare('select max(number) from migration').pluck().get() !== null
      return migrated && (await this.#probe.succeeds())
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#quota.flush()
    while (this.#flushing !== undefined) await this.#flushing
    await this.#readers.close()
    this.#quota.close()
    const { connection } = this.#session
    // The first column is 0 if the log is empty now.
    const isEmpty =
      this.#diskFailure === undefined && connection.pragma('wal_checkpoint(truncate)', { simple: true }) === 0
    connection.close()
    if (isEmpty && this.#lock?.exclusive) this.#commitMark.remove()
    else this.#commitMark.close()
    this.#lock?.release()
  }

  /**
   * Commits one page to the disk without a change: SQLite writes the id of the file although it is the same. Another
   * process that holds the lock is no failure, and waiting for it would block the event loop.
   */
  async #probeWrite(): Promise<void> {
    // No transaction is open between two batches.
    await this.#flushing
    if (this.#closed) throw closedError()
    const { connection } = this.#session
    try {
      connection.pragma('busy_timeout = 0')
      connection.pragma(`application_id = ${applicationId}`)
    } catch (error) {
      this.#noteDiskFailure(error)
      if (!(translateError(error) instanceof Busy)) throw error
    } finally {
      connection.pragma(`busy_timeout = ${busyTimeoutMs}`)
    }
  }

  #noteDiskFailure(error: unknown): void {
    if (!isDiskFailure(error)) return
    this.#diskFailure ??= new Unavailable('the disk failed, so nothing more is written until the server has restarted')
  }

  #enqueue<T, Transaction>(
    queue: (job: Job<Transaction>) => void,
    accountid: number,
    work: (tx: Transaction) => Promise<T>,
    origin: ChangeOrigin,
  ): Promise<T> {
    if (this.#closed) return Promise.reject(closedError())
    return new Promise((resolve, reject) => {
      queue({ accountid, work, origin, resolve: (value) => resolve(value as T), reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    this.#flushing ??= new Promise((resolve) => {
      setImmediate(async () => {
        await this.#flush()
        this.#flushing = undefined
        if (!this.#reads.isEmpty || this.#writes.length > 0) this.#schedule()
        resolve()
      })
    })
  }

  /** Jobs beyond a batch wait for the next turn, so that responses are sent and new requests are read in between. */
  async #flush(): Promise<void> {
    await this.#reads.runBatch()
    const writes = this.#writes.splice(0, mostWrites)
    if (writes.length > 0) await this.#runWrites(writes)
  }

  /**
   * The writes of one turn share a commit. Savepoints would isolate them but copy every changed page, which costs a
   * tenth of a create. So if a job fails after it wrote, the batch is rolled back and each job runs again alone.
   */
  async #runWrites(jobs: Job<WriteTransaction>[]): Promise<void> {
    if (!(await this.#attempt(jobs))) for (const job of jobs) await this.#attempt([job])
    settleJobs(jobs)
  }

  /** Runs all jobs in one transaction. Returns false when it was rolled back and each job must run alone. */
  async #attempt(jobs: readonly Job<WriteTransaction>[]): Promise<boolean> {
    const changedByAccount = new Map<number, TableChanges>()
    const counters = new CounterBatch(this.#session)
    try {
      if (this.#diskFailure !== undefined) throw this.#diskFailure
      this.#transactionStatements.beginImmediate.run()
      for (const job of jobs) {
        if (await this.#runWrite(job, changedByAccount, counters)) continue
        this.#transactionStatements.rollback.run()
        return jobs.length === 1
      }
      counters.writeBack()
      for (const [accountid, changes] of changedByAccount) {
        for (const [table, rows] of changes)
          this.#session.prepareCached('bump', () => bumpVersion).run(accountid, table, rows)
      }
      const hasChanged = [...changedByAccount.values()].some((tables) => tables.size > 0)
      const number = hasChanged ? Number(this.#transactionStatements.countCommit.get()?.[0]) : undefined
      this.#commit(jobs.length)
      if (number !== undefined) this.#commitMark.write(number, utcText(this.#clock.now()))
      this.#session.eraser.finish()
      this.#searchIndexer.afterWrites(jobs.length)
      for (const [accountid, tables] of changedByAccount) this.#quota.invalidate(accountid, tables)
    } catch (error) {
      this.#noteDiskFailure(error)
      failJobs(jobs, error, this.#session.connection)
    }
    return true
  }

  /** The commit waits for the disk, so a slow disk is measured here. */
  #commit(jobCount: number): void {
    const { watch } = this.#session
    const began = monotonicMs()
    this.#transactionStatements.commit.run()
    watch.recordStatement({ text: 'commit' }, monotonicMs() - began, 0)
    watch.recordCommit(jobCount)
  }

  /** Returns false when the job failed after it wrote, so that the transaction must be rolled back. */
  async #runWrite(
    job: Job<WriteTransaction>,
    changedByAccount: Map<number, TableChanges>,
    counters: CounterBatch,
  ): Promise<boolean> {
    const recorder = new ChangeRecorder(this.#changeLog, job.origin)
    const tx = new SqliteWriteTransaction(this.#session, job.accountid, counters, recorder)
    await runJob(job, tx)
    tx.end()
    if (tx.failure !== undefined) {
      // The first failed statement is the cause; the error that the job threw may be only a consequence.
      job.outcome = { error: tx.failure }
      // SQLite rolls back the whole batch by itself when the disk is full or broken.
      if (isDiskFailure(tx.failure) || !this.#session.connection.inTransaction) throw tx.failure
    }
    if (hasFailed(job)) {
      counters.rollBack()
      return tx.changedTables.size === 0
    }
    const events = recorder.events(() => utcText(this.#clock.now()))
    if (events.length > 0 && this.#changeLog !== null) {
      insertSqliteEvents(this.#session, job.accountid, counters, this.#changeLog, events)
      tx.changedTables.add('event', events.length)
    }
    counters.confirm()
    const changedTables = changedByAccount.get(job.accountid)
    if (changedTables === undefined) changedByAccount.set(job.accountid, tx.changedTables)
    else changedTables.addAll(tx.changedTables)
    return true
  }
}

const bumpVersion =
  'insert into tableversion (accountid, tablename, n) values (?, ?, 1) ' +
  'on conflict (accountid, tablename) do update set n = n + 1, rowcountat = n + 1, ' +
  'rowcount = case when rowcountat = n then rowcount + ? end'

const closedError = (): Unavailable => new Unavailable('the database is closed')
