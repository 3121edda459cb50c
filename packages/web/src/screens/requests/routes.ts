// The addresses of this area: the queue of requests, one request, and documents. What narrows a list stands in the address. Each
// screen is loaded when somebody first goes there.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../../api/late.ts'
import { rootRoute } from '../../frame/root.tsx'
import { readDocuments, readRequests } from './search.ts'

export const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: readRequests,
  component: lazyRouteComponent(() => loadPart(() => import('./requests-screen.tsx')), 'RequestsScreen'),
})

export const requestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests/$id',
  component: lazyRouteComponent(() => loadPart(() => import('./request-screen.tsx')), 'RequestScreen'),
})

export const documentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents',
  validateSearch: readDocuments,
  component: lazyRouteComponent(() => loadPart(() => import('./documents-screen.tsx')), 'DocumentsScreen'),
})

export const requestsRoutes = [requestsRoute, requestRoute, documentsRoute] as const
