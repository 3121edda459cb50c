// The sweep of files nobody names any more: once after the start, then every hour. A sweep that fails is told in the log and
// tried again the next hour; nothing depends on its success.
import type { Logger } from 'pino'
import { systemClock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { Files } from '../io/files.ts'
import { sweepFiles } from '../resources/document-sweep.ts'

const everyMs = 3_600_000

export class Sweeping {
  readonly #sweep: () => Promise<void>
  #running: Promise<void>
  readonly #timer: NodeJS.Timeout

  constructor(database: Database, files: Files, log: Logger) {
    this.#sweep = () =>
      sweepFiles(database, files, systemClock.now()).catch((error) =>
        log.error({ err: error }, 'sweeping files failed'),
      )
    this.#running = this.#sweep()
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(this.#sweep)
    }, everyMs).unref()
  }

  /** The database may be closed once this has ended. */
  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#running
  }
}
