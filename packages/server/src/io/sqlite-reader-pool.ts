// Runs reads that may take long on worker threads, so that the event loop never waits for them (T-78). Each job has a
// thread for itself; two run at a time, the others wait in order. Short reads do not belong here: a message to a thread
// and back costs more than they do.
import { Worker } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import { monotonicMs } from './clock.ts'
import type { ReadTransaction, Row } from './database.ts'
import { Busy, Unavailable } from './errors.ts'
import { bind, type SlotValues, type Statement } from './sql.ts'
import { toBindable, translateError } from './sqlite-connection.ts'
import type { ReaderRequest, ReaderResponse } from './sqlite-reader-thread.ts'
import type { StatementWatch } from './statement-watch.ts'

const maxThreads = 2
const maxWaiting = 100
const statementTimeoutMs = 30_000

interface PendingRequest {
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
}

/** One thread. Responses arrive in the order of the requests. */
class ReaderThread {
  /** Settles when the thread has opened its connection. The timeout of a statement starts only after that. */
  readonly ready: Promise<ReaderThread>
  readonly exited: Promise<void>
  readonly #worker: Worker
  readonly #timeoutMs: number
  readonly #pending: PendingRequest[] = []
  #failure: Error | undefined

  constructor(file: string, timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.#worker = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), {
      workerData: file,
      // Rows only pass through the thread, so a small young generation is enough.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.on('error', (error) => this.#fail(new Unavailable('a reader thread failed', { cause: error })))
    this.exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail(new Unavailable('a reader thread ended'))
        resolve()
      })
    })
    const started = new Promise<void>((resolve) => this.#worker.once('message', () => resolve()))
    this.ready = Promise.race([started, this.exited]).then(() => {
      if (this.#failure !== undefined) throw this.#failure
      // From here on the timer of a pending request keeps the process alive; an idle thread must not.
      this.#worker.unref()
      this.#worker.on('message', (response: ReaderResponse) => this.#settle(response))
      return this
    })
  }

  get failure(): boolean {
    return this.#failure !== undefined
  }

  request(task: ReaderRequest): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure)
        return
      }
      const timer = setTimeout(() => this.#onTimeout(), this.#timeoutMs)
      this.#pending.push({ resolve, reject, timer })
      this.#worker.postMessage(task)
    })
  }

  async end(): Promise<void> {
    this.#failure ??= new Unavailable('the database is closed')
    await this.#worker.terminate()
  }

  /** The driver cannot interrupt a running statement, so the thread is terminated and ends when the statement does. */
  #onTimeout(): void {
    this.#fail(new Busy(`a read took longer than ${this.#timeoutMs / 1000} seconds`))
    void this.#worker.terminate()
  }

  #settle(response: ReaderResponse): void {
    const pending = this.#pending.shift()
    if (pending === undefined) return
    clearTimeout(pending.timer)
    if (response.error === undefined) pending.resolve(response.rows ?? [])
    else pending.reject(errorFrom(response.error))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const pending of this.#pending.splice(0)) {
      clearTimeout(pending.timer)
      pending.reject(this.#failure)
    }
  }
}

function errorFrom({ message, code }: { message: string; code?: string }): unknown {
  return code === undefined ? new Error(message) : translateError(new BetterSqlite.SqliteError(message, code))
}

class OffloadedTransaction implements ReadTransaction {
  readonly accountid: number
  readonly #reader: ReaderThread
  readonly #watch: StatementWatch
  #ended = false

  constructor(reader: ReaderThread, accountid: number, watch: StatementWatch) {
    this.#reader = reader
    this.#watch = watch
    this.accountid = accountid
  }

  async all(statement: Statement, values: SlotValues = {}): Promise<Row[]> {
    return [...(await this.#execute(statement, values, false))]
  }

  async first(statement: Statement, values: SlotValues = {}): Promise<Row | undefined> {
    return (await this.#execute(statement, values, true))[0]
  }

  /** The thread responds in order, so the next job need not wait for this request. */
  end(): void {
    this.#ended = true
    if (!this.#reader.failure) this.#reader.request({}).catch(() => undefined)
  }

  async #execute(statement: Statement, values: SlotValues, firstOnly: boolean): Promise<readonly Row[]> {
    if (this.#ended) throw new Error('this transaction is over')
    const compiled = statement.compiledFor('sqlite')
    const bound = bind(compiled, this.accountid, values).map(toBindable)
    const began = monotonicMs()
    const rows = await this.#reader.request({ text: compiled.text, values: bound, firstOnly })
    this.#watch.recordStatement(compiled, monotonicMs() - began, this.accountid)
    return rows
  }
}

export class ReaderPool {
  readonly #file: string
  readonly #watch: StatementWatch
  readonly #timeoutMs: number
  readonly #idle: ReaderThread[] = []
  readonly #all = new Set<ReaderThread>()
  readonly #waiting: {
    resolve: (reader: ReaderThread | Promise<ReaderThread>) => void
    reject: (error: Error) => void
  }[] = []
  #closed = false

  constructor(file: string, watch: StatementWatch, timeoutMs = statementTimeoutMs) {
    this.#file = file
    this.#watch = watch
    this.#timeoutMs = timeoutMs
  }

  /** The reads that run or wait for a thread. */
  get reads(): number {
    return this.#all.size - this.#idle.length + this.#waiting.length
  }

  async read<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    const reader = await this.#acquire()
    const tx = new OffloadedTransaction(reader, accountid, this.#watch)
    try {
      return await work(tx)
    } finally {
      tx.end()
      this.#release(reader)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const request of this.#waiting.splice(0)) request.reject(new Unavailable('the database is closed'))
    await Promise.all([...this.#all].map((reader) => reader.end()))
  }

  #acquire(): Promise<ReaderThread> {
    if (this.#closed) return Promise.reject(new Unavailable('the database is closed'))
    const idle = this.#idle.pop()
    if (idle !== undefined) return Promise.resolve(idle)
    if (this.#all.size < maxThreads) return this.#start()
    if (this.#waiting.length >= maxWaiting) return Promise.reject(new Busy('too many long reads are waiting'))
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** A replacement starts only when the old thread has really ended, so no more than two ever run. */
  #start(): Promise<ReaderThread> {
    const reader = new ReaderThread(this.#file, this.#timeoutMs)
    this.#all.add(reader)
    void reader.exited.then(() => {
      this.#all.delete(reader)
      const at = this.#idle.indexOf(reader)
      if (at >= 0) this.#idle.splice(at, 1)
      if (!this.#closed) this.#waiting.shift()?.resolve(this.#start())
    })
    return reader.ready
  }

  #release(reader: ReaderThread): void {
    if (reader.failure) return
    const next = this.#waiting.shift()
    if (next === undefined) this.#idle.push(reader)
    else next.resolve(reader)
  }
}
