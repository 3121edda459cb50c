// The route of the reports and its URL parameters: the report, its grouping and its filters.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { choiceParam, dayParam, idParam, paramsReader } from '../../kit/url-params.ts'
import { groupings, reportNames } from './search.ts'

const reportsRoute = createRoute({
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
    /** All time. It needs a parameter of its own, because a URL without days means the default span. */
    alltime: given.alltime === true ? true : undefined,
    inactive: given.inactive === true ? true : undefined,
    compare: given.compare === true ? true : undefined,
  })),
})

export const reportsRoutes = [reportsRoute] as const
