// The route of expenses with its filters. The screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { idParam, type Params, textParam, withoutUndefined } from '../../kit/url-params.ts'
import { clientProjectParams, spanParams } from '../../records/money/money-params.ts'

export const expensesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/expenses',
  component: lazyRouteComponent(() => loadLazily(() => import('./expenses-screen.tsx')), 'ExpensesScreen'),
  validateSearch: (given: Params) =>
    withoutUndefined({
      ...clientProjectParams(given),
      personid: idParam(given, 'personid'),
      ...spanParams(given),
      sort: textParam(given, 'sort'),
    }),
})

export const expensesRoutes = [expensesRoute] as const
