// Limits per minute: the requests of one token, session or calendar, and the failed attempts of one network address.
// They are kept in memory per process, because they only protect the server: they do not count towards the quota, and
// a restart resets them.
import { ApiError } from '../define/api-error.ts'

/**
 * Wrong tokens from one address in a minute. More are rejected before they are hashed and looked up (T-45), unless the
 * same token was accepted before: colleagues share an address.
 */
const failuresPerMinute = 1000

export interface RateUse {
  readonly limit: number
  readonly used: number
  /** Seconds until the next minute begins. */
  readonly resetSeconds: number
}

const capacity = 100_000

/** Counts by key within the current minute. All counts are dropped when the next one begins, or when they are many. */
class MinuteCounter {
  readonly #counts = new Map<string, number>()
  #minute = 0

  use(key: string, nowMs: number, increment: number): number {
    const minute = Math.floor(nowMs / 60_000)
    if (minute !== this.#minute || this.#counts.size >= capacity) {
      this.#minute = minute
      this.#counts.clear()
    }
    const count = (this.#counts.get(key) ?? 0) + increment
    if (increment > 0) this.#counts.set(key, count)
    return count
  }
}

const secondsLeft = (nowMs: number): number => 60 - Math.floor((nowMs / 1000) % 60)

export const rateHeaders = ({ limit, used, resetSeconds }: RateUse): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(Math.max(0, limit - used)),
  'ratelimit-reset': String(resetSeconds),
})

function tooMany(sentence: string, use: RateUse): ApiError {
  const { resetSeconds } = use
  return new ApiError(400, 12, [`${sentence}; try again in ${resetSeconds} s`], {
    ...rateHeaders(use),
    'retry-after': String(resetSeconds),
  })
}

/** What the messages say. */
interface RateTexts {
  readonly requests: string
  readonly failures: string
}

const tokenTexts: RateTexts = {
  requests: 'with one token or session',
  failures: 'Authorization: too many invalid tokens from this address',
}

export class RateLimit {
  readonly #requests = new MinuteCounter()
  readonly #failures = new MinuteCounter()
  readonly #texts: RateTexts

  constructor(texts = tokenTexts) {
    this.#texts = texts
  }

  /** Counts a request of a token or session, and rejects it above the limit (decision 10). */
  countRequest(key: string, limit: number, nowMs: number): RateUse {
    const use = { limit, used: this.#requests.use(key, nowMs, 1), resetSeconds: secondsLeft(nowMs) }
    if (use.used > limit) throw tooMany(`at most ${limit} requests a minute ${this.#texts.requests}`, use)
    return use
  }

  countFailure(address: string, nowMs: number): void {
    this.#failures.use(address, nowMs, 1)
  }

  rejectAfterFailures(address: string, nowMs: number): void {
    const used = this.#failures.use(address, nowMs, 0)
    if (used < failuresPerMinute) return
    const use = { limit: failuresPerMinute, used, resetSeconds: secondsLeft(nowMs) }
    throw tooMany(this.#texts.failures, use)
  }
}
