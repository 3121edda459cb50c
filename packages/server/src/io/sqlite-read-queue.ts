// The reads that wait for the connection of the event loop. Those of one turn share a transaction, which costs much
// less than one each. Long reads and writes are not in this queue.
import { monotonicMs } from './clock.ts'
import type { ReadTransaction } from './database.ts'
import { failJobs, type Job, runJob, settleJobs } from './sqlite-job.ts'
import type { SqliteSession } from './sqlite-session.ts'
import { SqliteReadTransaction } from './sqlite-transaction.ts'

/**
 * Only one new connection is accepted per turn of the event loop, so reads must not make it long: no read begins when
 * those before it took this time (ADR 59).
 */
const mostMs = 3
const mostReads = 64

export class ReadQueue {
  readonly #session: SqliteSession
  readonly #begin
  readonly #commit
  readonly #waiting: Job<ReadTransaction>[] = []

  constructor(session: SqliteSession) {
    this.#session = session
    this.#begin = session.prepare('begin')
    this.#commit = session.prepare('commit')
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  add(job: Job<ReadTransaction>): void {
    this.#waiting.push(job)
  }

  /** Jobs that do not begin in time stay in the queue. */
  async runBatch(): Promise<void> {
    if (this.isEmpty) return
    const jobs = this.#waiting.splice(0, mostReads)
    try {
      this.#begin.run()
      const began = monotonicMs()
      let count = 0
      for (const job of jobs) {
        if (count > 0 && monotonicMs() - began > mostMs) break
        count++
        // One after the other, so that the time of all statements of a job counts.
        await this.#run(job)
      }
      this.#waiting.unshift(...jobs.splice(count))
      this.#commit.run()
    } catch (error) {
      failJobs(jobs, error, this.#session.connection)
    }
    settleJobs(jobs)
  }

  async #run(job: Job<ReadTransaction>): Promise<void> {
    const tx = new SqliteReadTransaction(this.#session, job.accountid)
    await runJob(job, tx)
    tx.end()
  }
}
