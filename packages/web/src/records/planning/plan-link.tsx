// A task or a milestone on a day: its mark in the color of the project and its title, as a link. It can be dragged and
// moved with keys if its place says so.
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { usePlanningMessages } from '../../messages/planning.ts'
import { Dot } from '../../parts/dot.tsx'
import type { PlanItem } from './plan-item.ts'
import styles from './planning.module.css'

/** The days of an item and whether it is done, for screen readers. */
function useDatesText(): (item: PlanItem) => string {
  const messages = usePlanningMessages()
  const formats = useFormats()
  return ({ begin, end, done }) => {
    const due = messages.due(formats.day(end))
    const dates = begin === end ? due : formats.range(begin, end)
    return done ? messages.done(dates) : dates
  }
}

/** The name of an item for screen readers. */
export function usePlanName(): (item: PlanItem) => string {
  const messages = usePlanningMessages()
  const datesOf = useDatesText()
  return (item) => messages.item(messages[item.kind], item.title, datesOf(item))
}

interface PlanLinkProps {
  readonly item: PlanItem
  /** Shows the project below the title. */
  readonly tall?: boolean
  /** A part of a bar whose other part has the link. */
  readonly isCopy?: boolean
  readonly onPointerDown?: ((event: PointerEvent<Element>) => void) | undefined
  readonly onKeyDown?: ((event: KeyboardEvent<Element>) => void) | undefined
}

export function PlanLink({ item, tall = false, isCopy = false, onPointerDown, onKeyDown }: PlanLinkProps) {
  const messages = usePlanningMessages()
  const datesOf = useDatesText()
  const today = useToday()
  const { key, kind, id, title, project, color, end, done } = item
  return (
    <Link
      to={kind === 'task' ? '/tasks/$id' : '/milestones/$id'}
      params={{ id: String(id) }}
      className={styles.item}
      draggable={false}
      data-kind={kind}
      data-state={done ? 'done' : end < today ? 'late' : 'open'}
      data-tall={tall}
      data-movable={onPointerDown !== undefined}
      {...(isCopy ? { tabIndex: -1, 'aria-hidden': true } : { 'data-item': key })}
      {...(onPointerDown === undefined ? {} : { onPointerDown })}
      {...(onKeyDown === undefined ? {} : { onKeyDown })}
    >
      <Dot color={color} diamond={kind === 'milestone'} />
      <span className="hidden">{messages.kindOf(messages[kind])}</span>
      <span className={styles.title}>{title}</span>
      {tall && <span className={styles.project}>{project}</span>}
      <span className="hidden">{datesOf(item)}</span>
    </Link>
  )
}
