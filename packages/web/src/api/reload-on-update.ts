// A server that was updated has other files than the page was opened with. Who then goes to a screen that is not
// loaded yet would meet an error; so the page is loaded anew, though not again and again.
import { nowMs } from '../kit/clock.ts'

const storageKey = 'stint-reloaded'
const minIntervalMs = 30_000

/** For when a part of the application is not to be had although the server is there. */
export function reloadForNewBuild(): void {
  const now = nowMs()
  if (now - Number(sessionStorage.getItem(storageKey) ?? 0) < minIntervalMs) return
  sessionStorage.setItem(storageKey, String(now))
  location.reload()
}
