// The address of reports and what it may say: which one,
// what it is added up by, and what it is about.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../../api/late.ts'
import { rootRoute } from '../../frame/root.tsx'
import { dayIn, idIn, without, wordIn } from '../../kit/address.ts'
import { groupings, reportNames } from './search.ts'

export const reportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports',
  component: lazyRouteComponent(() => loadPart(() => import('./reports-screen.tsx')), 'ReportsScreen'),
  validateSearch: (given: Readonly<Record<string, unknown>>) =>
    without({
      tab: wordIn(given, 'tab', reportNames),
      groupby: wordIn(given, 'groupby', groupings),
      clientid: idIn(given, 'clientid'),
      projectid: idIn(given, 'projectid'),
      personid: idIn(given, 'personid'),
      billable: wordIn(given, 'billable', ['yes', 'no']),
      datebegin: dayIn(given, 'datebegin'),
      dateend: dayIn(given, 'dateend'),
      /** All time: no days at all are those that the report shows first. */
      alltime: given.alltime === true ? true : undefined,
      inactive: given.inactive === true ? true : undefined,
    }),
})

export const reportsRoutes = [reportsRoute] as const
