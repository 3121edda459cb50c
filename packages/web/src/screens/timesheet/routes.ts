// The route of the timesheet: which week, and whose. The screen is loaded on its first visit.
import { type IsoDate, isoDate } from '@stint/sdk'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'

interface WeekSearch {
  /** Any day of the week. */
  readonly week?: IsoDate
  /** Whose timesheet, if not one's own. */
  readonly person?: number
}

function parseDay(value: unknown): IsoDate | null {
  try {
    const day = isoDate(String(value))
    return Number.isNaN(Date.parse(day)) ? null : day
  } catch {
    return null
  }
}

const parseId = (value: unknown): number | null => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const timesheetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/timesheet',
  validateSearch: (search: Record<string, unknown>): WeekSearch => {
    const week = parseDay(search.week)
    const person = parseId(search.person)
    return { ...(week === null ? {} : { week }), ...(person === null ? {} : { person }) }
  },
  component: lazyRouteComponent(() => loadLazily(() => import('./timesheet-screen.tsx')), 'TimesheetScreen'),
})

export const timesheetRoutes = [timesheetRoute] as const
