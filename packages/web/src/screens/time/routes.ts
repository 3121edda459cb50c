// The addresses of this area. The timesheet of a week, and the weeks that wait for approval. Each screen is loaded when somebody
// first goes there.
import { type IsoDate, isoDate } from '@stint/sdk'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../../api/late.ts'
import { rootRoute } from '../../frame/root.tsx'

interface WeekSearch {
  /** Any day of the week. */
  readonly week?: IsoDate
  /** Whose, where it is not one's own. */
  readonly person?: number
}

function dayIn(value: unknown): IsoDate | null {
  try {
    const day = isoDate(String(value))
    return Number.isNaN(Date.parse(day)) ? null : day
  } catch {
    return null
  }
}

const idIn = (value: unknown): number | null => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const timesheetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/timesheet',
  validateSearch: (search: Record<string, unknown>): WeekSearch => {
    const week = dayIn(search.week)
    const person = idIn(search.person)
    return { ...(week === null ? {} : { week }), ...(person === null ? {} : { person }) }
  },
  component: lazyRouteComponent(() => loadPart(() => import('./timesheet-screen.tsx')), 'TimesheetScreen'),
})

interface ApprovalsSearch {
  readonly tab?: 'decided'
}

export const approvalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals',
  validateSearch: ({ tab }: Record<string, unknown>): ApprovalsSearch => (tab === 'decided' ? { tab } : {}),
  component: lazyRouteComponent(() => loadPart(() => import('./approvals-screen.tsx')), 'ApprovalsScreen'),
})

export const timeRoutes = [timesheetRoute, approvalsRoute] as const
