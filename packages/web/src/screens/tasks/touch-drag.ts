// Drags a card by its grip with a finger. Browsers start a drag only after a long press, and some never do; this code
// starts it at once, moves the card with the finger, and scrolls the board at its edges.
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import styles from './board.module.css'

const edgePx = 48
const stepPx = 7

/** The attribute with the status of a column, which identifies the column under the finger. */
export const columnAttribute = 'data-status-id'

const columnAt = (x: number, y: number): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>(`[${columnAttribute}]`) ?? null

interface Drag {
  readonly ghost: HTMLElement
  readonly board: HTMLElement | null
  readonly pointer: number
  readonly dx: number
  readonly dy: number
  x: number
  y: number
  over: HTMLElement | null
  frame: number
}

function begin(event: PointerEvent<HTMLElement>): Drag | null {
  const card = event.currentTarget.closest<HTMLElement>('[role="row"]')
  if (card === null) return null
  const { left, top, width } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.classList.add(styles.ghost ?? '')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  ghost.style.width = `${width}px`
  document.body.append(ghost)
  const { clientX: x, clientY: y, pointerId: pointer } = event
  const board = card.closest<HTMLElement>(`.${styles.board}`)
  // Otherwise the browser would scroll back to the column of the card.
  if (board !== null) board.style.scrollSnapType = 'none'
  return { ghost, board, pointer, dx: x - left, dy: y - top, x, y, over: null, frame: 0 }
}

function updateDrag(drag: Drag): void {
  const { ghost, board, x, y, dx, dy } = drag
  ghost.style.translate = `${x - dx}px ${y - dy}px`
  const edges = board?.getBoundingClientRect()
  if (board !== null && edges !== undefined) {
    if (x > edges.right - edgePx) board.scrollLeft += stepPx
    if (x < edges.left + edgePx) board.scrollLeft -= stepPx
  }
  const over = columnAt(x, y)
  if (over !== drag.over) {
    drag.over?.removeAttribute('data-touched')
    over?.setAttribute('data-touched', 'true')
    drag.over = over
  }
  drag.frame = requestAnimationFrame(() => updateDrag(drag))
}

/** A long press would start a drag by the browser, or open its menu. */
const browserDragEvents = ['dragstart', 'contextmenu'] as const
const cancelEvent = (event: Event): void => event.preventDefault()

/** Follows the finger until it is lifted. `onEnd` gets false if the browser cancelled the touch. */
function trackPointer(drag: Drag, onEnd: (dropped: boolean) => void): void {
  const heard = new AbortController()
  const { signal } = heard
  const on = (
    kind: 'pointermove' | 'pointerup' | 'pointercancel',
    run: (event: globalThis.PointerEvent) => void,
  ): void =>
    addEventListener(kind, (event) => event.pointerId === drag.pointer && run(event), { signal, capture: true })
  const end = (dropped: boolean): void => {
    heard.abort()
    cancelAnimationFrame(drag.frame)
    drag.ghost.remove()
    drag.board?.style.removeProperty('scroll-snap-type')
    drag.over?.removeAttribute('data-touched')
    onEnd(dropped)
  }
  on('pointermove', ({ clientX, clientY }) => {
    drag.x = clientX
    drag.y = clientY
  })
  on('pointerup', () => end(true))
  on('pointercancel', () => end(false))
  for (const kind of browserDragEvents) addEventListener(kind, cancelEvent, { signal, capture: true })
}

/** The event handlers of the grip. `drop` gets the status of the column that the card was dropped on. */
export function useTouchDrag(drop: (statusid: number) => void) {
  const touched = useRef(false)
  return {
    onPointerDownCapture: (event: PointerEvent<HTMLElement>): void => {
      touched.current = event.pointerType !== 'mouse'
      const drag = touched.current && event.isPrimary ? begin(event) : null
      if (drag === null) return
      updateDrag(drag)
      trackPointer(drag, (dropped) => {
        const status = drag.over?.getAttribute(columnAttribute) ?? null
        if (dropped && status !== null) drop(Number(status))
      })
    },
    // The end of the drag must not count as a press of the card, which would open the task.
    onClickCapture: (event: MouseEvent<HTMLElement>): void => {
      if (touched.current) event.stopPropagation()
      touched.current = false
    },
  }
}
