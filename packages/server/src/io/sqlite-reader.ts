// The inside of a reader thread: one read-only connection that runs the statements it is sent, in a transaction that
// begins with the first of them. It knows nothing of accounts; what it may be asked is decided in sqlite-readers.ts.
import { parentPort, workerData } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import { connect, type Prepared } from './sqlite-connection.ts'

export interface ReaderTask {
  /** Absent: the work is over, and its snapshot with it. */
  readonly text?: string
  readonly bound?: readonly unknown[]
  readonly firstOnly?: boolean
}

export interface ReaderAnswer {
  readonly rows?: readonly (readonly unknown[])[]
  readonly failed?: { readonly message: string; readonly code?: string }
}

const mostStatements = 500

function listen(port: NonNullable<typeof parentPort>, file: string): void {
  const connection = connect(file, { readonly: true, synchronous: 'full', cacheKilobytes: 8000 })
  const prepared = new Map<string, Prepared>()

  const statementOf = (text: string): Prepared => {
    let statement = prepared.get(text)
    if (statement === undefined) {
      if (prepared.size >= mostStatements) prepared.clear()
      statement = connection.prepare<unknown[], readonly unknown[]>(text).raw(true)
      prepared.set(text, statement)
    }
    return statement
  }

  const answer = (task: ReaderTask): ReaderAnswer => {
    if (task.text === undefined) {
      if (connection.inTransaction) connection.exec('commit')
      return {}
    }
    if (!connection.inTransaction) connection.exec('begin')
    const statement = statementOf(task.text)
    const bound = task.bound ?? []
    if (task.firstOnly !== true) return { rows: statement.all(bound) }
    const row = statement.get(bound)
    return { rows: row === undefined ? [] : [row] }
  }

  // The first message says that the thread is ready; each one after it answers a task.
  port.postMessage({} satisfies ReaderAnswer)
  port.on('message', (task: ReaderTask) => {
    try {
      port.postMessage(answer(task))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const failed = error instanceof BetterSqlite.SqliteError ? { message, code: error.code } : { message }
      port.postMessage({ failed } satisfies ReaderAnswer)
    }
  })
}

if (parentPort !== null) listen(parentPort, String(workerData))
