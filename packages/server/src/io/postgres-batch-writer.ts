// Writes on PostgreSQL. Writes of one account would wait for each other at its counters and versions anyway, so they
// share a transaction: one connection runs all waiting jobs and commits once. The jobs read concurrently, then each
// writes in its turn. A job runs again if an earlier one changed what it had read. If a job fails after it wrote, the
// transaction is rolled back and each job runs again alone.
import { utcText } from '../kit/calendar.ts'
import { type ChangeLog, type ChangeOrigin, ChangeRecorder } from './change-log.ts'
import { type Clock, monotonicMs } from './clock.ts'
import type { WriteTransaction } from './database.ts'
import type { PostgresConnection, PostgresQuery, PostgresResult } from './postgres-connection.ts'
import { WriteConflict } from './postgres-errors.ts'
import { EventInsert } from './postgres-events.ts'
import type { ConnectionPool } from './postgres-pool.ts'
import type { PreparedStatements } from './postgres-statements.ts'
import { PostgresWriteTransaction } from './postgres-transaction.ts'
import { TableChanges } from './table-changes.ts'

const maxBatchSize = 64
const maxAttempts = 5

const bumpVersions = {
  name: 'bump',
  text: `insert into tableversion as v (accountid, tablename, n)
         select $1::bigint, tablename, 1 from unnest($2::text[]) as touched (tablename) order by tablename
         on conflict (accountid, tablename) do update set n = v.n + 1, rowcountat = v.n + 1,
           rowcount = case when v.rowcountat = v.n then v.rowcount + ($3::bigint[])[array_position($2::text[], v.tablename::text)] end`,
}

interface Job {
  readonly work: (tx: WriteTransaction) => Promise<unknown>
  readonly origin: ChangeOrigin
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

interface FinishedWork {
  readonly outcome: Outcome
  readonly tx: PostgresWriteTransaction
}

type StartWork = (job: Job, spareIds?: readonly Promise<number>[]) => StartedWork

interface StartedWork {
  readonly tx: PostgresWriteTransaction
  readonly work: Promise<FinishedWork>
}

export class BatchWriter {
  readonly #pool: ConnectionPool
  readonly #statements: PreparedStatements
  readonly #waiting = new Map<number, Job[]>()
  readonly #running = new Set<Promise<void>>()
  readonly #clock: Clock
  readonly #changeLog: ChangeLog | null
  readonly #eventInsert: EventInsert | null

  constructor(pool: ConnectionPool, statements: PreparedStatements, clock: Clock, changeLog: ChangeLog | null) {
    this.#pool = pool
    this.#statements = statements
    this.#clock = clock
    this.#changeLog = changeLog
    this.#eventInsert = changeLog === null ? null : new EventInsert(changeLog)
  }

  write<T>(accountid: number, work: (tx: WriteTransaction) => Promise<T>, origin: ChangeOrigin): Promise<T> {
    return new Promise((resolve, reject) => {
      const job = { work, origin, resolve: (value: unknown) => resolve(value as T), reject }
      const waiting = this.#waiting.get(accountid)
      if (waiting !== undefined) {
        waiting.push(job)
        return
      }
      this.#waiting.set(accountid, [job])
      // More writes of the account may arrive in this turn of the event loop.
      setImmediate(() => {
        const running = this.#drain(accountid).finally(() => this.#running.delete(running))
        this.#running.add(running)
      })
    })
  }

  async waitUntilIdle(): Promise<void> {
    while (this.#waiting.size > 0) {
      await new Promise(setImmediate)
      await Promise.all(this.#running)
    }
  }

  async #drain(accountid: number): Promise<void> {
    for (;;) {
      const jobs = this.#waiting.get(accountid)?.splice(0, maxBatchSize) ?? []
      if (jobs.length === 0) break
      const outcomes = jobs.length > 1 ? await this.#attempt(accountid, jobs) : undefined
      if (outcomes !== undefined) settle(jobs, outcomes)
      else for (const job of jobs) settle([job], [await this.#runAlone(accountid, job)])
    }
    this.#waiting.delete(accountid)
  }

  async #runAlone(accountid: number, job: Job): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const [outcome = { error: new Error('a work was not run') }] = (await this.#attempt(accountid, [job])) ?? []
      const collided = 'error' in outcome && outcome.error instanceof WriteConflict
      if (!collided || attempt === maxAttempts) return outcome
    }
  }

  /** Runs all jobs in one transaction. Returns undefined when it was rolled back and each job must run alone. */
  async #attempt(accountid: number, jobs: readonly Job[]): Promise<Outcome[] | undefined> {
    let connection: PostgresConnection
    try {
      connection = await this.#pool.acquire()
    } catch (error) {
      return jobs.map(() => ({ error }))
    }
    try {
      return await this.#transaction(connection, accountid, jobs)
    } catch (error) {
      // The state of the connection is unknown, so it is not reused.
      await connection.close()
      return jobs.map(() => ({ error }))
    } finally {
      connection.recycleIfIdle()
      this.#pool.release(connection)
    }
  }

