// The tasks as a calendar, beside the milestones: a month or a week. Items are dragged to another day or moved with
// keys. A phone has a list by day instead. Range, day and filters are in the URL.
import type { IsoDate } from '@stint/sdk'
import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { usePortal, useSession } from '../../api/session.tsx'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { addDays, daysBetween } from '../../kit/day.ts'
import { movedBy, type PlanDates, shownWeeks } from '../../kit/planning.ts'
import { usePlanningMessages } from '../../messages/planning.ts'
import { trackMouse } from '../../parts/mouse-drag.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, LoadError, Loading } from '../../parts/page.tsx'
import type { PlanItem } from '../../records/planning/plan-item.ts'
import planning from '../../records/planning/planning.module.css'
import { type Reschedule, useReschedule } from '../../records/planning/reschedule.ts'
import { activeFilters } from '../../records/tasks/task-filters.ts'
import styles from './calendar.module.css'
import { CalendarAgenda } from './calendar-agenda.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import { useCalendarItems, useLoggedHours } from './calendar-items.ts'
import { CalendarWeek, type ItemHandlers } from './calendar-week.tsx'
import type { SearchState } from './use-task-search.ts'

export function CalendarView(state: SearchState) {
  const { search, set } = state
  const messages = usePlanningMessages()
  const today = useToday()
  const narrow = useNarrow()
  const span = search.span ?? 'month'
  const day = search.day ?? today
  const weeks = shownWeeks(span, day)
  const [first = day] = weeks
  const days: PlanDates = { begin: first, end: addDays(weeks.at(-1) ?? day, 6) }
  const asBars = span === 'month' && !narrow
  const { items, error, retry, ...counts } = useCalendarItems(search, days, asBars)
  const hours = useLoggedHours(search, days)
  const reschedule = useReschedule()
  const drag = useDrag(reschedule)
  // The day of the URL follows an item that is moved out of view.
  const follow = (to: IsoDate): void => {
    if (to < days.begin || to > days.end) set({ ...search, day: to }, true)
  }
  const place = useRef<HTMLDivElement>(null)
  const keys = useMoveKeys(reschedule, follow, place)
  useTodayInView(place, items !== undefined, days)
  useShortcutKeys(narrow ? [] : [{ keys: 'Alt+← → ↑ ↓', name: messages.moveDay }])
  if (items === undefined) return error === null ? <Loading /> : <LoadError error={error} onRetry={retry} />
  const shown = drag.shown(reschedule.shown(items)).map((item) => (asBars ? item : { ...item, begin: item.end }))
  // Dragging and keys move the item with its real dates, not those of its picture.
  const real = new Map(reschedule.shown(items).map((item) => [item.key, item]))
  const handlersOf = ({ key }: PlanItem): ItemHandlers | undefined => {
    const item = real.get(key)
    if (item?.movable !== true) return undefined
    return { onPointerDown: (event) => drag.start(item, event), onKeyDown: (event) => keys.press(item, event) }
  }
  const month = span === 'month' ? day.slice(0, 7) : undefined
  return (
    <>
      <CalendarBar {...state} {...counts} span={span} day={day} days={days} />
      {narrow ? (
        <CalendarAgenda items={shown} hours={hours} days={days} month={month} empty={<Nothing search={search} />} />
      ) : (
        <>
          {shown.length === 0 && (
            <p className={planning.hint}>
              <NothingText search={search} />
            </p>
          )}
          <div className={styles.calendar} ref={place} data-dragging={drag.on}>
            {span === 'month' && <Weekdays monday={first} />}
            {weeks.map((monday) => (
              <CalendarWeek
                key={monday}
                monday={monday}
                items={shown}
                hours={hours}
                handlersOf={handlersOf}
                tall={span === 'week'}
                lastDay={days.end}
                month={month}
              />
            ))}
          </div>
          {[...real.values()].some(({ movable }) => movable) && <p className={planning.hint}>{messages.keys}</p>}
        </>
      )}
      <p className="hidden" role="status">
        {keys.spoken}
      </p>
    </>
  )
}

function Weekdays({ monday }: { readonly monday: IsoDate }) {
  const formats = useFormats()
  return (
    <div className={styles.weekdays} aria-hidden>
      {Array.from({ length: 7 }, (_, at) => (
        <span key={addDays(monday, at)}>{formats.weekday(addDays(monday, at))}</span>
      ))}
    </div>
  )
}

function NothingText({ search }: Pick<SearchState, 'search'>) {
  const messages = usePlanningMessages()
  const { role } = useSession()
  const portal = usePortal()
  if (activeFilters(search, role).length > 0) return messages.noneFiltered
  return portal ? messages.noneForClient : messages.none[search.span ?? 'month']
}

function Nothing({ search }: Pick<SearchState, 'search'>) {
  const messages = usePlanningMessages()
  return (
    <EmptyState icon={CalendarDays} title={messages.noneTitle}>
      <NothingText search={search} />
    </EmptyState>
  )
}

/** Scrolls to the week of today when its month is opened, which may be below the others. */
function useTodayInView(place: RefObject<HTMLElement | null>, loaded: boolean, { begin, end }: PlanDates): void {
  const today = useToday()
  useEffect(() => {
    if (!loaded || today < begin || today > end) return
    place.current?.querySelector(`[data-day="${today}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [place, loaded, today, begin, end])
}

/** The day below the mouse. */
const dayAt = (x: number, y: number): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .map((element) => (element as HTMLElement).dataset.day)
    .find((day) => day !== undefined)

/** Drags an item by as many days as are between the day that was taken and the day below the mouse. */
function useDrag({ move }: Reschedule) {
  const [dragged, setDragged] = useState<PlanItem | null>(null)
  const start = (item: PlanItem, event: PointerEvent<Element>): void => {
    const from = dayAt(event.clientX, event.clientY)
    let days = 0
    trackMouse(event, {
      onMove: (x, y) => {
        const to = dayAt(x, y)
        if (from === undefined || to === undefined) return
        days = daysBetween(from, to)
        setDragged({ ...item, ...movedBy(item, days) })
      },
      onEnd: (dropped) => {
        setDragged(null)
        if (dropped && days !== 0) move(item, movedBy(item, days))
      },
    })
  }
  return {
    start,
    on: dragged !== null,
    shown: (items: readonly PlanItem[]): PlanItem[] =>
      items.map((item) => (item.key === dragged?.key ? dragged : item)),
  }
}

const arrowDays: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Moves the focused item with Alt and the arrow keys, says where it is, and keeps the focus on it. */
function useMoveKeys({ move }: Reschedule, follow: (to: IsoDate) => void, place: RefObject<HTMLElement | null>) {
  const messages = usePlanningMessages()
  const formats = useFormats()
  const [spoken, setSpoken] = useState('')
  const focused = useRef<string | null>(null)
  // In another week the item is another element.
  useEffect(() => {
    const item = focused.current && place.current?.querySelector<HTMLElement>(`[data-item="${focused.current}"]`)
    if (!item) return
    focused.current = null
    item.focus()
  })
  const press = (item: PlanItem, event: KeyboardEvent<Element>): void => {
    const days = event.altKey ? arrowDays[event.key] : undefined
    if (days === undefined) return
    // Alt and an arrow would leave the page.
    event.preventDefault()
    const to = movedBy(item, days)
    focused.current = item.key
    move(item, to, 'keys')
    follow(to.end)
    setSpoken(messages.moved(item.title, formats.fullDay(to.end)))
  }
  return { press, spoken }
}
