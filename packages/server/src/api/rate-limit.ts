// Limits per minute: the requests of one token, session or calendar, and the failed attempts of one network address.
// They only protect the server, so they are counted in memory and a restart resets them; servers on one database add up
// what they counted about once a second. They do not count towards the quota.
import { ApiError } from '../define/api-error.ts'
import type { Database } from '../io/database.ts'
import { ipBlock } from '../kit/ip-block.ts'

/**
 * Wrong tokens from one address in a minute; networks of IPv6 count as one (T-331). More are rejected before they are
 * hashed and looked up (T-45), unless the same token was accepted before: colleagues share an address.
 */
const failuresPerMinute = 1000

export interface RateUse {
  readonly limit: number
  readonly used: number
  /** Seconds until the next minute begins. */
  readonly resetSeconds: number
}

const capacity = 100_000
/** So many keys are shared at once; the others a second later. */
const sharedAtOnce = 1000
const shareEveryMs = 1000

type SharedStore = Pick<Database, 'addRates'>

interface Count {
  /** Counted by this process. */
  own: number
  /** What the database knows of them. */
  sent: number
  others: number
}

/**
 * Counts by key within the current minute. All counts are dropped when the next one begins, or when they are many. A
 * key that has used a tenth of its limit is counted together with the other servers, about once a second.
 */
class MinuteCounter {
  readonly #name: string
  readonly #store: SharedStore
  readonly #counts = new Map<string, Count>()
  readonly #toShare = new Set<string>()
  #minute = 0
  #sharedAt = 0
  #isSharing = false

  constructor(name: string, store: SharedStore) {
    this.#name = name
    this.#store = store
  }

  used(key: string, nowMs: number): number {
    this.#startMinute(nowMs)
    const { own, others } = this.#counts.get(key) ?? noCount
    return own + others
  }

  add(key: string, limit: number, nowMs: number): number {
    this.#startMinute(nowMs)
    const count = this.#counts.get(key) ?? { ...noCount }
    count.own++
    this.#counts.set(key, count)
    const used = count.own + count.others
    if (used * 10 >= limit) {
      this.#toShare.add(key)
      if (!this.#isSharing && Math.abs(nowMs - this.#sharedAt) >= shareEveryMs) void this.#share(nowMs)
    }
    return used
  }

  #startMinute(nowMs: number): void {
    const minute = Math.floor(nowMs / 60_000)
    if (minute === this.#minute && this.#counts.size < capacity) return
    this.#minute = minute
    this.#counts.clear()
    this.#toShare.clear()
  }

  /** If it fails, the limits are those of this process alone until the next time. */
  async #share(nowMs: number): Promise<void> {
    this.#isSharing = true
    this.#sharedAt = nowMs
    const minute = this.#minute
    const keys = [...this.#toShare].slice(0, sharedAtOnce)
    const counts = keys.map((key) => {
      const { own, sent } = this.#counts.get(key) ?? noCount
      this.#toShare.delete(key)
      return { key: `${this.#name} ${key}`, used: own - sent }
    })
    try {
      const sums = await this.#store.addRates(minute, counts)
      if (minute !== this.#minute) return
      for (const [at, { key, used }] of counts.entries()) {
        const sum = sums.get(key)
        const count = this.#counts.get(keys[at] ?? '')
        if (sum === undefined || count === undefined) continue
        count.sent += used
        count.others = sum - count.sent
      }
    } catch {
      // The next request of a busy key tries again.
    } finally {
      this.#isSharing = false
    }
  }
}

const noCount: Readonly<Count> = { own: 0, sent: 0, others: 0 }

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

interface RateTexts {
  /** Names the keys in the database. */
  readonly name: string
  /** The parts of the messages. */
  readonly requests: string
  readonly failures: string
}

const tokenTexts: RateTexts = {
  name: 'api',
  requests: 'with one token or session',
  failures: 'Authorization: too many invalid tokens from this address',
}

export class RateLimit {
  readonly #requests: MinuteCounter
  readonly #failures: MinuteCounter
  readonly #texts: RateTexts

  constructor(store: SharedStore, texts = tokenTexts) {
    this.#requests = new MinuteCounter(`${texts.name} request`, store)
    this.#failures = new MinuteCounter(`${texts.name} failure`, store)
    this.#texts = texts
  }

  /** Counts a request of a token or session, and rejects it above the limit (decision 10). */
  countRequest(key: string, limit: number, nowMs: number): RateUse {
    const use = { limit, used: this.#requests.add(key, limit, nowMs), resetSeconds: secondsLeft(nowMs) }
    if (use.used > limit) throw tooMany(`at most ${limit} requests a minute ${this.#texts.requests}`, use)
    return use
  }

  countFailure(address: string, nowMs: number): void {
    this.#failures.add(ipBlock(address), failuresPerMinute, nowMs)
  }

  rejectAfterFailures(address: string, nowMs: number): void {
    const used = this.#failures.used(ipBlock(address), nowMs)
    if (used < failuresPerMinute) return
    const use = { limit: failuresPerMinute, used, resetSeconds: secondsLeft(nowMs) }
    throw tooMany(this.#texts.failures, use)
  }
}
