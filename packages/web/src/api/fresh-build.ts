// A server that was updated has other files than the page was opened with. Who then goes to a screen that is not loaded yet would
// meet an error; so the page is loaded anew, once, if the server is there at all.

const place = 'stint-reloaded'
const onceInMs = 30_000

async function reload(now: number): Promise<void> {
  const before = Number(sessionStorage.getItem(place) ?? 0)
  if (now - before < onceInMs) return
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok !== true) return
  sessionStorage.setItem(place, String(now))
  location.reload()
}

/** Listens for parts of the application that could not be loaded. */
export function reloadWhenUpdated(now: () => number): void {
  addEventListener('vite:preloadError', () => void reload(now()))
}
