// Calls a function when the operator or the system asks the process to stop. It decides only which signals count; the
// caller does the stopping.
import { monotonicMs } from '../io/clock.ts'

/**
 * Within this time a second signal may be a copy of the first: npm forwards a signal that its whole group already got.
 */
const repeatedSignalMs = 1000

/** Calls `stop` at the first signal. A later one ends the process at once. */
export function onStopSignal(stop: (signal: string) => unknown): void {
  let first: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = monotonicMs()
        stop(signal)
      } else if (monotonicMs() - first > repeatedSignalMs) process.exit(1)
    })
  }
}
