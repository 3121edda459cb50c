// Moves the bars of a Gantt chart: by mouse, as a whole or at one end, and with Alt and the arrow keys. It computes
// days from pixels; what happens with them is decided by the owner of the chart.
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { movedBy, type PlanDates, resizedBy, sameDates } from '../kit/planning.ts'
import { trackMouse } from './mouse-drag.ts'

export type MoveBar = (id: string, dates: PlanDates, by: 'mouse' | 'keys') => void

/** What is taken of a bar. */
export type Grip = 'whole' | 'begin' | 'end'

interface EditedBar extends PlanDates {
  readonly id: string
  readonly movable?: 'whole' | 'ends' | undefined
}

const changed = (bar: PlanDates, grip: Grip, days: number): PlanDates =>
  grip === 'whole' ? movedBy(bar, days) : resizedBy(bar, grip, days)

const keyDays: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export function useGanttEdit(picture: RefObject<SVGSVGElement | null>, shownDays: number, onMove: MoveBar | undefined) {
  const [dragged, setDragged] = useState<(PlanDates & { readonly id: string }) | null>(null)
  const drag = (bar: EditedBar, grip: Grip, event: PointerEvent<Element>): void => {
    const width = picture.current?.getBoundingClientRect().width ?? 0
    if (onMove === undefined || bar.movable === undefined || width === 0) return
    const begin = event.clientX
    let dates: PlanDates = bar
    trackMouse(event, {
      onMove: (x) => {
        dates = changed(bar, grip, Math.round(((x - begin) / width) * shownDays))
        setDragged({ id: bar.id, begin: dates.begin, end: dates.end })
      },
      onEnd: (dropped) => {
        setDragged(null)
        if (dropped && !sameDates(dates, bar)) onMove(bar.id, dates, 'mouse')
      },
    })
  }
  const press = (bar: EditedBar, event: KeyboardEvent<Element>): void => {
    const days = event.altKey ? keyDays[event.key] : undefined
    if (onMove === undefined || bar.movable === undefined || days === undefined) return
    // Alt and an arrow would leave the page.
    event.preventDefault()
    const dates = changed(bar, event.shiftKey && bar.movable === 'ends' ? 'end' : 'whole', days)
    if (!sameDates(dates, bar)) onMove(bar.id, dates, 'keys')
  }
  return {
    drag,
    press,
    dragging: dragged !== null,
    shown: <Bar extends EditedBar>(bar: Bar): Bar => (bar.id === dragged?.id ? { ...bar, ...dragged } : bar),
  }
}
