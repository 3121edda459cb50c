// What somebody did with their timers and the server has not yet been told of: kept in this browser with the moment it
// was done, so that a stop made without a network counts to that moment. Telling the server is timer-sync.ts.
import { useSyncExternalStore } from 'react'

interface StepBase {
  /** Names the step, so that it is done once however often it is sent. */
  readonly key: string
  /** When it was done, by this machine's clock; only spans of this clock are ever used. */
  readonly at: number
  /** A timer of the server, or a number below nothing for one that it does not know yet. */
  readonly timer: number
  /** When the server took it; it is kept until what the server then said has come. */
  readonly sent?: number
}

export interface StartStep extends StepBase {
  readonly kind: 'start'
  readonly taskid: number | null
  readonly name: string
  /** What the timer is called until the server says so. */
  readonly task: string | null
}

export interface OtherStep extends StepBase {
  readonly kind: 'pause' | 'resume' | 'discard'
  /** The start that a pause is about, as the server told it; none of one that it was not told of yet. */
  readonly started?: string | null
}

export type Step = StartStep | OtherStep

// Each step has a place of its own: tabs may not see at once what another has written, and a list that two of them
// change would lose a step. Steps are added by whoever makes them, and changed only by the one tab that is sending.
const storagePrefix = (personid: number): string => `stint-timer-step-${personid}-`
const storageKey = (personid: number, { at, key }: Step): string => `${storagePrefix(personid)}${at}-${key}`

const listeners = new Set<() => void>()
const cached = new Map<number, { text: string; steps: readonly Step[] }>()

function notifyListeners(): void {
  for (const hear of listeners) hear()
}

function parseStep(text: string): readonly Step[] {
  try {
    return [JSON.parse(text) as Step]
  } catch {
    return []
  }
}

/** In the order they were made. The same list as long as nothing has changed, as the page is drawn by it. */
export function stepsOf(personid: number): readonly Step[] {
  const prefix = storagePrefix(personid)
  const places = Object.keys(localStorage).filter((place) => place.startsWith(prefix))
  const texts = places.map((place) => localStorage.getItem(place) ?? '').sort()
  const text = texts.join('\n')
  const last = cached.get(personid)
  if (last?.text === text) return last.steps
  const steps = texts.flatMap(parseStep).sort((one, other) => one.at - other.at)
  cached.set(personid, { text, steps })
  return steps
}

/** Adds steps, or puts what became of them in their place. */
export function storeSteps(personid: number, steps: readonly Step[]): void {
  for (const step of steps) localStorage.setItem(storageKey(personid, step), JSON.stringify(step))
  notifyListeners()
}

export function dropSteps(personid: number, steps: readonly Step[]): void {
  for (const step of steps) localStorage.removeItem(storageKey(personid, step))
  notifyListeners()
}

function subscribe(hear: () => void): () => void {
  listeners.add(hear)
  addEventListener('storage', hear)
  return () => {
    listeners.delete(hear)
    removeEventListener('storage', hear)
  }
}

export const useSteps = (personid: number): readonly Step[] => useSyncExternalStore(subscribe, () => stepsOf(personid))
