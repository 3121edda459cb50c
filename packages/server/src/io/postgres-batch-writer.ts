// Writes on PostgreSQL. Those of one account wait for each other anyway, at its counters and versions, so they are
// committed together: one connection runs the works that are waiting and commits once. All begin by reading, together;
// then each writes in its turn, unless a work before it changed what it had read: then it is run again. Works fail alone:
// if one fails after it wrote, the batch is undone and each is run again by itself.
import { monotonicMs } from './clock.ts'
import type { WriteTransaction } from './database.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { WriteConflict } from './postgres-errors.ts'
import type { ConnectionPool } from './postgres-pool.ts'
import { PostgresWriteTransaction, type PreparedStatements } from './postgres-transaction.ts'

const maxBatchSize = 64
const maxAttempts = 5

const bumpVersions = {
  name: 'bump',
  text: `insert into tableversion as v (accountid, tablename, n)
         select $1::bigint, tablename, 1 from unnest($2::text[]) as touched (tablename) order by tablename
         on conflict (accountid, tablename) do update set n = v.n + 1`,
}

interface Job {
  readonly work: (tx: WriteTransaction) => Promise<unknown>
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

  constructor(lines: ConnectionPool, names: PreparedStatements) {
    this.#pool = lines
    this.#statements = names
  }

  write<T>(accountid: number, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const job = { work, resolve: (value: unknown) => resolve(value as T), reject }
      const waiting = this.#waiting.get(accountid)
      if (waiting !== undefined) {
        waiting.push(job)
        return
      }
      this.#waiting.set(accountid, [job])
      // The rest of the turn may bring more works of the account.
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
      const together = jobs.length > 1 ? await this.#attempt(accountid, jobs) : undefined
      if (together !== undefined) settle(jobs, together)
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

  /** One transaction for all; undefined when it came to nothing and each must be tried alone. */
  async #attempt(accountid: number, jobs: readonly Job[]): Promise<Outcome[] | undefined> {
    let line: PostgresConnection
    try {
      line = await this.#pool.acquire()
    } catch (error) {
      return jobs.map(() => ({ error }))
    }
    try {
      return await this.#transaction(line, accountid, jobs)
    } catch (error) {
      // Whatever state the connection is in, nobody shall inherit it.
      await line.close()
      return jobs.map(() => ({ error }))
    } finally {
      line.recycleIfIdle()
      this.#pool.release(line)
    }
  }

  async #transaction(
    line: PostgresConnection,
    accountid: number,
    jobs: readonly Job[],
  ): Promise<Outcome[] | undefined> {
    const connection = await line.client()
    const began = connection.query({ text: 'begin' })
    began.catch(() => undefined)
    const start: StartWork = (job, spareIds = []) => {
      const tx = new PostgresWriteTransaction(
        this.#statements,
        accountid,
        (question) => connection.query(question),
        spareIds,
      )
      return { tx, work: runWork(job, tx).then((outcome) => ({ outcome, tx })) }
    }
    const ended = await runInTurn(jobs, start)
    const outcomes = ended.map(({ outcome }) => outcome)
    if (ended.some(breaksTransaction)) {
      await connection.query({ text: 'rollback' })
      return jobs.length === 1 ? outcomes : undefined
    }
    const touched = new Set(ended.flatMap(({ tx }) => [...tx.changedTables]))
    const bumped = touched.size === 0 ? began : connection.query({ ...bumpVersions, values: [accountid, [...touched]] })
    const asked = monotonicMs()
    const [, , committed] = await Promise.all([began, bumped, connection.query({ text: 'commit' })])
    this.#statements.watch.recordStatement({ text: 'commit' }, monotonicMs() - asked, accountid)
    this.#statements.watch.recordCommit(jobs.length)
    if (committed.command !== 'COMMIT') throw new Error(`the commit was answered with ${committed.command}`)
    return outcomes
  }
}

/** Lets all works read at once and write one after another; stops at the first that spoils the transaction. */
async function runInTurn(jobs: readonly Job[], start: StartWork): Promise<FinishedWork[]> {
  const touched = new Set<string>()
  const works: Promise<FinishedWork>[] = []
  const ahead = jobs.map((job) => start(job))
  for (const [at, job] of jobs.entries()) {
    let started = ahead[at] ?? start(job)
    if (!started.tx.tablesReadAhead.isDisjointFrom(touched)) {
      started.tx.abandon()
      started = start(job, started.tx.takenIds)
    }
    started.tx.startWriting()
    works.push(started.work)
    const ended = await Promise.race([started.work, started.tx.pipelineReleased])
    if (ended !== undefined && breaksTransaction(ended)) break
    for (const table of started.tx.changedTables) touched.add(table)
  }
  for (const { tx } of ahead.slice(works.length)) tx.abandon()
  return Promise.all(works)
}

/** True when a work failed after it wrote, or by a statement: what it left cannot be committed. */
const breaksTransaction = ({ outcome, tx }: FinishedWork): boolean =>
  'error' in outcome && (tx.changedTables.size > 0 || tx.failure !== undefined)

/** A work that went on after a failed statement has failed as well: its transaction would not commit. */
async function runWork(job: Job, tx: PostgresWriteTransaction): Promise<Outcome> {
  try {
    const value = await job.work(tx)
    return tx.failure === undefined ? { value } : { error: tx.failure }
  } catch (error) {
    // The first statement that failed says why; what the work threw may only follow from it.
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
