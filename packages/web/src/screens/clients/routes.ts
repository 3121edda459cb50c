// The routes of clients: the list with its filters, and one client. Each screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { type Params, withoutUndefined } from '../../kit/url-params.ts'
import { listParams } from '../../records/list-params.ts'

export const clientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients',
  component: lazyRouteComponent(() => loadLazily(() => import('./clients-screen.tsx')), 'ClientsScreen'),
  validateSearch: (given: Params) => withoutUndefined(listParams(given)),
})

export const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/$id',
  component: lazyRouteComponent(() => loadLazily(() => import('./client-screen.tsx')), 'ClientScreen'),
})

export const clientsRoutes = [clientsRoute, clientRoute] as const
