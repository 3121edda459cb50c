// The only place that asks the machine what time it is. Everything else is handed a Clock, so that tests and the demo
// can stand at a chosen instant. It knows no zones and no calendar: those are kit/calendar.ts.

export interface Clock {
  /** Milliseconds since 1970 in UTC; may jump when somebody sets the machine's clock (T-80). */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The machine's clock moved by a constant: one day, many days or months from now, while time still passes. */
export const shiftedClock = (milliseconds: number): Clock =>
  milliseconds === 0 ? systemClock : { now: () => systemClock.now() + milliseconds }

/** A clock that stands still until it is moved. */
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

/** For durations only: never goes back, and means nothing by itself. */
export const monotonicMs = (): number => performance.now()

/** For libraries that want a Date; it does not ask what time it is. */
export const dateAt = (epochMs: number): Date => new Date(epochMs)
