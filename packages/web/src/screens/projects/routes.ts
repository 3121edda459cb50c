// The routes of projects: the list with its filters, and one project with its tabs.
// Each screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { idParam, type Params, textParam, withoutUndefined } from '../../kit/url-params.ts'
import { listParams } from '../../records/list-params.ts'

export const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: lazyRouteComponent(() => loadLazily(() => import('./projects-screen.tsx')), 'ProjectsScreen'),
  validateSearch: (given: Params) =>
    withoutUndefined({
      ...listParams(given),
      clientid: idParam(given, 'clientid'),
      labelid: idParam(given, 'labelid'),
      managerid: idParam(given, 'managerid'),
    }),
})

export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$id',
  component: lazyRouteComponent(() => loadLazily(() => import('./project-screen.tsx')), 'ProjectScreen'),
  validateSearch: (given: Params) => withoutUndefined({ tab: textParam(given, 'tab') }),
})

export const projectsRoutes = [projectsRoute, projectRoute] as const
