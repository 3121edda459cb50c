// The routes of clients: the list with its filters, and one client. Each screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { plainRoute, screenRoute } from '../../frame/screen-route.ts'
import { type Params, withoutUndefined } from '../../kit/url-params.ts'
import { listParams } from '../../records/list-params.ts'

const clientsRoute = createRoute({
  ...screenRoute('/clients', 'ClientsScreen', () => import('./clients-screen.tsx')),
  validateSearch: (given: Params) => withoutUndefined(listParams(given)),
})

const clientRoute = plainRoute('/clients/$id', 'ClientScreen', () => import('./client-screen.tsx'))

export const clientsRoutes = [clientsRoute, clientRoute] as const
