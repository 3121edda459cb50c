// The rate limit: requests per minute and address, off unless configured. It is kept in memory per process, because it
// only protects the server: it does not count towards the quota, and a restart resets it.
import { ApiError } from '../define/api-error.ts'

interface Window {
  minute: number
  used: number
}

const capacity = 100_000

export class RateLimit {
  readonly #windows = new Map<string, Window>()

  /** Rejects the request when its address is over the limit (decision 10). */
  take(address: string, perMinute: number, nowMs: number): void {
    const minute = Math.floor(nowMs / 60_000)
    let window = this.#windows.get(address)
    if (window === undefined || window.minute !== minute) {
      if (this.#windows.size >= capacity) this.#windows.clear()
      window = { minute, used: 0 }
      this.#windows.set(address, window)
    }
    window.used++
    if (window.used <= perMinute) return
    const seconds = 60 - Math.floor((nowMs / 1000) % 60)
    throw new ApiError(
      400,
      12,
      [`at most ${perMinute} requests a minute from one address; try again in ${seconds} s`],
      {
        'retry-after': String(seconds),
      },
    )
  }
}
