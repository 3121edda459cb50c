// Warns when the machine's clock was set: dates of records, quota days and the ends of sessions depend on it. A clock
// that cannot be set tells how much time has really passed. It corrects nothing.
import { type Clock, monotonicMs, systemClock } from '../io/clock.ts'

const checkEveryMs = 60_000
const maxDifferenceMs = 60_000

/** Returns a function that compares the clocks since its last call, and warns once for each jump. */
export function clockCheck(
  warn: (seconds: number) => void,
  clock: Clock = systemClock,
  elapsedMs: () => number = monotonicMs,
): () => void {
  let difference = clock.now() - elapsedMs()
  return () => {
    const before = difference
    difference = clock.now() - elapsedMs()
    const jumpedMs = difference - before
    if (Math.abs(jumpedMs) > maxDifferenceMs) warn(Math.round(jumpedMs / 1000))
  }
}

/** Checks every minute. The timer does not keep the process running. */
export function watchClock(warn: (seconds: number) => void): void {
  setInterval(clockCheck(warn), checkEveryMs).unref()
}
