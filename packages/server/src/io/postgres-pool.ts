// The connections to PostgreSQL: a few that short reads share, and the others, which one work has to itself at a time.
// Who waits too long for one of these is told that the database is busy. It knows no SQL.
import { Busy, Unavailable } from './errors.ts'
import type { PostgresConnection, PostgresQuery, PostgresResult } from './postgres-connection.ts'

const maxWaiting = 100

interface ConnectionRequest {
  readonly resolve: (line: PostgresConnection) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

export class ConnectionPool {
  readonly #shared: readonly PostgresConnection[]
  readonly #all: readonly PostgresConnection[]
  readonly #idle: PostgresConnection[]
  readonly #waitTimeoutMs: number
  readonly #waiting: ConnectionRequest[] = []
  #closed = false

  constructor(shared: readonly PostgresConnection[], exclusive: readonly PostgresConnection[], longestWaitMs: number) {
    this.#waitTimeoutMs = longestWaitMs
    this.#shared = shared
    this.#all = [...shared, ...exclusive]
    this.#idle = [...exclusive]
  }

  /** Asks on the shared connection with the least to do. */
  query(question: PostgresQuery): Promise<PostgresResult> {
    if (this.#closed) return Promise.reject(closedError())
    const line = this.#shared.reduce((least, next) => (next.inFlight < least.inFlight ? next : least))
    return line.query(question)
  }

  acquire(): Promise<PostgresConnection> {
    if (this.#closed) return Promise.reject(closedError())
    const idle = this.#idle.pop()
    if (idle !== undefined) return Promise.resolve(idle)
    if (this.#waiting.length >= maxWaiting) return Promise.reject(new Busy('too many are waiting for the database'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new Busy('no connection to the database became free'))
      }, this.#waitTimeoutMs)
      const waiting = { resolve, reject, timer }
      this.#waiting.push(waiting)
    })
  }

  release(line: PostgresConnection): void {
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#idle.push(line)
      return
    }
    clearTimeout(next.timer)
    next.resolve(line)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      reject(closedError())
    }
    await Promise.all(this.#all.map((line) => line.close()))
  }
}

const closedError = (): Unavailable => new Unavailable('the database is closed')
