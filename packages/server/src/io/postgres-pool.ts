// A pool of connections to PostgreSQL: a few that short reads share, and others that one job uses at a time. A job that
// waits too long for a connection gets a Busy error. It contains no SQL.
import { Busy, Unavailable } from './errors.ts'
import type { PostgresConnection, PostgresQuery, PostgresResult } from './postgres-connection.ts'

const maxWaiting = 100

interface ConnectionRequest {
  readonly resolve: (connection: PostgresConnection) => void
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

  constructor(shared: readonly PostgresConnection[], exclusive: readonly PostgresConnection[], waitTimeoutMs: number) {
    this.#waitTimeoutMs = waitTimeoutMs
    this.#shared = shared
    this.#all = [...shared, ...exclusive]
    this.#idle = [...exclusive]
  }

  /** Runs a query on the shared connection with the fewest running queries. */
  query(query: PostgresQuery): Promise<PostgresResult> {
    if (this.#closed) return Promise.reject(closedError())
    const connection = this.#shared.reduce((least, next) => (next.inFlight < least.inFlight ? next : least))
    return connection.query(query)
  }

  /** The jobs that have a connection for themselves or wait for one. */
  get jobs(): number {
    return this.#all.length - this.#shared.length - this.#idle.length + this.#waiting.length
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

  release(connection: PostgresConnection): void {
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#idle.push(connection)
      return
    }
    clearTimeout(next.timer)
    next.resolve(connection)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      reject(closedError())
    }
    await Promise.all(this.#all.map((connection) => connection.close()))
  }
}

const closedError = (): Unavailable => new Unavailable('the database is closed')
