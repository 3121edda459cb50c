// The routes of requests: the queue with its filters, and one request. Each screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { parseRequestsSearch } from './search.ts'

export const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: parseRequestsSearch,
  component: lazyRouteComponent(() => loadLazily(() => import('./requests-screen.tsx')), 'RequestsScreen'),
})

export const requestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests/$id',
  component: lazyRouteComponent(() => loadLazily(() => import('./request-screen.tsx')), 'RequestScreen'),
})

export const requestsRoutes = [requestsRoute, requestRoute] as const
