// The routes of milestones: the list and the timeline with their filters, and one milestone.
// Each screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { plainRoute, screenRoute } from '../../frame/screen-route.ts'
import { parseMilestonesSearch } from './search.ts'

const milestonesRoute = createRoute({
  ...screenRoute('/milestones', 'MilestonesScreen', () => import('./milestones-screen.tsx')),
  validateSearch: parseMilestonesSearch,
})

const milestoneRoute = plainRoute('/milestones/$id', 'MilestoneScreen', () => import('./milestone-screen.tsx'))

export const milestonesRoutes = [milestonesRoute, milestoneRoute] as const
