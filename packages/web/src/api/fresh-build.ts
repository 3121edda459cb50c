// A server that was updated has other files than the page was opened with. Who then goes to a screen that is not loaded yet would
// meet an error; so the page is loaded anew, though not again and again.
import { nowMs } from '../kit/clock.ts'

const place = 'stint-reloaded'
const onceInMs = 30_000

/** For when a part of the application is not to be had although the server is there. */
export function reloadUpdated(): void {
  const now = nowMs()
  if (now - Number(sessionStorage.getItem(place) ?? 0) < onceInMs) return
  sessionStorage.setItem(place, String(now))
  location.reload()
}
