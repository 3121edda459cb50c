// Whether the server answers. Requests report what they met; while nothing answers, the server is asked every few seconds whether
// it is there again, and then everything on screen is asked for anew.
import { useSyncExternalStore } from 'react'

const everyMs = 4000

let lost = false
let timer: ReturnType<typeof setInterval> | undefined
const hearers = new Set<() => void>()
const returns = new Set<() => void>()

function tell(now: boolean): void {
  if (lost === now) return
  lost = now
  clearInterval(timer)
  if (lost) timer = setInterval(() => void look(), everyMs)
  else for (const come of returns) come()
  for (const hear of hearers) hear()
}

/** Asks whether the server is there. */
export async function look(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  const there = answer?.ok === true
  if (there) tell(false)
  return there
}

export const reportSilence = (): void => tell(true)
export const reportAnswer = (): void => tell(false)

/** Called whenever the server has come back; answers how to stop. */
export function onReturn(come: () => void): () => void {
  returns.add(come)
  return () => returns.delete(come)
}

const subscribe = (hear: () => void): (() => void) => {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

export const useLost = (): boolean => useSyncExternalStore(subscribe, () => lost)
