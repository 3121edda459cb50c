// The code of a reader thread: one read-only connection that runs the statements it receives, in a transaction that
// begins with the first of them. It does not know accounts; sqlite-reader-pool.ts decides what is sent.

import { parentPort, workerData } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import { errorMessage } from '../kit/error-message.ts'
import { openSqliteFile, type PreparedStatement } from './sqlite-connection.ts'

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

const maxStatements = 500

function serveRequests(port: NonNullable<typeof parentPort>, file: string): void {
  const connection = openSqliteFile(file, { readonly: true, synchronous: 'full', cacheKilobytes: 8000 })
  const prepared = new Map<string, PreparedStatement>()

  const statementOf = (text: string): PreparedStatement => {
    let statement = prepared.get(text)
    if (statement === undefined) {
      if (prepared.size >= maxStatements) prepared.clear()
      statement = connection.prepare<unknown[], readonly unknown[]>(text).raw(true)
      prepared.set(text, statement)
    }
    return statement
  }

  const execute = (request: ReaderRequest): ReaderResponse => {
    if (request.text === undefined) {
      if (connection.inTransaction) connection.exec('commit')
      return {}
    }
    if (!connection.inTransaction) connection.exec('begin')
    const statement = statementOf(request.text)
    const bound = request.values ?? []
    if (request.firstOnly !== true) return { rows: statement.all(bound) }
    const row = statement.get(bound)
    return { rows: row === undefined ? [] : [row] }
  }

  // The first message means that the thread is ready; each later one is the response to a request.
  port.postMessage({} satisfies ReaderResponse)
  port.on('message', (request: ReaderRequest) => {
    try {
      port.postMessage(execute(request))
    } catch (error) {
      const message = errorMessage(error)
      const details = error instanceof BetterSqlite.SqliteError ? { message, code: error.code } : { message }
      port.postMessage({ error: details } satisfies ReaderResponse)
    }
  })
}

if (parentPort !== null) serveRequests(parentPort, String(workerData))
