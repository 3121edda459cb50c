// The routes of requests: the list with its filters, and one request. Each screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { plainRoute, screenRoute } from '../../frame/screen-route.ts'
import { parseRequestsSearch } from './search.ts'

const requestsRoute = createRoute({
  ...screenRoute('/requests', 'RequestsScreen', () => import('./requests-screen.tsx')),
  validateSearch: parseRequestsSearch,
})

const requestRoute = plainRoute('/requests/$id', 'RequestScreen', () => import('./request-screen.tsx'))

export const requestsRoutes = [requestsRoute, requestRoute] as const
