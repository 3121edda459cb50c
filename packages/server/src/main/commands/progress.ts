// A progress bar on standard error for work longer than a second, only on a terminal. A library for this would add a
// dozen packages for one line of output.
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

  /** The current step and its total amount. */
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

  /** Clears the line. */
  end(): void {
    if (this.#drawnAt > 0) process.stderr.write('\r\x1b[K')
    this.#drawnAt = 0
  }
}
