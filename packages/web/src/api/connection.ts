// Whether the server responds. Requests report success or failure here. While the server does not respond, it is
// checked every few seconds; when it responds again, everything on screen is fetched again.
import { useSyncExternalStore } from 'react'

const pollMs = 4000

let offline = false
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()

function setOffline(now: boolean): void {
  if (offline === now) return
  offline = now
  clearInterval(timer)
  if (offline) timer = setInterval(() => void checkServer(), pollMs)
  else for (const come of reconnectListeners) come()
  for (const hear of listeners) hear()
}

/** Whether the server responds now. */
export async function checkServer(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  const there = answer?.ok === true
  if (there) setOffline(false)
  return there
}

export const reportNoResponse = (): void => setOffline(true)
export const reportResponse = (): void => setOffline(false)

/** Calls the listener whenever the server responds again. Returns a function that stops it. */
export function onReconnect(come: () => void): () => void {
  reconnectListeners.add(come)
  return () => reconnectListeners.delete(come)
}

const subscribe = (hear: () => void): (() => void) => {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** A browser that loses its network may keep an open stream without an error, so the page asks at once. */
export function watchNetwork(): () => void {
  const check = async (): Promise<void> => {
    if (!(await checkServer())) setOffline(true)
  }
  const events = ['offline', 'online'] as const
  for (const name of events) window.addEventListener(name, check)
  return () => {
    for (const name of events) window.removeEventListener(name, check)
  }
}

export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => offline)
