// The sweep of files nobody names any more, of answers kept for a day, and of sessions and tries at signing in that are over:
// once after the start, then every hour. A sweep that fails is told in the log and tried again the next hour; nothing depends
// on its success.
import type { Logger } from 'pino'
import { deleteExpiredSessions } from '../auth/session.ts'
import { deleteOldSignInAttempts } from '../auth/sign-in.ts'
import { deleteExpiredResponses } from '../engine/idempotency.ts'
import { type Clock, systemClock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import { utcText } from '../kit/calendar.ts'
import { removeUnusedFiles } from '../maintenance/unused-files.ts'

const sweepEveryMs = 3_600_000

export class Sweeper {
  readonly #sweep: () => Promise<void>
  #running: Promise<void>
  readonly #timer: NodeJS.Timeout

  constructor(database: Database, files: FileStore, clock: Clock, log: Logger) {
    const sweepAll = async (): Promise<void> => {
      // The age of a file is counted by the machine's clock, which also wrote its time.
      await removeUnusedFiles(database, files, systemClock.now())
      await deleteExpiredResponses(database, utcText(clock.now()))
      await deleteExpiredSessions(database, clock.now())
      await deleteOldSignInAttempts(database, clock.now())
    }
    this.#sweep = () => sweepAll().catch((error) => log.error({ err: error }, 'sweeping failed'))
    this.#running = this.#sweep()
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(this.#sweep)
    }, sweepEveryMs).unref()
  }

  /** The database may be closed once this has ended. */
  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#running
  }
}
