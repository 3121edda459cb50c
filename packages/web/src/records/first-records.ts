// The first records of each screen of the navigation, fetched when the pointer or the focus is on a link to it, so that
// the screen opens with them. The queries are those that the screens make without parameters in the address; a browser
// test fails if they differ. Whatever else a screen needs it fetches itself.
import type { FetchQueryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/cache.ts'
import { stint } from '../api/client.ts'
import { allQuery, pageQuery, pagesQuery } from '../api/records.ts'
import { reportQuery } from '../api/reports.ts'
import { sessionStateQuery } from '../api/session.tsx'
import type { Session } from '../api/session-api.ts'
import { mondayOf, todayIn } from '../kit/day.ts'
import { spanNamed } from '../kit/spans.ts'
import { taskQueryOf } from './tasks/task-filters.ts'
import { weekQuery } from './timesheets/week.ts'

// The types of the queries differ by their records, which do not matter here.
const one = (query: unknown): Promise<void> => queryClient.prefetchQuery(query as FetchQueryOptions)
const pages = (query: unknown): Promise<void> =>
  queryClient.prefetchInfiniteQuery(query as Parameters<typeof queryClient.prefetchInfiniteQuery>[0])

const ledgerSort = { sortfield: 'date', sortdir: 'DESC' } as const
const byName = { active: true, sortfield: 'name', sortdir: 'ASC' } as const
const today = ({ timezone }: Session) => todayIn(timezone)

const firstQueries: Readonly<Record<string, (session: Session) => Promise<unknown>[]>> = {
  '/tasks': ({ role }) => [one(pageQuery('task', taskQueryOf({}, role), 100, 0)), one(allQuery('tasklistfilter'))],
  '/timesheet': (session) => {
    const monday = mondayOf(today(session))
    const { personid } = session
    return [one(weekQuery({ personid, monday })), one(allQuery('timesheet', { personid, weekstart: monday }))]
  },
  '/approvals': () => [pages(pagesQuery('timesheet', { status: 'submitted', sortfield: 'weekstart', sortdir: 'ASC' }))],
  '/milestones': () => [
    one(allQuery('milestone', { sortfield: 'datedue', sortdir: 'ASC', complete: false })),
    one(allQuery('project', { active: true })),
  ],
  '/requests': () => [pages(pagesQuery('request', { sortfield: 'date', sortdir: 'ASC', accepted: false }, 50))],
  '/documents': () => [pages(pagesQuery('document', { sortfield: 'datemodified', sortdir: 'DESC' }, 50))],
  '/projects': () => [pages(pagesQuery('project', byName))],
  '/clients': () => [pages(pagesQuery('client', byName))],
  '/people': () => [one(allQuery('person', { active: true }))],
  '/invoices': () => [pages(pagesQuery('invoice', ledgerSort))],
  '/payments': () => [pages(pagesQuery('payment', ledgerSort))],
  '/expenses': () => [pages(pagesQuery('expense', ledgerSort))],
  '/reports': (session) => [
    one(reportQuery('timereport', { ...spanNamed('thisMonth', today(session)), groupby: 'project' })),
    import('../parts/chart-drawing.tsx'),
  ],
  '/settings': () => [one({ queryKey: ['company', 'one'], queryFn: () => stint.company.read() })],
}

/** A failed request is made again by the screen, which reports it. */
export function fetchFirstRecords(path: string): void {
  const session = queryClient.getQueryData(sessionStateQuery.queryKey)?.session
  if (session != null) void Promise.allSettled(firstQueries[path]?.(session) ?? [])
}
