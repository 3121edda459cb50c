// The connections to PostgreSQL: a few that short reads share, and the others, which one work has to itself at a time.
// Who waits too long for one of these is told that the database is busy. It knows no SQL.
import { Busy, Unavailable } from './errors.ts'
import type { Answer, Line, Question } from './postgres-line.ts'

const mostWaiting = 100

interface Waiting {
  readonly resolve: (line: Line) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

export class Lines {
  readonly #shared: readonly Line[]
  readonly #all: readonly Line[]
  readonly #idle: Line[]
  readonly #longestWaitMs: number
  readonly #waiting: Waiting[] = []
  #closed = false

  constructor(shared: readonly Line[], exclusive: readonly Line[], longestWaitMs: number) {
    this.#longestWaitMs = longestWaitMs
    this.#shared = shared
    this.#all = [...shared, ...exclusive]
    this.#idle = [...exclusive]
  }

  /** Asks on the shared connection with the least to do. */
  ask(question: Question): Promise<Answer> {
    if (this.#closed) return Promise.reject(closed())
    const line = this.#shared.reduce((least, next) => (next.inFlight < least.inFlight ? next : least))
    return line.ask(question)
  }

  take(): Promise<Line> {
    if (this.#closed) return Promise.reject(closed())
    const idle = this.#idle.pop()
    if (idle !== undefined) return Promise.resolve(idle)
    if (this.#waiting.length >= mostWaiting) return Promise.reject(new Busy('too many are waiting for the database'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new Busy('no connection to the database became free'))
      }, this.#longestWaitMs)
      const waiting = { resolve, reject, timer }
      this.#waiting.push(waiting)
    })
  }

  give(line: Line): void {
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
      reject(closed())
    }
    await Promise.all(this.#all.map((line) => line.close()))
  }
}

const closed = (): Unavailable => new Unavailable('the database is closed')
