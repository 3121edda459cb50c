// The addresses of projects, clients and people, and what each may say: filters, the order, the open tab. Each screen is loaded
// when somebody first goes there.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../../api/late.ts'
import { rootRoute } from '../../frame/root.tsx'
import { idIn, textIn, without, wordIn } from '../../kit/address.ts'

type Given = Readonly<Record<string, unknown>>

/** Those in use are shown unless the address says otherwise. */
const others = ['inactive', 'all'] as const

const listIn = (given: Given) => ({
  search: textIn(given, 'search'),
  show: wordIn(given, 'show', others),
  sort: textIn(given, 'sort'),
})

const tabIn = (given: Given) => without({ tab: textIn(given, 'tab') })

export const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: lazyRouteComponent(() => loadPart(() => import('./projects-screen.tsx')), 'ProjectsScreen'),
  validateSearch: (given: Given) =>
    without({
      ...listIn(given),
      clientid: idIn(given, 'clientid'),
      labelid: idIn(given, 'labelid'),
      managerid: idIn(given, 'managerid'),
    }),
})

export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$id',
  component: lazyRouteComponent(() => loadPart(() => import('./project-screen.tsx')), 'ProjectScreen'),
  validateSearch: tabIn,
})

export const clientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients',
  component: lazyRouteComponent(() => loadPart(() => import('./clients-screen.tsx')), 'ClientsScreen'),
  validateSearch: (given: Given) => without(listIn(given)),
})

export const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/$id',
  component: lazyRouteComponent(() => loadPart(() => import('./client-screen.tsx')), 'ClientScreen'),
})

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(() => loadPart(() => import('./people-screen.tsx')), 'PeopleScreen'),
  validateSearch: (given: Given) =>
    without({ tab: wordIn(given, 'tab', ['clients'] as const), ...listIn(given), clientid: idIn(given, 'clientid') }),
})

export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$id',
  component: lazyRouteComponent(() => loadPart(() => import('./person-screen.tsx')), 'PersonScreen'),
})

export const projectsRoutes = [
  projectsRoute,
  projectRoute,
  clientsRoute,
  clientRoute,
  peopleRoute,
  personRoute,
] as const
