// The route of payments with its filters. The screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { dayParam, idParam, type Params, textParam, withoutUndefined } from '../../kit/url-params.ts'
import { clientProjectParams } from '../../records/money/money-params.ts'

export const paymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments',
  component: lazyRouteComponent(() => loadLazily(() => import('./payments-screen.tsx')), 'PaymentsScreen'),
  validateSearch: (given: Params) =>
    withoutUndefined({
      ...clientProjectParams(given),
      typeid: idParam(given, 'typeid'),
      date: dayParam(given, 'date'),
      sort: textParam(given, 'sort'),
    }),
})

export const paymentsRoutes = [paymentsRoute] as const
