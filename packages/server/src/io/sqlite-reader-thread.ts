// The inside of a reader thread: one read-only connection that runs the statements it is sent, in a transaction that
// begins with the first of them. It knows nothing of accounts; what it may be asked is decided in sqlite-reader-pool.ts.
import { parentPort, workerData } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import { openSqliteFile, type PreparedStatement } from './sqlite-connection.ts'

export interface ReaderRequest {
  /** Absent: the work is over, and its snapshot with it. */
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

  const answer = (task: ReaderRequest): ReaderResponse => {
    if (task.text === undefined) {
      if (connection.inTransaction) connection.exec('commit')
      return {}
    }
    if (!connection.inTransaction) connection.exec('begin')
    const statement = statementOf(task.text)
    const bound = task.values ?? []
    if (task.firstOnly !== true) return { rows: statement.all(bound) }
    const row = statement.get(bound)
    return { rows: row === undefined ? [] : [row] }
  }

  // The first message says that the thread is ready; each one after it answers a task.
  port.postMessage({} satisfies ReaderResponse)
  port.on('message', (task: ReaderRequest) => {
    try {
      port.postMessage(answer(task))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const failed = error instanceof BetterSqlite.SqliteError ? { message, code: error.code } : { message }
      port.postMessage({ error: failed } satisfies ReaderResponse)
    }
  })
}

if (parentPort !== null) serveRequests(parentPort, String(workerData))
