// The routes of milestones: the list and the timeline with their filters, and one milestone.
// Each screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { parseMilestonesSearch } from './search.ts'

export const milestonesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones',
  validateSearch: parseMilestonesSearch,
  component: lazyRouteComponent(() => loadLazily(() => import('./milestones-screen.tsx')), 'MilestonesScreen'),
})

export const milestoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones/$id',
  component: lazyRouteComponent(() => loadLazily(() => import('./milestone-screen.tsx')), 'MilestoneScreen'),
})

export const milestonesRoutes = [milestonesRoute, milestoneRoute] as const
