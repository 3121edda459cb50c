// Erases overwritten content from the files of an SQLite database: the page keeps no copy of it (secure_delete), and
// the write-ahead log, which has the older versions of pages, is emptied after the commit. It never waits for readers.
import type { SqliteConnection } from './sqlite-connection.ts'

const retryMs = 1000

export class ContentEraser {
  readonly #connection: SqliteConnection
  #requested = false
  #retry: NodeJS.Timeout | undefined

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /** For the statements from here on to the next commit. */
  request(): void {
    if (this.#requested) return
    this.#requested = true
    this.#connection.pragma('secure_delete = on')
  }

  /** To be called after a commit. */
  finish(): void {
    if (!this.#requested) return
    this.#requested = false
    this.#connection.pragma('secure_delete = off')
    this.#emptyLog()
  }

  /** The log cannot be emptied while somebody reads from it. Then it is tried again later instead of waiting. */
  #emptyLog(): void {
    if (!this.#connection.open || this.#tryToEmptyLog()) return
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      this.#emptyLog()
    }, retryMs).unref()
  }

  #tryToEmptyLog(): boolean {
    if (this.#connection.inTransaction) return false
    const timeout = Number(this.#connection.pragma('busy_timeout', { simple: true }))
    this.#connection.pragma('busy_timeout = 0')
    try {
      // The first column is 1 if the log is in use.
      return this.#connection.pragma('wal_checkpoint(truncate)', { simple: true }) === 0
    } catch {
      // The commit before it has succeeded; a broken disk shows in the next one.
      return false
    } finally {
      this.#connection.pragma(`busy_timeout = ${timeout}`)
    }
  }
}
