// The session as the server last reported it, kept for this tab: after a reload without the server the application can
// show who is signed in and what waits to be sent. It ends with the tab, with the session and with signing out. Also
// removes the files that the service worker keeps.
import type { Session } from './session-api.ts'

const storageKey = 'stint-session'
const cachePrefix = 'stint-app-'

export function keepSession(session: Session | null): void {
  if (session === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify(session))
}

export function keptSession(): Session | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Session | null
  } catch {
    return null
  }
}

/** Removes the kept session, the service worker and its files. */
export async function removeKeptFiles(): Promise<void> {
  keepSession(null)
  // Neither exists in a page that was not opened with HTTPS.
  const registrations = await navigator.serviceWorker?.getRegistrations()
  await Promise.all((registrations ?? []).map((one) => one.unregister()))
  const names = 'caches' in window ? await caches.keys() : []
  await Promise.all(names.filter((name) => name.startsWith(cachePrefix)).map((name) => caches.delete(name)))
}
