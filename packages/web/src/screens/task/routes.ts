// The addresses of this area. One task, and milestones with their timeline; what narrows the list of milestones stands in the
// address. Each screen is loaded when somebody first goes there.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../../api/late.ts'
import { rootRoute } from '../../frame/root.tsx'
import { readMilestones } from './search.ts'

export const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$id',
  component: lazyRouteComponent(() => loadPart(() => import('./task-screen.tsx')), 'TaskScreen'),
})

export const milestonesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones',
  validateSearch: readMilestones,
  component: lazyRouteComponent(() => loadPart(() => import('./milestones-screen.tsx')), 'MilestonesScreen'),
})

export const milestoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones/$id',
  component: lazyRouteComponent(() => loadPart(() => import('./milestone-screen.tsx')), 'MilestoneScreen'),
})

export const taskRoutes = [taskRoute, milestonesRoute, milestoneRoute] as const
