// Limits how many requests the server works on at the same time (T-86), and how many start in one turn of the event
// loop. The others wait. Connections take turns, so a connection with a hundred requests delays another one by one
// request only. A request that waited too long is rejected, and one whose client has left is never started. It knows
// nothing of HTTP.
import { monotonicMs } from '../io/clock.ts'

export interface QueueLimits {
  /** Requests that are worked on at the same time. */
  readonly running: number
  /** Requests that start in one turn of the event loop (ADR 60). */
  readonly startsPerTurn: number
  /** Requests that wait: in total, not counting the first one of each connection, and for one connection. */
  readonly waiting: number
  readonly waitingPerConnection: number
  readonly waitMs: number
}

export interface QueuedWork {
  start(): void
  /** Called instead of `start` when the work waited too long. */
  expire(): void
  /** True when the client has left. Then neither of the others is called. */
  isAbandoned(): boolean
}

interface QueueEntry {
  readonly work: QueuedWork
  readonly since: number
}

export class WorkQueue {
  readonly #limits: QueueLimits
  readonly #moreTurns: () => number
  /** The waiting work by connection. The connection whose turn is next comes first. */
  readonly #lines = new Map<object, QueueEntry[]>()
  #running = 0
  /** The starts of this turn of the event loop. */
  #starts = 0
  #isStarting = false
  #waiting = 0
  #timer: NodeJS.Timeout | undefined

  /** `moreTurns` are added to the limit of what runs: for work that only waits for something else. */
  constructor(limits: QueueLimits, moreTurns: () => number = () => 0) {
    this.#limits = limits
    this.#moreTurns = moreTurns
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting === 0
  }

  /**
   * True when more work of this connection must be rejected at once. When too much waits in total, only connections
   * with more than their share are affected.
   */
  isFull(connection: object): boolean {
    const { waiting, waitingPerConnection } = this.#limits
    const ofConnection = this.#lines.get(connection)?.length ?? 0
    if (ofConnection >= waitingPerConnection) return true
    return this.#waiting >= waiting && ofConnection * this.#lines.size >= waiting
  }

  /** Begins work if it need not wait. It must be followed by one `finish`. */
  beginNow(): boolean {
    if (this.#waiting > 0 || !this.#hasTurn) return false
    this.#countStart()
    return true
  }

  /** Starts the work at once or when its turn comes. Each start must be followed by one `finish`. */
  add(connection: object, work: QueuedWork): void {
    if (work.isAbandoned()) return
    if (this.beginNow()) {
      work.start()
      return
    }
    const line = this.#lines.get(connection)
    const entry = { work, since: monotonicMs() }
    if (line === undefined) this.#lines.set(connection, [entry])
    else line.push(entry)
    this.#waiting++
    // Work also expires while nothing finishes, for example during an outage of the database.
    this.#timer ??= setInterval(() => this.#expireWaiting(), this.#limits.waitMs / 2).unref()
  }

  get #hasTurn(): boolean {
    const { running, startsPerTurn } = this.#limits
    return this.#starts < startsPerTurn && this.#running < running + this.#moreTurns()
  }

  /** A request that is refused ends at once and starts the next, so all that wait could run in one turn (T-320). */
  #countStart(): void {
    this.#running++
    if (this.#limits.startsPerTurn === Number.POSITIVE_INFINITY) return
    this.#starts++
    if (this.#starts > 1) return
    setImmediate(() => {
      this.#starts = 0
      this.#startNext()
    })
  }

  finish(): void {
    this.#running--
    this.#startNext()
  }

  /** Work that ends at once calls this from within, where it would start the next one level deeper. */
  #startNext(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    try {
      while (this.#waiting > 0 && this.#hasTurn) this.#startFirst()
    } finally {
      this.#isStarting = false
    }
    if (this.#waiting === 0) this.#stopTimer()
  }

  #startFirst(): void {
    for (const [connection, line] of this.#lines) {
      const [entry] = line
      this.#removeFirst(connection, line)
      if (entry === undefined || this.#isOver(entry)) return
      this.#countStart()
      entry.work.start()
      return
    }
  }

  /** Removes what is over from the front of every line. */
  #expireWaiting(): void {
    for (const [connection, line] of [...this.#lines]) {
      while (line[0] !== undefined && this.#isOver(line[0])) this.#removeFirst(connection, line)
    }
    // There may be more turns than before although nothing has finished.
    this.#startNext()
  }

  /** True when the work must not be started: it waited too long, and was told so, or its client has left. */
  #isOver({ work, since }: QueueEntry): boolean {
    if (work.isAbandoned()) return true
    if (monotonicMs() - since < this.#limits.waitMs) return false
    work.expire()
    return true
  }

  /** Removes the first entry of a line and puts its connection behind the others. */
  #removeFirst(connection: object, line: QueueEntry[]): void {
    this.#waiting--
    line.shift()
    this.#lines.delete(connection)
    if (line.length > 0) this.#lines.set(connection, line)
  }

  #stopTimer(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
