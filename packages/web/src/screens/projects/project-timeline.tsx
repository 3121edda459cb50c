// The timeline of a project: its milestones and its tasks with a due date over months. Bars are moved and resized by
// mouse or keys by people who may change the records; others read it.
import type { ProjectRecord, TaskRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { type QueryOf, useAll, usePage } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { addDays, addMonths, firstOfMonth } from '../../kit/day.ts'
import type { PlanDates } from '../../kit/planning.ts'
import { withoutUndefined } from '../../kit/url-params.ts'
import { usePlanningMessages } from '../../messages/planning.ts'
import { ChipToggle } from '../../parts/chip.tsx'
import { Gantt, type GanttBar } from '../../parts/gantt.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, LoadError, Loading } from '../../parts/page.tsx'
import { milestoneItem, type PlanItem, taskItem, useLabelColor } from '../../records/planning/plan-item.ts'
import { usePlanName } from '../../records/planning/plan-link.tsx'
import planning from '../../records/planning/planning.module.css'
import { useReschedule } from '../../records/planning/reschedule.ts'
import { TimelineBar, timelineRange } from '../../records/planning/timeline-bar.tsx'
import styles from '../../records/record.module.css'

const route = getRouteApi('/projects/$id')

const maxTasks = 100

const tasksQuery = (projectid: number, { begin, end }: PlanDates, closed: boolean): QueryOf<'task'> => ({
  projectid,
  dateduebegin: begin,
  dateopenend: end,
  ...(closed ? {} : { excludeclosed: true }),
  sortfield: 'dateopen',
  sortdir: 'ASC',
})

/** The tasks and milestones of the project with a day in the range; undefined while they load. */
function usePlan(project: ProjectRecord, days: PlanDates, closed: boolean) {
  const colorOf = useLabelColor()
  const tasks = usePage('task', tasksQuery(project.id, days, closed), maxTasks)
  const milestones = useAll('milestone', {
    projectid: project.id,
    dateduebegin: days.begin,
    datedueend: days.end,
    sortfield: 'datedue',
    sortdir: 'ASC',
  })
  const { data } = tasks
  const items =
    data === undefined || milestones.data === undefined
      ? undefined
      : [
          ...milestones.data.map((milestone) => milestoneItem(milestone, colorOf)),
          ...data.records.flatMap((task: TaskRecord) => taskItem(task, colorOf)),
        ]
  return {
    items,
    count: data?.count ?? 0,
    loaded: data?.records.length ?? 0,
    error: tasks.error ?? milestones.error,
    retry: () => void Promise.all([tasks.refetch(), milestones.refetch()]),
  }
}

const barOf = ({ key, kind, title, begin, end, done, movable }: PlanItem): GanttBar => ({
  id: key,
  name: title,
  begin,
  end,
  share: done ? 1 : 0,
  done,
  low: kind === 'task',
  movable: movable ? (kind === 'task' ? 'ends' : 'whole') : undefined,
})

export function ProjectTimeline({ project }: { readonly project: ProjectRecord }) {
  const messages = usePlanningMessages()
  const today = useToday()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const go = (change: Partial<typeof search>): void =>
    void navigate({ search: withoutUndefined({ ...search, ...change }), replace: true })
  const range = timelineRange(search, 3)
  const begin = addMonths(firstOfMonth(today), range.from)
  const days = { begin, end: addDays(addMonths(begin, range.months), -1) }
  const closed = search.closed === true
  const { items, error, retry, count, loaded } = usePlan(project, days, closed)
  return (
    <div className={styles.stack}>
      <TimelineBar range={range} onChange={go}>
        <ChipToggle
          name={messages.timeline.closedToo}
          on={closed}
          onChange={(on) =>
            void navigate({ search: withoutUndefined({ ...search, closed: on || undefined }), replace: true })
          }
        />
        {count > loaded && <span className={planning.hint}>{messages.partly(loaded, count)}</span>}
        <Undated projectid={project.id} />
      </TimelineBar>
      {items !== undefined ? (
        <Chart project={project} items={items} days={days} />
      ) : error === null ? (
        <Loading />
      ) : (
        <LoadError error={error} onRetry={retry} />
      )}
    </div>
  )
}

/** A link to the tasks that have no place on a timeline. */
function Undated({ projectid }: { readonly projectid: number }) {
  const messages = usePlanningMessages()
  const { data } = usePage('task', { projectid, excludeclosed: true, hasduedate: false }, 1)
  if (data === undefined || data.count === 0) return null
  return (
    <Link to="/tasks" search={{ projectid, hasduedate: 'f' }} className={planning.undated}>
      {messages.undated(data.count)}
    </Link>
  )
}

interface ChartProps {
  readonly project: ProjectRecord
  readonly items: readonly PlanItem[]
  readonly days: PlanDates
}

function Chart({ project, items, days }: ChartProps) {
  const messages = usePlanningMessages()
  const formats = useFormats()
  const nameOf = usePlanName()
  const may = useMay()
  const narrow = useNarrow()
  const today = useToday()
  const { shown, move } = useReschedule()
  const [spoken, setSpoken] = useState('')
  const plan = shown(items)
  const byKey = new Map(plan.map((item) => [item.key, item]))
  const movable = plan.some((item) => item.movable)
  useShortcutKeys(movable ? [{ keys: 'Alt+← →', name: messages.timeline.moveKey }] : [])
  const onMove = (key: string, dates: PlanDates, by: 'mouse' | 'keys'): void => {
    const item = byKey.get(key)
    if (item === undefined) return
    move(item, dates, by)
    if (by === 'keys') setSpoken(nameOf({ ...item, ...dates }))
  }
  const rows = (['milestone', 'task'] as const)
    .map((kind, id) => ({
      id,
      name: kind === 'task' ? messages.timeline.tasks : messages.timeline.milestones,
      bars: items
        .flatMap(({ key }) => byKey.get(key) ?? [])
        .filter((item) => item.kind === kind)
        .map(barOf),
    }))
    .filter(({ bars }) => bars.length > 0)
  if (rows.length === 0) {
    return (
      <EmptyState icon={CalendarRange} title={messages.timeline.none}>
        {may('task', 'create') ? messages.timeline.noneText : messages.timeline.noneForClient}
      </EmptyState>
    )
  }
  return (
    <>
      <Gantt
        label={messages.timeline.label(project.name)}
        nameOf={({ id }) => {
          const item = byKey.get(id)
          return item === undefined ? '' : nameOf(item)
        }}
        onMove={onMove}
        rows={rows}
        begin={days.begin}
        end={addDays(days.end, 1)}
        today={today}
        formats={formats}
        link={(key, content, handlers) => {
          const item = byKey.get(key)
          return (
            <Link
              to={item?.kind === 'milestone' ? '/milestones/$id' : '/tasks/$id'}
              params={{ id: String(item?.id) }}
              {...handlers}
            >
              {content}
            </Link>
          )
        }}
      />
      {movable && !narrow && <p className={planning.hint}>{messages.timeline.keys}</p>}
      <p className="hidden" role="status">
        {spoken}
      </p>
    </>
  )
}
