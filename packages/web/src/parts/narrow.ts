// Whether the page is as narrow as on a phone. For cases that need another component there, not only another style.
import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 640px)')

const subscribe = (hear: () => void): (() => void) => {
  narrow.addEventListener('change', hear)
  return () => narrow.removeEventListener('change', hear)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
