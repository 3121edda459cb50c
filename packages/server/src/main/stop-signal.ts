// The clean end: what to do when the operator or the system asks the process to stop. It decides only when a signal counts;
// what stopping means is its caller's.
import { monotonicMs } from '../io/clock.ts'

/** For this long a signal may be the echo of the first: npm passes on what its whole group has had already. */
const repeatedSignalMs = 1000

/** Calls `stop` at the first signal; one that comes a while later ends the process at once. */
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
