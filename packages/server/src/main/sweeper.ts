// Removes expired data: unreferenced files, stored idempotent responses, expired sessions and old sign-in attempts. It
// runs once after the start and then every hour. A failure is logged and tried again the next hour; nothing depends on
// it.
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
      // The age of a file is measured with the machine's clock, which also set its time.
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

  /** The database may be closed after this promise resolves. */
  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#running
  }
}
