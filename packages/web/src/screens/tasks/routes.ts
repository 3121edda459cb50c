// The routes of tasks: the table and the board with their filters, and one task. Each screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { parseTaskSearch } from '../../records/tasks/task-filters.ts'

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: parseTaskSearch,
  component: lazyRouteComponent(() => loadLazily(() => import('./tasks-screen.tsx')), 'TasksScreen'),
})

export const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$id',
  component: lazyRouteComponent(() => loadLazily(() => import('./task-screen.tsx')), 'TaskScreen'),
})

export const tasksRoutes = [tasksRoute, taskRoute] as const
