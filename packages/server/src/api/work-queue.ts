// Limits how many requests the server works on at the same time (T-86), each of which has a slot, and how many start in
// one turn of the event loop. The others wait. Connections are served alternately, so a connection with a hundred
// requests delays another one by one request only. A request that waited too long is rejected, and one whose client
// has left is never started. It knows nothing of HTTP.
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
  readonly #moreSlots: () => number
  /** The waiting work by connection. The connection that is served next comes first. */
  readonly #queues = new Map<object, QueueEntry[]>()
  #running = 0
  /** The starts of this turn of the event loop. */
  #starts = 0
  #isStarting = false
  #waiting = 0
  #timer: NodeJS.Timeout | undefined

  /** `moreSlots` are added to the limit of what runs: for work that only waits for something else. */
  constructor(limits: QueueLimits, moreSlots: () => number = () => 0) {
    this.#limits = limits
    this.#moreSlots = moreSlots
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
    const ofConnection = this.#queues.get(connection)?.length ?? 0
    if (ofConnection >= waitingPerConnection) return true
    return this.#waiting >= waiting && ofConnection * this.#queues.size >= waiting
  }

  /** Takes a slot if one is free and no work waits. It must be released by one `finish`. */
  beginNow(): boolean {
    if (this.#waiting > 0 || !this.#hasSlot) return false
    this.#countStart()
    return true
  }

  /** Starts the work at once or when it gets a slot, which must be released by one `finish`. */
  add(connection: object, work: QueuedWork): void {
    if (work.isAbandoned()) return
    if (this.beginNow()) {
      work.start()
      return
    }
    const queue = this.#queues.get(connection)
    const entry = { work, since: monotonicMs() }
    if (queue === undefined) this.#queues.set(connection, [entry])
    else queue.push(entry)
    this.#waiting++
    // Work also expires while nothing finishes, for example during an outage of the database.
    this.#timer ??= setInterval(() => this.#expireWaiting(), this.#limits.waitMs / 2).unref()
  }

  get #hasSlot(): boolean {
    const { running, startsPerTurn } = this.#limits
    return this.#starts < startsPerTurn && this.#running < running + this.#moreSlots()
  }

  /** A request that is rejected ends at once and starts the next, so all that wait could run in one turn (T-320). */
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
      while (this.#waiting > 0 && this.#hasSlot) this.#startFirst()
    } finally {
      this.#isStarting = false
    }
    if (this.#waiting === 0) this.#stopTimer()
  }

  #startFirst(): void {
    for (const [connection, queue] of this.#queues) {
      const [entry] = queue
      this.#removeFirst(connection, queue)
      if (entry === undefined || this.#isOver(entry)) return
      this.#countStart()
      entry.work.start()
      return
    }
  }

  /** Removes what is over from the front of every queue. */
  #expireWaiting(): void {
    for (const [connection, queue] of [...this.#queues]) {
      while (queue[0] !== undefined && this.#isOver(queue[0])) this.#removeFirst(connection, queue)
    }
    // There may be more slots than before although nothing has finished.
    this.#startNext()
  }

  /** True when the work must not be started: it waited too long, and was told so, or its client has left. */
  #isOver({ work, since }: QueueEntry): boolean {
    if (work.isAbandoned()) return true
    if (monotonicMs() - since < this.#limits.waitMs) return false
    work.expire()
    return true
  }

  /** Removes the first entry of a queue and puts its connection behind the others. */
  #removeFirst(connection: object, queue: QueueEntry[]): void {
    this.#waiting--
    queue.shift()
    this.#queues.delete(connection)
    if (queue.length > 0) this.#queues.set(connection, queue)
  }

  #stopTimer(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
