// The routes of people: the list with its filters, and one person. Each screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { choiceParam, idParam, type Params, withoutUndefined } from '../../kit/url-params.ts'
import { listParams } from '../../records/list-params.ts'

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(() => loadLazily(() => import('./people-screen.tsx')), 'PeopleScreen'),
  validateSearch: (given: Params) =>
    withoutUndefined({
      tab: choiceParam(given, 'tab', ['clients'] as const),
      ...listParams(given),
      clientid: idParam(given, 'clientid'),
    }),
})

export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$id',
  component: lazyRouteComponent(() => loadLazily(() => import('./person-screen.tsx')), 'PersonScreen'),
})

export const peopleRoutes = [peopleRoute, personRoute] as const
