// A read or write that waits for the next batch of the SQLite database. The jobs of a batch share a transaction, so
// each keeps its outcome until the batch is committed.
import type { ChangeOrigin } from './change-log.ts'
import { type SqliteConnection, translateError } from './sqlite-connection.ts'

export interface Job<Transaction> {
  readonly accountid: number
  readonly work: (tx: Transaction) => Promise<unknown>
  readonly origin: ChangeOrigin
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  outcome?: { readonly value: unknown } | { readonly error: unknown }
}

export const hasFailed = (job: Job<never>): boolean => job.outcome !== undefined && 'error' in job.outcome

export async function runJob<Transaction>(job: Job<Transaction>, tx: Transaction): Promise<void> {
  try {
    job.outcome = { value: await job.work(tx) }
  } catch (error) {
    job.outcome = { error: translateError(error) }
  }
}

/** The whole batch failed. Every job gets this error, unless it already had its own. */
export function failJobs(jobs: readonly Job<never>[], error: unknown, connection: SqliteConnection): void {
  const reason = translateError(error)
  for (const job of jobs) if (!hasFailed(job)) job.outcome = { error: reason }
  if (connection.inTransaction) connection.exec('rollback')
}

export function settleJobs(jobs: readonly Job<never>[]): void {
  for (const { outcome, resolve, reject } of jobs) {
    if (outcome === undefined) reject(new Error('a job was not run'))
    else if ('value' in outcome) resolve(outcome.value)
    else reject(outcome.error)
  }
}
