// The sweep of files nobody names any more, of answers kept for a day, and of sessions and tries at signing in that are over:
// once after the start, then every hour. A sweep that fails is told in the log and tried again the next hour; nothing depends
// on its success.
import type { Logger } from 'pino'
import { sweepAnswers } from '../engine/repeat.ts'
import { type Clock, systemClock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { Files } from '../io/files.ts'
import { utcText } from '../kit/calendar.ts'
import { sweepFiles } from '../resources/document-sweep.ts'
import { sweepSessions } from '../resources/session.ts'
import { sweepTries } from '../resources/signin.ts'

const everyMs = 3_600_000

export class Sweeping {
  readonly #sweep: () => Promise<void>
  #running: Promise<void>
  readonly #timer: NodeJS.Timeout

  constructor(database: Database, files: Files, clock: Clock, log: Logger) {
    const sweepAll = async (): Promise<void> => {
      // The age of a file is counted by the machine's clock, which also wrote its time.
      await sweepFiles(database, files, systemClock.now())
      await sweepAnswers(database, utcText(clock.now()))
      await sweepSessions(database, clock.now())
      await sweepTries(database, clock.now())
    }
    this.#sweep = () => sweepAll().catch((error) => log.error({ err: error }, 'sweeping failed'))
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
