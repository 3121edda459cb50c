// The addresses of this area. The table and the board of tasks, with their filters in the address. The screen is loaded when
// somebody first goes there.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../../api/late.ts'
import { rootRoute } from '../../frame/root.tsx'
import { readSearch } from './search.ts'

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => loadPart(() => import('./tasks-screen.tsx')), 'TasksScreen'),
})

export const tasksRoutes = [tasksRoute] as const
