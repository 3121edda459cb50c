// The bar above the calendar: the range with buttons to others, month or week, the hours logged, and what the calendar
// cannot show: tasks without a due date, and those that are too many.
import type { IsoDate } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormats, useToday } from '../../api/formats.ts'
import { useMay } from '../../api/session.tsx'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { type CalendarSpan, type PlanDates, stepped } from '../../kit/planning.ts'
import { withoutUndefined } from '../../kit/url-params.ts'
import { usePlanningMessages } from '../../messages/planning.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { ChipToggle } from '../../parts/chip.tsx'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import planning from '../../records/planning/planning.module.css'
import { useUndatedCount } from './calendar-items.ts'
import type { SearchState } from './use-task-search.ts'

interface CalendarBarProps extends SearchState {
  readonly span: CalendarSpan
  readonly day: IsoDate
  readonly days: PlanDates
  /** The tasks of these days, and how many of them are shown. */
  readonly count: number
  readonly loaded: number
}

const spans = ['month', 'week'] as const

export function CalendarBar({ search, set, span, day, days, count, loaded }: CalendarBarProps) {
  const messages = usePlanningMessages()
  const formats = useFormats()
  const today = useToday()
  const may = useMay()
  const go = (to: IsoDate | undefined): void => set(withoutUndefined({ ...search, day: to }), true)
  const step = (by: number): void => go(stepped(span, day, by))
  useShortcutKeys([
    { keys: '[', name: messages.previous[span], run: () => step(-1) },
    { keys: ']', name: messages.next[span], run: () => step(1) },
    { keys: 't', name: messages.today, run: () => go(undefined) },
  ])
  const isNow = span === 'month' ? day.startsWith(today.slice(0, 7)) : today >= days.begin && today <= days.end
  return (
    <div className={planning.bar}>
      <div className={planning.moves}>
        <IconButton icon={ChevronLeft} label={messages.previous[span]} look="plain" onPress={() => step(-1)} />
        <IconButton icon={ChevronRight} label={messages.next[span]} look="plain" onPress={() => step(1)} />
      </div>
      <h2 aria-live="polite">{span === 'month' ? formats.month(day) : formats.range(days.begin, days.end)}</h2>
      {!isNow && (
        <Button small onPress={() => go(undefined)}>
          {messages.today}
        </Button>
      )}
      <SegmentedControl
        label={messages.span}
        options={spans.map((id) => ({ id, name: messages.spans[id] }))}
        value={span}
        onChange={(next) => set(withoutUndefined({ ...search, span: next === 'week' ? next : undefined }), true)}
      />
      {may('timereport', 'report') && (
        <ChipToggle
          name={messages.showTime}
          on={search.time === true}
          onChange={(on) => set(withoutUndefined({ ...search, time: on ? true : undefined }), true)}
        />
      )}
      {count > loaded && <span className={planning.hint}>{messages.partly(loaded, count)}</span>}
      <Undated search={search} />
    </div>
  )
}

/** A link to the tasks that have no place in a calendar. */
function Undated({ search }: Pick<SearchState, 'search'>) {
  const messages = usePlanningMessages()
  const count = useUndatedCount(search)
  if (count === 0) return null
  const { view: _view, span: _span, day: _day, time: _time, ...filters } = search
  return (
    <Link to="/tasks" search={{ ...filters, hasduedate: 'f' }} className={planning.undated}>
      {messages.undated(count)}
    </Link>
  )
}
