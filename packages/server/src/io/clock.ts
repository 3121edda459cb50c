// The only file that reads the machine's clock. All other code gets a Clock, so that tests and the demo can run at a
// chosen instant. Time zones and the calendar are in kit/calendar.ts.

export interface Clock {
  /** Milliseconds since 1970 in UTC. It can jump when the machine's clock is set. */
  now(): number
  /** Milliseconds since any instant. It never jumps, so it is for durations only. */
  elapsedMs(): number
}

/** For durations only: it never goes back, and its absolute value has no meaning. */
export const monotonicMs = (): number => performance.now()

export const systemClock: Clock = { now: () => Date.now(), elapsedMs: monotonicMs }

/** The machine's clock plus a constant, for example one day later. Time still passes. */
export const shiftedClock = (milliseconds: number): Clock =>
  milliseconds === 0 ? systemClock : { ...systemClock, now: () => systemClock.now() + milliseconds }

/** A clock that does not move by itself. */
export class FixedClock implements Clock {
  #now: number
  #jumpedMs = 0

  constructor(now: number | string) {
    this.#now = typeof now === 'number' ? now : Date.parse(now)
    if (!Number.isFinite(this.#now)) throw new Error(`not an instant: ${now}`)
  }

  now(): number {
    return this.#now
  }

  elapsedMs(): number {
    return this.#now - this.#jumpedMs
  }

  moveTo(now: number | string): void {
    this.#now = new FixedClock(now).now()
  }

  moveBy(milliseconds: number): void {
    this.#now += milliseconds
  }

  /** As if somebody set the machine's clock: no time passes. */
  jumpBy(milliseconds: number): void {
    this.#now += milliseconds
    this.#jumpedMs += milliseconds
  }
}

const dayMs = 86_400_000
/** A clock that is adjusted in small steps does not jump. */
const maxStepMs = 60_000

/**
 * The bounds between which the right time is, also while the machine's clock is wrong for less than a day. After a jump
 * they are the time of the machine and the time as it would be without the jump (T-80).
 */
export class ClockBounds {
  readonly #clock: Clock
  #difference: number
  #jumpedAt: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
    this.#difference = clock.now() - clock.elapsedMs()
  }

  read(): { readonly earliest: number; readonly latest: number } {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsedMs()]
    const hasJumped = Math.abs(now - elapsed - this.#difference) > maxStepMs
    if (hasJumped) this.#jumpedAt ??= elapsed
    if (!hasJumped || elapsed - (this.#jumpedAt ?? elapsed) > dayMs) {
      this.#difference = now - elapsed
      this.#jumpedAt = null
    }
    const without = this.#difference + elapsed
    return { earliest: Math.min(now, without), latest: Math.max(now, without) }
  }
}

/** For libraries that need a Date. It does not read the clock. */
export const dateAt = (epochMs: number): Date => new Date(epochMs)
