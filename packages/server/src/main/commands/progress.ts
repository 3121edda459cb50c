// A bar on standard error for what takes longer than a second, and only where a person looks: without a terminal, nothing. A
// library for this would bring colours, spinners and a dozen packages for one line that is written over.
import { monotonicMs } from '../../io/clock.ts'

const delayMs = 1000
const redrawEveryMs = 100
const width = 30

export class Progress {
  readonly #startedAt = monotonicMs()
  readonly #isTerminal = process.stderr.isTTY === true
  #drawnAt = 0
  #what = ''
  #done = 0
  #total = 0

  /** What is done now, and how much of it there is. */
  begin(what: string, total: number): void {
    this.#what = what
    this.#done = 0
    this.#total = total
  }

  readonly add = (count: number): void => {
    this.#done += count
    const now = monotonicMs()
    if (!this.#isTerminal || now - this.#startedAt < delayMs || now - this.#drawnAt < redrawEveryMs) return
    this.#drawnAt = now
    const part = this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total)
    const bar = '#'.repeat(Math.round(part * width)).padEnd(width, '.')
    process.stderr.write(`\r\x1b[K${this.#what} [${bar}] ${Math.floor(part * 100)} %`)
  }

  /** Leaves the line as it was. */
  end(): void {
    if (this.#drawnAt > 0) process.stderr.write('\r\x1b[K')
    this.#drawnAt = 0
  }
}
