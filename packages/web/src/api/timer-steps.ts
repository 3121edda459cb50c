// Steps that a person did with timers and that are not yet sent to the server. They are stored in this browser with
// their time, so that a timer that is stopped offline counts until that time. timer-sync.ts sends them.
import { useSyncExternalStore } from 'react'

interface StepBase {
  /** The idempotency key: the step is executed once, however often it is sent. */
  readonly key: string
  /** When it was done, by this machine's clock. Only differences of this clock are used. */
  readonly at: number
  /** The id of a timer, or a negative number for one that the server has not created yet. */
  readonly timer: number
  /** When the server accepted it. The step is kept until a later response includes it. */
  readonly sent?: number
}

export interface StartStep extends StepBase {
  readonly kind: 'start'
  readonly taskid: number | null
  readonly name: string
  /** The title of the task, shown until the server has sent the timer. */
  readonly task: string | null
}

export interface OtherStep extends StepBase {
  readonly kind: 'pause' | 'resume' | 'discard'
  /** For a pause: the start time from the server; null if the start was not sent yet. */
  readonly started?: string | null
}

export type Step = StartStep | OtherStep

// Each step has its own key in localStorage. A common list would lose steps when two tabs write it at the same time.
// Every tab adds its steps; only the tab that is sending changes them.
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

/** The steps in order of time. Returns the same array while nothing has changed, as useSyncExternalStore requires. */
export function stepsOf(personid: number): readonly Step[] {
  const prefix = storagePrefix(personid)
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  const texts = keys.map((key) => localStorage.getItem(key) ?? '').sort()
  const text = texts.join('\n')
  const last = cached.get(personid)
  if (last?.text === text) return last.steps
  const steps = texts.flatMap(parseStep).sort((one, other) => one.at - other.at)
  cached.set(personid, { text, steps })
  return steps
}

/** Adds new steps and replaces existing ones. */
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
