// Whether the page is being printed. For cases that need another component in print, not only another style. The
// browser prints right after the event, so listeners render synchronously and cannot fetch anything.
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const printMedia = matchMedia('print')
const listeners = new Set<() => void>()
let printRequested = false

const notifyListeners = (): void =>
  flushSync(() => {
    for (const hear of listeners) hear()
  })

addEventListener('beforeprint', () => {
  printRequested = true
  notifyListeners()
})
addEventListener('afterprint', () => {
  printRequested = false
  notifyListeners()
})
printMedia.addEventListener('change', notifyListeners)

/** Returns a function that removes the listener. */
export function onPrinting(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

export const isPrinting = (): boolean => printRequested || printMedia.matches

export const usePrinting = (): boolean => useSyncExternalStore(onPrinting, isPrinting)
