// What the calendar shows: the tasks and milestones of its days and, if asked for, the hours logged. Only the days on
// screen are requested. The filters of the tasks apply to milestones too, as far as milestones have them.
import { type Decimal, type IsoDate, isoDate } from '@stint/sdk'
import { type QueryOf, useAll, usePage } from '../../api/records.ts'
import { type ReportQueryOf, useReport } from '../../api/reports.ts'
import { useMay, useSession } from '../../api/session.tsx'
import type { PlanDates } from '../../kit/planning.ts'
import { milestoneItem, type PlanItem, taskItem, useLabelColor } from '../../records/planning/plan-item.ts'
import {
  activeFilters,
  excludesClosed,
  filterIds,
  filterValue,
  type TaskFilterName,
  type TaskQuery,
  type TaskSearch,
  taskQueryOf,
} from '../../records/tasks/task-filters.ts'
import { dueFilters } from './due-chip.tsx'

const maxTasks = 500

/** The range of a filter and that of the calendar, as far as they overlap. */
const laterOf = (day: IsoDate, filter: string): IsoDate => (filter > day ? isoDate(filter) : day)
const earlierOf = (day: IsoDate, filter: string): IsoDate => (filter !== '' && filter < day ? isoDate(filter) : day)

const dueIn = (search: TaskSearch, { begin, end }: PlanDates) => ({
  dateduebegin: laterOf(begin, filterValue(search, 'dateduebegin')),
  datedueend: earlierOf(end, filterValue(search, 'datedueend')),
})

/** The tasks that are due on the days or, as bars, those with any day among them. */
function tasksQuery(query: TaskQuery, search: TaskSearch, days: PlanDates, asBars: boolean): TaskQuery {
  const { dateduebegin, datedueend } = dueIn(search, days)
  const dates = asBars
    ? { dateduebegin, dateopenend: earlierOf(days.end, filterValue(search, 'dateopenend')) }
    : { dateduebegin, datedueend }
  return { ...query, ...dates, sortfield: 'datedue', sortdir: 'ASC' }
}

/** The filters of tasks that milestones have too, some under another name. */
const sharedFilters: readonly TaskFilterName[] = [
  'projectid',
  'clientid',
  'ownerid',
  'search',
  'hastaskrelation',
  'excludeclosed',
  'milestoneid',
  'hasduedate',
  'dateduebegin',
  'datedueend',
]

const idsOf = (search: TaskSearch, name: TaskFilterName) => {
  const ids = filterIds(search, name)
  return ids.length === 0 ? {} : { [name]: ids }
}

/** Null if a filter is set that no milestone fulfils, such as a status. */
function milestonesQuery(
  search: TaskSearch,
  names: readonly TaskFilterName[],
  days: PlanDates,
): QueryOf<'milestone'> | null {
  if (names.some((name) => !sharedFilters.includes(name)) || search.hasduedate === 'f') return null
  const text = filterValue(search, 'search')
  const people = filterIds(search, 'hastaskrelation')
  return {
    ...dueIn(search, days),
    ...idsOf(search, 'projectid'),
    ...idsOf(search, 'clientid'),
    ...idsOf(search, 'ownerid'),
    ...(text === '' ? {} : { search: text }),
    ...(people.length === 0 ? {} : { hasmilestonerelation: people }),
    ...(excludesClosed(search) ? { complete: false } : {}),
  }
}

interface CalendarItems {
  /** Undefined while they load. */
  readonly items: readonly PlanItem[] | undefined
  readonly error: unknown
  /** The number of tasks of these days; more than are loaded if there are very many. */
  readonly count: number
  readonly loaded: number
  readonly retry: () => void
}

export function useCalendarItems(search: TaskSearch, days: PlanDates, asBars: boolean): CalendarItems {
  const { role } = useSession()
  const colorOf = useLabelColor()
  const tasks = usePage('task', tasksQuery(taskQueryOf(search, role), search, days, asBars), maxTasks)
  const query = milestonesQuery(search, activeFilters(search, role), days)
  const milestones = useAll('milestone', query ?? {}, query !== null)
  const wanted = filterIds(search, 'milestoneid')
  const shown = (query === null ? [] : (milestones.data ?? [])).filter(
    ({ id }) => wanted.length === 0 || wanted.includes(id),
  )
  const loaded = tasks.data?.records
  return {
    items:
      loaded === undefined
        ? undefined
        : [
            ...shown.map((milestone) => milestoneItem(milestone, colorOf)),
            ...loaded.flatMap((task) => taskItem(task, colorOf)),
          ],
    error: tasks.error ?? milestones.error,
    count: tasks.data?.count ?? 0,
    loaded: loaded?.length ?? 0,
    retry: () => void tasks.refetch(),
  }
}

/** The number of tasks without a due date; 0 if a filter is about due dates. */
export function useUndatedCount(search: TaskSearch): number {
  const { role } = useSession()
  const filtered = [...dueFilters, 'overdue' as const].some((name) => search[name] !== undefined)
  const { data } = usePage('task', { ...taskQueryOf(search, role), hasduedate: false }, 1)
  return filtered ? 0 : (data?.count ?? 0)
}

/** The hours logged by day, as far as the person sees them. Of the filters, those of projects, clients and people. */
export function useLoggedHours(search: TaskSearch, { begin, end }: PlanDates): ReadonlyMap<string, Decimal> {
  const may = useMay()
  const people = [...filterIds(search, 'hastaskrelation'), ...filterIds(search, 'assigneeid')].filter((id) => id > 0)
  const clients = filterIds(search, 'clientid').filter((id) => id > 0)
  const query: ReportQueryOf<'timereport'> = {
    groupby: 'day',
    datebegin: begin,
    dateend: end,
    ...idsOf(search, 'projectid'),
    ...(clients.length === 0 ? {} : { clientid: clients }),
    ...(people.length === 0 ? {} : { personid: people }),
  }
  const rows = useReport('timereport', query, search.time === true && may('timereport', 'report')).data ?? []
  return new Map(search.time === true ? rows.map(({ name, hours }) => [name ?? '', hours]) : [])
}
