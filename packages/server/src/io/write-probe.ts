// Finds out by a small write whether writes work: on a full or read-only disk, reads still succeed. The result is kept
// for 5 seconds, so that frequent health checks do not cause frequent writes.
import { monotonicMs } from './clock.ts'

const keptForMs = 5000

export class WriteProbe {
  readonly #write: () => Promise<void>
  readonly #now: () => number
  #result: Promise<boolean> | undefined
  /** Infinity while the write is running, so that it is shared and never started twice. */
  #keptUntil = Number.NEGATIVE_INFINITY

  constructor(write: () => Promise<void>, now: () => number = monotonicMs) {
    this.#write = write
    this.#now = now
  }

  succeeds(): Promise<boolean> {
    if (this.#result !== undefined && this.#now() < this.#keptUntil) return this.#result
    this.#keptUntil = Number.POSITIVE_INFINITY
    this.#result = this.#attempt()
    return this.#result
  }

  async #attempt(): Promise<boolean> {
    try {
      await this.#write()
      return true
    } catch {
      return false
    } finally {
      this.#keptUntil = this.#now() + keptForMs
    }
  }
}
