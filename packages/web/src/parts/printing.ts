// Whether the page is being printed: for what must be another component on paper, not only another style. The browser asks for
// the paper in one go, so what hears it has to have drawn before it answers; nothing can be fetched then.
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const paper = matchMedia('print')
const heard = new Set<() => void>()
let asked = false

const tell = (): void =>
  flushSync(() => {
    for (const hear of heard) hear()
  })

addEventListener('beforeprint', () => {
  asked = true
  tell()
})
addEventListener('afterprint', () => {
  asked = false
  tell()
})
paper.addEventListener('change', tell)

/** Answers how to stop hearing. */
export function onPrinting(hear: () => void): () => void {
  heard.add(hear)
  return () => heard.delete(hear)
}

export const isPrinting = (): boolean => asked || paper.matches

export const usePrinting = (): boolean => useSyncExternalStore(onPrinting, isPrinting)
