// Follows the mouse from a press until it is released, for things that are dragged on a plane of days. Escape cancels.
// A finger scrolls instead, and a press without a movement stays a click.
import type { PointerEvent } from 'react'

interface MouseDrag {
  readonly onMove: (x: number, y: number) => void
  /** False if the drag was cancelled. */
  readonly onEnd: (dropped: boolean) => void
}

const minPx = 4

const cancelEvent = (event: Event): void => {
  event.preventDefault()
  event.stopPropagation()
}

/** The release of the button must not open the link that was dragged. */
function ignoreClick(): void {
  const heard = new AbortController()
  addEventListener('click', cancelEvent, { capture: true, signal: heard.signal })
  addEventListener('pointerup', () => setTimeout(() => heard.abort()), { once: true })
}

export function trackMouse(event: PointerEvent<Element>, { onMove, onEnd }: MouseDrag): void {
  if (event.pointerType !== 'mouse' || event.button !== 0) return
  const { clientX: x, clientY: y } = event
  const heard = new AbortController()
  const { signal } = heard
  let moved = false
  const end = (dropped: boolean): void => {
    heard.abort()
    if (moved) onEnd(dropped)
  }
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (!moved && Math.hypot(clientX - x, clientY - y) < minPx) return
      if (!moved) ignoreClick()
      moved = true
      onMove(clientX, clientY)
    },
    { signal },
  )
  addEventListener('pointerup', () => end(true), { signal })
  addEventListener('pointercancel', () => end(false), { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal, capture: true })
  // A link would be dragged by the browser.
  addEventListener('dragstart', cancelEvent, { signal, capture: true })
}
