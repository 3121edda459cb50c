// The routes of projects: the list with its filters, and one project with its tabs.
// Each screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { idParam, type Params, paramsReader, textParam, withoutUndefined } from '../../kit/url-params.ts'
import { listParams } from '../../records/list-params.ts'
import { timelineParams } from '../../records/planning/timeline-params.ts'

const projectsRoute = createRoute({
  ...screenRoute('/projects', 'ProjectsScreen', () => import('./projects-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    ...listParams(given),
    clientid: idParam(given, 'clientid'),
    labelid: idParam(given, 'labelid'),
    managerid: idParam(given, 'managerid'),
  })),
})

const projectRoute = createRoute({
  ...screenRoute('/projects/$id', 'ProjectScreen', () => import('./project-screen.tsx')),
  validateSearch: (given: Params) => ({
    ...withoutUndefined({ tab: textParam(given, 'tab'), closed: given.closed === true || undefined }),
    ...timelineParams(given),
  }),
})

export const projectsRoutes = [projectsRoute, projectRoute] as const
