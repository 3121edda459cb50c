// One week of the calendar: seven days, and the bars of their tasks and milestones in lanes over them. What has no lane
// is behind a button of its day.

import type { Decimal, IsoDate } from '@stint/sdk'
import type { KeyboardEvent, PointerEvent } from 'react'
import { Button, DialogTrigger } from 'react-aria-components'
import { useFormats, useToday } from '../../api/formats.ts'
import { addDays, weekOf } from '../../kit/day.ts'
import { placeInWeek, type WeekBar, weekOrder } from '../../kit/planning.ts'
import { usePlanningMessages } from '../../messages/planning.ts'
import { PopoverDialog } from '../../parts/popover.tsx'
import type { PlanItem } from '../../records/planning/plan-item.ts'
import { PlanLink } from '../../records/planning/plan-link.tsx'
import styles from './calendar.module.css'
import { PlanLinks } from './plan-links.tsx'

/** What a person can do with an item; undefined if it cannot be moved. */
export interface ItemHandlers {
  readonly onPointerDown: (event: PointerEvent<Element>) => void
  readonly onKeyDown: (event: KeyboardEvent<Element>) => void
}

interface CalendarWeekProps {
  readonly monday: IsoDate
  readonly items: readonly PlanItem[]
  readonly hours: ReadonlyMap<string, Decimal>
  readonly handlersOf: (item: PlanItem) => ItemHandlers | undefined
  /** The week alone: all its items, each with its project. */
  readonly tall: boolean
  /** The last day that is shown; the link of a bar is in the week in which it ends. */
  readonly lastDay: IsoDate
  /** The month that is shown, as YYYY-MM; days of others are grey. Undefined if all days are alike. */
  readonly month: string | undefined
}

const maxLanes = 4
const dayRow = 28
const laneHeight = { month: 24, week: 46 }
const minLanes = { month: 3, week: 8 }

export function CalendarWeek(props: CalendarWeekProps) {
  const { monday, items, tall, lastDay, handlersOf } = props
  const messages = usePlanningMessages()
  const formats = useFormats()
  const { bars, lanes, hidden } = placeInWeek(weekOrder(items, monday), monday, tall ? items.length : maxLanes)
  const size = tall ? 'week' : 'month'
  const rows = Math.max(lanes, minLanes[size])
  const sunday = addDays(monday, 6)
  const hasLink = ({ item, ends }: WeekBar<PlanItem>): boolean => ends || (sunday >= lastDay && item.end > sunday)
  return (
    <div
      className={styles.week}
      style={{ gridTemplateRows: `${dayRow}px repeat(${rows}, ${laneHeight[size]}px) minmax(26px, 1fr)` }}
    >
      {weekOf(monday).map((day, column) => (
        <Day key={day} day={day} column={column} {...props} />
      ))}
      <ul className={styles.bars} aria-label={messages.weekOf(formats.dayMonth(monday))}>
        {bars.map((bar) => (
          <li
            key={bar.item.key}
            className={styles.bar}
            style={{ gridColumn: `${bar.column + 1} / span ${bar.columns}`, gridRow: bar.lane + 2 }}
            data-begins={bar.begins}
            data-ends={bar.ends}
          >
            <PlanLink item={bar.item} tall={tall} isCopy={!hasLink(bar)} {...handlersOf(bar.item)} />
          </li>
        ))}
      </ul>
      {hidden.map(
        (rest, column) =>
          rest.length > 0 && (
            <More key={addDays(monday, column)} day={addDays(monday, column)} items={rest} column={column} />
          ),
      )}
    </div>
  )
}

interface DayProps extends CalendarWeekProps {
  readonly day: IsoDate
  readonly column: number
}

function Day({ day, column, month, tall, hours }: DayProps) {
  const messages = usePlanningMessages()
  const formats = useFormats()
  const today = useToday()
  const logged = hours.get(day)
  const first = day.endsWith('-01')
  return (
    <div
      className={styles.day}
      style={{ gridColumn: column + 1 }}
      data-day={day}
      data-today={day === today}
      data-other={month !== undefined && !day.startsWith(month)}
    >
      <time dateTime={day} className={styles.number} {...(day === today ? { 'aria-current': 'date' } : {})}>
        {tall ? formats.shortDay(day) : first ? formats.dayMonth(day) : String(Number(day.slice(8)))}
      </time>
      {logged !== undefined && (
        <span className={styles.logged} title={messages.loggedOn(formats.hours(logged))}>
          {messages.logged(formats.hours(logged))}
        </span>
      )}
    </div>
  )
}

interface MoreProps {
  readonly day: IsoDate
  readonly column: number
  readonly items: readonly PlanItem[]
}

function More({ day, column, items }: MoreProps) {
  const messages = usePlanningMessages()
  const formats = useFormats()
  const name = messages.moreOn(items.length, formats.shortDay(day))
  return (
    <div className={styles.moreCell} style={{ gridColumn: column + 1 }}>
      <DialogTrigger>
        <Button className={styles.more ?? ''} aria-label={name}>
          {messages.more(items.length)}
        </Button>
        <PopoverDialog label={name}>
          <PlanLinks items={items} />
        </PopoverDialog>
      </DialogTrigger>
    </div>
  )
}
