// The address of reports and what it may say: which one,
// what it is added up by, and what it is about.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { choiceParam, dayParam, idParam, paramsReader } from '../../kit/url-params.ts'
import { groupings, reportNames } from './search.ts'

export const reportsRoute = createRoute({
  ...screenRoute('/reports', 'ReportsScreen', () => import('./reports-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    tab: choiceParam(given, 'tab', reportNames),
    groupby: choiceParam(given, 'groupby', groupings),
    clientid: idParam(given, 'clientid'),
    projectid: idParam(given, 'projectid'),
    personid: idParam(given, 'personid'),
    billable: choiceParam(given, 'billable', ['yes', 'no']),
    datebegin: dayParam(given, 'datebegin'),
    dateend: dayParam(given, 'dateend'),
    /** All time: no days at all are those that the report shows first. */
    alltime: given.alltime === true ? true : undefined,
    inactive: given.inactive === true ? true : undefined,
  })),
})

export const reportsRoutes = [reportsRoute] as const
