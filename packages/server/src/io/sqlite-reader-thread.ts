// The code of a reader thread: one read-only connection that runs the statements it receives, in a transaction that
// begins with the first of them. It does not know accounts; sqlite-reader-pool.ts decides what is sent.

import { parentPort, workerData } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import { errorMessage } from '../kit/error-message.ts'
import { RepeatCache } from '../kit/lru-cache.ts'
import { openSqliteFile, type PreparedStatement, type SqliteConnection } from './sqlite-connection.ts'

export interface ReaderRequest {
  /** Absent when the job is finished and its snapshot ends. */
  readonly text?: string
  readonly values?: readonly unknown[]
  readonly firstOnly?: boolean
}

export interface ReaderResponse {
  readonly rows?: readonly (readonly unknown[])[]
  readonly error?: { readonly message: string; readonly code?: string }
}

/** Of each thread. Preparing one again costs little compared with a long read. */
const maxStatements = 100
const maxRememberedStatements = 500
/**
 * The driver releases a prepared statement when the object is garbage, but it is small, so that may take thousands of
 * statements. Closing the connection releases all at once; it is opened again after this number of them.
 */
export const maxPreparedBeforeReopen = 300

/** The connection of a thread. */
export class ReaderConnection {
  readonly #file: string
  #connection: SqliteConnection
  #statements = newStatementCache()
  #preparedCount = 0

  constructor(file: string) {
    this.#file = file
    this.#connection = openReadOnly(file)
  }

  /** Statements prepared since the connection was opened. */
  get preparedCount(): number {
    return this.#preparedCount
  }

  execute(request: ReaderRequest): ReaderResponse {
    if (request.text === undefined) {
      this.#endSnapshot()
      return {}
    }
    if (!this.#connection.inTransaction) this.#connection.exec('begin')
    const statement = this.#statementOf(request.text)
    const bound = request.values ?? []
    if (request.firstOnly !== true) return { rows: statement.all(bound) }
    const row = statement.get(bound)
    return { rows: row === undefined ? [] : [row] }
  }

  close(): void {
    this.#connection.close()
  }

  #statementOf(text: string): PreparedStatement {
    return this.#statements.get(text, () => {
      this.#preparedCount++
      return this.#connection.prepare<unknown[], readonly unknown[]>(text).raw(true)
    })
  }

  #endSnapshot(): void {
    if (this.#connection.inTransaction) this.#connection.exec('commit')
    if (this.#preparedCount < maxPreparedBeforeReopen) return
    this.#connection.close()
    this.#connection = openReadOnly(this.#file)
    this.#statements = newStatementCache()
    this.#preparedCount = 0
  }
}

const newStatementCache = (): RepeatCache<PreparedStatement> => new RepeatCache(maxStatements, maxRememberedStatements)

const openReadOnly = (file: string): SqliteConnection =>
  openSqliteFile(file, { readonly: true, synchronous: 'full', cacheKilobytes: 8000 })

function serveRequests(port: NonNullable<typeof parentPort>, file: string): void {
  const connection = new ReaderConnection(file)
  // The first message means that the thread is ready; each later one is the response to a request.
  port.postMessage({} satisfies ReaderResponse)
  port.on('message', (request: ReaderRequest) => {
    try {
      port.postMessage(connection.execute(request))
    } catch (error) {
      const message = errorMessage(error)
      const details = error instanceof BetterSqlite.SqliteError ? { message, code: error.code } : { message }
      port.postMessage({ error: details } satisfies ReaderResponse)
    }
  })
}

if (parentPort !== null) serveRequests(parentPort, String(workerData))
