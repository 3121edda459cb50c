// State that several components share and that does not come from the server, such as the open dialog and the
// registered shortcuts.
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(value: T): void
  use(): T
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const hearers = new Set<() => void>()
  const subscribe = (hear: () => void): (() => void) => {
    hearers.add(hear)
    return () => hearers.delete(hear)
  }
  const get = (): T => value
  return {
    get,
    set: (next) => {
      value = next
      for (const hear of hearers) hear()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
