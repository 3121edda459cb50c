// Whether the server answers. Requests report what they met; while nothing answers, the server is asked every few
// seconds whether it is there again, and then everything on screen is asked for anew.
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

/** Asks whether the server is there. */
export async function checkServer(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  const there = answer?.ok === true
  if (there) setOffline(false)
  return there
}

export const reportNoResponse = (): void => setOffline(true)
export const reportResponse = (): void => setOffline(false)

/** Called whenever the server has come back; answers how to stop. */
export function onReconnect(come: () => void): () => void {
  reconnectListeners.add(come)
  return () => reconnectListeners.delete(come)
}

const subscribe = (hear: () => void): (() => void) => {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => offline)
