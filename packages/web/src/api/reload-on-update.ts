// After an update the server has other files than those the page was opened with, so a screen that is not loaded yet
// would fail. Then the page is reloaded, but not repeatedly within a short time.
import { nowMs } from '../kit/clock.ts'

const storageKey = 'stint-reloaded'
const minIntervalMs = 30_000

/** Call this if a part of the application cannot be loaded although the server responds. */
export function reloadForNewBuild(): void {
  const now = nowMs()
  if (now - Number(sessionStorage.getItem(storageKey) ?? 0) < minIntervalMs) return
  sessionStorage.setItem(storageKey, String(now))
  location.reload()
}
