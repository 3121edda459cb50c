// The route of the timesheet: which week, and whose. The screen is loaded on its first visit.
import { type IsoDate, isoDate } from '@stint/sdk'
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'

interface WeekSearch {
  /** Any day of the week. */
  readonly week?: IsoDate
  /** The person of the timesheet, if it is not the signed-in person. */
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

const timesheetRoute = createRoute({
  ...screenRoute('/timesheet', 'TimesheetScreen', () => import('./timesheet-screen.tsx')),
  validateSearch: (search: Record<string, unknown>): WeekSearch => {
    const week = parseDay(search.week)
    const person = parseId(search.person)
    return { ...(week === null ? {} : { week }), ...(person === null ? {} : { person }) }
  },
})

export const timesheetRoutes = [timesheetRoute] as const
