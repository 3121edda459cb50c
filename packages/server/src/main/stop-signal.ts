// Calls a function when the operator or the system asks the process to stop. It decides only which signals count; the
// caller does the stopping.
import { monotonicMs } from '../io/clock.ts'

/**
 * Within this time a second signal may be a copy of the first: npm forwards a signal that its whole group already got.
 */
const repeatedSignalMs = 1000

/** Calls `stop` at the first signal and `endNow` at a later one. */
export function onStopSignal(stop: (signal: string) => unknown, endNow: () => void): void {
  let first: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = monotonicMs()
        stop(signal)
      } else if (monotonicMs() - first > repeatedSignalMs) endNow()
    })
  }
}

/**
 * Ends the process at once. Nothing acknowledged is lost by this. `process.exit` would not do: it waits for threads,
 * and a thread ends only when its SQL statement or system call does.
 */
export const killProcess = (): void => {
  process.kill(process.pid, 'SIGKILL')
}
