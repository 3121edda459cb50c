// Whether the page is being printed: for what must be another component on paper, not only another style. The browser
// asks for the paper in one go, so what hears it has to have drawn before it answers; nothing can be fetched then.
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

/** Answers how to stop hearing. */
export function onPrinting(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

export const isPrinting = (): boolean => printRequested || printMedia.matches

export const usePrinting = (): boolean => useSyncExternalStore(onPrinting, isPrinting)
