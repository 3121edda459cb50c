// Chooses the months of a timeline: how many, and earlier or later ones.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePlanningMessages } from '../../messages/planning.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import styles from './planning.module.css'
import type { TimelineSearch } from './timeline-params.ts'

type TimelineRange = Required<TimelineSearch>

/** A timeline begins with the month before the current one, unless the URL says otherwise. */
export const timelineRange = ({ months, from }: TimelineSearch, usual: 3 | 6): TimelineRange => ({
  months: months ?? usual,
  from: from ?? -1,
})

interface TimelineBarProps {
  readonly range: TimelineRange
  readonly onChange: (change: TimelineSearch) => void
  readonly children?: ReactNode
}

const spans: readonly TimelineRange['months'][] = [3, 6, 12]

export function TimelineBar({ range: { months, from }, onChange, children }: TimelineBarProps) {
  const messages = usePlanningMessages()
  const step = Math.ceil(months / 3)
  return (
    <div className={styles.bar}>
      <SegmentedControl
        label={messages.span}
        options={spans.map((span) => ({ id: String(span), name: messages.months(span) }))}
        value={String(months)}
        onChange={(id) => onChange({ months: spans.find((span) => String(span) === id) ?? months })}
      />
      <div className={styles.moves}>
        <IconButton icon={ChevronLeft} label={messages.earlier} onPress={() => onChange({ from: from - step })} />
        <Button small onPress={() => onChange({ from: -1 })}>
          {messages.today}
        </Button>
        <IconButton icon={ChevronRight} label={messages.later} onPress={() => onChange({ from: from + step })} />
      </div>
      {children}
    </div>
  )
}