  async #transaction(
    connection: PostgresConnection,
    accountid: number,
    jobs: readonly Job[],
  ): Promise<Outcome[] | undefined> {
    const client = await connection.client()
    const began = connection.begin(client)
    began.catch(() => undefined)
    const start: StartWork = (job, spareIds = []) => {
      const recorder = new ChangeRecorder(this.#changeLog, job.origin)
      const send = (query: PostgresQuery): Promise<PostgresResult> => client.query(query)
      const tx = new PostgresWriteTransaction(this.#statements, accountid, send, spareIds, recorder)
      return { tx, work: runWork(job, tx).then((outcome) => ({ outcome, tx })) }
    }
    const ended = await runInTurn(jobs, start)
    const outcomes = ended.map(({ outcome }) => outcome)
    if (ended.some(breaksTransaction)) {
      await client.query({ text: 'rollback' })
      return jobs.length === 1 ? outcomes : undefined
    }
    const changedTables = new TableChanges()
    for (const { tx } of ended) changedTables.addAll(tx.changedTables)
    const now = (): string => utcText(this.#clock.now())
    const events = ended.flatMap(({ tx, outcome }) => ('value' in outcome ? tx.recorder.events(now) : []))
    if (events.length > 0) changedTables.add('event', events.length)
    // Nobody asks for the versions of no account, and on a distributed database their machine may be down.
    const bumped =
      changedTables.size === 0 || accountid === 0
        ? began
        : client.query({ ...bumpVersions, values: versionValues(accountid, changedTables) })
    // The last statement: the lock on the counter of events is held only for the length of the commit.
    const insert = events.length === 0 ? undefined : this.#eventInsert?.query(accountid, events)
    const logged = insert === undefined ? began : client.query(insert)
    const sentAt = monotonicMs()
    const [, , , committed] = await Promise.all([began, bumped, logged, client.query({ text: 'commit' })])
    this.#statements.watch.recordStatement({ text: 'commit' }, monotonicMs() - sentAt, accountid)
    this.#statements.watch.recordCommit(jobs.length)
    if (committed.command !== 'COMMIT') throw new Error(`the commit was answered with ${committed.command}`)
    return outcomes
  }
}

function versionValues(accountid: number, changes: TableChanges): unknown[] {
  const entries = [...changes]
  return [accountid, entries.map(([table]) => table), entries.map(([, rows]) => rows)]
}

/** Lets all jobs read concurrently and write one after another. Stops at the first that breaks the transaction. */
async function runInTurn(jobs: readonly Job[], start: StartWork): Promise<FinishedWork[]> {
  const changedTables = new Set<string>()
  const works: Promise<FinishedWork>[] = []
  const startedJobs = jobs.map((job) => start(job))
  for (const [at, job] of jobs.entries()) {
    let started = startedJobs[at] ?? start(job)
    if (!started.tx.tablesReadAhead.isDisjointFrom(changedTables)) {
      started.tx.abandon()
      started = start(job, started.tx.takenIds)
    }
    started.tx.startWriting()
    works.push(started.work)
    const ended = await Promise.race([started.work, started.tx.pipelineReleased])
    if (ended !== undefined && breaksTransaction(ended)) break
    for (const table of started.tx.changedTables.tables()) changedTables.add(table)
  }
  for (const { tx } of startedJobs.slice(works.length)) tx.abandon()
  return Promise.all(works)
}

/** True when a job failed after it wrote, or because a statement failed: the transaction cannot be committed. */
const breaksTransaction = ({ outcome, tx }: FinishedWork): boolean =>
  'error' in outcome && (tx.changedTables.size > 0 || tx.failure !== undefined)

/** A job that continues after a failed statement has failed too: its transaction cannot commit. */
async function runWork(job: Job, tx: PostgresWriteTransaction): Promise<Outcome> {
  try {
    const value = await job.work(tx)
    return tx.failure === undefined ? { value } : { error: tx.failure }
  } catch (error) {
    // The first failed statement is the cause; the error that the job threw may be only a consequence.
    return { error: tx.failure ?? error }
  } finally {
    tx.end()
  }
}

function settle(jobs: readonly Job[], outcomes: readonly Outcome[]): void {
  for (const [at, job] of jobs.entries()) {
    const outcome = outcomes[at] ?? { error: new Error('a work was not run') }
    if ('error' in outcome) job.reject(outcome.error)
    else job.resolve(outcome.value)
  }
}
