// The order of a checklist while an item is moved: with the mouse or a finger by its grip, or with the arrow keys. The
// rows keep their places in the document during a drag and are only shown in the new order, because an element that
// changes its place loses the pointer.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

interface MovedItem {
  readonly id: number
  /** Its new place, counted from 0. */
  readonly to: number
}

const middleOf = (row: Element): number => {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

const gripAttribute = 'data-grip'

/** `move` gets the new position, counted from 1, and is done when the list has the new order. */
export function useChecklistOrder(ids: readonly number[], move: (id: number, position: number) => Promise<void>) {
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<MovedItem | null>(null)
  const [dragging, setDragging] = useState(false)
  const lastByKey = useRef<number | null>(null)
  // A focused element that changes its place in the document loses the focus.
  useEffect(() => {
    if (lastByKey.current === null || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[${gripAttribute}="${lastByKey.current}"]`)?.focus()
  })
  const finish = async ({ id, to }: MovedItem): Promise<void> => {
    setDragging(false)
    if (to !== ids.indexOf(id)) await move(id, to + 1)
    setMoved(null)
  }
  const placeAt = (id: number, y: number): number =>
    [...(list.current?.children ?? [])].filter((row, at) => ids[at] !== id && middleOf(row) < y).length
  const others = moved === null ? ids : ids.filter((id) => id !== moved.id)
  const shown = moved === null ? ids : others.toSpliced(moved.to, 0, moved.id)
  const gripProps = (id: number) => ({
    [gripAttribute]: id,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0 || moved !== null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragging(true)
      setMoved({ id, to: ids.indexOf(id) })
    },
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>): void => {
      if (dragging) setMoved({ id, to: placeAt(id, clientY) })
    },
    onPointerUp: (): void => {
      if (dragging && moved !== null) void finish(moved)
    },
    onPointerCancel: (): void => {
      setDragging(false)
      setMoved(null)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      const to = ids.indexOf(id) + step
      if (moved !== null || to < 0 || to >= ids.length) return
      lastByKey.current = id
      setMoved({ id, to })
      void finish({ id, to })
    },
    onBlur: (): void => {
      if (moved === null) lastByKey.current = null
    },
  })
  return {
    list,
    gripProps,
    placeOf: (id: number): number => shown.indexOf(id),
    dragged: dragging ? moved?.id : undefined,
  }
}
