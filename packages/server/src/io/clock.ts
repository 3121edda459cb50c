// The only file that reads the machine's clock. All other code gets a Clock, so that tests and the demo can run at a
// chosen instant. Time zones and the calendar are in kit/calendar.ts.

export interface Clock {
  /** Milliseconds since 1970 in UTC. It can jump when the machine's clock is set. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The machine's clock plus a constant, for example one day later. Time still passes. */
export const shiftedClock = (milliseconds: number): Clock =>
  milliseconds === 0 ? systemClock : { now: () => systemClock.now() + milliseconds }

/** A clock that does not move by itself. */
export class FixedClock implements Clock {
  #now: number

  constructor(now: number | string) {
    this.#now = typeof now === 'number' ? now : Date.parse(now)
    if (!Number.isFinite(this.#now)) throw new Error(`not an instant: ${now}`)
  }

  now(): number {
    return this.#now
  }

  moveTo(now: number | string): void {
    this.#now = new FixedClock(now).now()
  }

  moveBy(milliseconds: number): void {
    this.#now += milliseconds
  }
}

/** For durations only: it never goes back, and its absolute value has no meaning. */
export const monotonicMs = (): number => performance.now()

/** For libraries that need a Date. It does not read the clock. */
export const dateAt = (epochMs: number): Date => new Date(epochMs)
