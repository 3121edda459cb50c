// Reads that may take long, on threads of their own so that the event loop never waits for them (T-78). Each piece of
// work has one thread to itself; two run at a time, the others wait in order. Short reads do not belong here: a message
// to a thread and back costs more than they do.
import { Worker } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import { monotonicMs } from './clock.ts'
import type { ReadTransaction, Row } from './database.ts'
import { Busy, Unavailable } from './errors.ts'
import { bind, type Statement, type Values } from './sql.ts'
import { bindable, translated } from './sqlite-connection.ts'
import type { ReaderAnswer, ReaderTask } from './sqlite-reader.ts'
import type { StatementWatch } from './statement-watch.ts'

const mostThreads = 2
const mostWaiting = 100
const longestStatementMs = 30_000

interface Pending {
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
}

/** One thread. Answers come in the order of the questions. */
class Reader {
  /** Settles once the thread has its connection; until then there is no statement whose time could run out. */
  readonly ready: Promise<Reader>
  readonly exited: Promise<void>
  readonly #worker: Worker
  readonly #longestMs: number
  readonly #pending: Pending[] = []
  #dead: Error | undefined

  constructor(file: string, longestMs: number) {
    this.#longestMs = longestMs
    this.#worker = new Worker(new URL('./sqlite-reader.ts', import.meta.url), {
      workerData: file,
      // Rows only pass through a thread, so it needs no room for young objects to grow old in.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.on('error', (error) => this.#die(new Unavailable('a reader thread failed', { cause: error })))
    this.exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#die(new Unavailable('a reader thread ended'))
        resolve()
      })
    })
    const started = new Promise<void>((resolve) => this.#worker.once('message', () => resolve()))
    this.ready = Promise.race([started, this.exited]).then(() => {
      if (this.#dead !== undefined) throw this.#dead
      // From here on a waiting question keeps the process alive, by its timer; an idle thread must not.
      this.#worker.unref()
      this.#worker.on('message', (answer: ReaderAnswer) => this.#settle(answer))
      return this
    })
  }

  get dead(): boolean {
    return this.#dead !== undefined
  }

  ask(task: ReaderTask): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#dead !== undefined) {
        reject(this.#dead)
        return
      }
      const timer = setTimeout(() => this.#tooLong(), this.#longestMs)
      this.#pending.push({ resolve, reject, timer })
      this.#worker.postMessage(task)
    })
  }

  async end(): Promise<void> {
    this.#dead ??= new Unavailable('the database is closed')
    await this.#worker.terminate()
  }

  /** The driver cannot interrupt a running statement, so the thread is given up and ends when the statement does. */
  #tooLong(): void {
    this.#die(new Busy(`a read took longer than ${this.#longestMs / 1000} seconds`))
    void this.#worker.terminate()
  }

  #settle(answer: ReaderAnswer): void {
    const pending = this.#pending.shift()
    if (pending === undefined) return
    clearTimeout(pending.timer)
    if (answer.failed === undefined) pending.resolve(answer.rows ?? [])
    else pending.reject(failure(answer.failed))
  }

  #die(error: Error): void {
    this.#dead ??= error
    for (const pending of this.#pending.splice(0)) {
      clearTimeout(pending.timer)
      pending.reject(this.#dead)
    }
  }
}

function failure({ message, code }: { message: string; code?: string }): unknown {
  return code === undefined ? new Error(message) : translated(new BetterSqlite.SqliteError(message, code))
}

class ApartTransaction implements ReadTransaction {
  readonly accountid: number
  readonly #reader: Reader
  readonly #watch: StatementWatch
  #over = false

  constructor(reader: Reader, accountid: number, watch: StatementWatch) {
    this.#reader = reader
    this.#watch = watch
    this.accountid = accountid
  }

  async all(statement: Statement, values: Values = {}): Promise<Row[]> {
    return [...(await this.#ask(statement, values, false))]
  }

  async first(statement: Statement, values: Values = {}): Promise<Row | undefined> {
    return (await this.#ask(statement, values, true))[0]
  }

  /** The thread answers in order, so whoever has it next need not wait for this. */
  end(): void {
    this.#over = true
    if (!this.#reader.dead) this.#reader.ask({}).catch(() => undefined)
  }

  async #ask(statement: Statement, values: Values, firstOnly: boolean): Promise<readonly Row[]> {
    if (this.#over) throw new Error('this transaction is over')
    const compiled = statement.compiled('sqlite')
    const bound = bind(compiled, this.accountid, values).map(bindable)
    const began = monotonicMs()
    const rows = await this.#reader.ask({ text: compiled.text, bound, firstOnly })
    this.#watch.ran(compiled, monotonicMs() - began, this.accountid)
    return rows
  }
}

export class Readers {
  readonly #file: string
  readonly #watch: StatementWatch
  readonly #longestMs: number
  readonly #idle: Reader[] = []
  readonly #all = new Set<Reader>()
  readonly #waiting: { resolve: (reader: Reader | Promise<Reader>) => void; reject: (error: Error) => void }[] = []
  #closed = false

  constructor(file: string, watch: StatementWatch, longestMs = longestStatementMs) {
    this.#file = file
    this.#watch = watch
    this.#longestMs = longestMs
  }

  async read<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    const reader = await this.#take()
    const tx = new ApartTransaction(reader, accountid, this.#watch)
    try {
      return await work(tx)
    } finally {
      tx.end()
      this.#give(reader)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const one of this.#waiting.splice(0)) one.reject(new Unavailable('the database is closed'))
    await Promise.all([...this.#all].map((reader) => reader.end()))
  }

  #take(): Promise<Reader> {
    if (this.#closed) return Promise.reject(new Unavailable('the database is closed'))
    const idle = this.#idle.pop()
    if (idle !== undefined) return Promise.resolve(idle)
    if (this.#all.size < mostThreads) return this.#start()
    if (this.#waiting.length >= mostWaiting) return Promise.reject(new Busy('too many long reads are waiting'))
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** A thread that ended makes room for another only when it has really ended, so no more than two ever run. */
  #start(): Promise<Reader> {
    const reader = new Reader(this.#file, this.#longestMs)
    this.#all.add(reader)
    void reader.exited.then(() => {
      this.#all.delete(reader)
      const at = this.#idle.indexOf(reader)
      if (at >= 0) this.#idle.splice(at, 1)
      if (!this.#closed) this.#waiting.shift()?.resolve(this.#start())
    })
    return reader.ready
  }

  #give(reader: Reader): void {
    if (reader.dead) return
    const next = this.#waiting.shift()
    if (next === undefined) this.#idle.push(reader)
    else next.resolve(reader)
  }
}
