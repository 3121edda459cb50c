// The routes of tasks: table, board and calendar with their filters, and one task. Each screen is loaded on its first
// visit.
import { createRoute } from '@tanstack/react-router'
import { plainRoute, screenRoute } from '../../frame/screen-route.ts'
import { parseTaskSearch } from '../../records/tasks/task-filters.ts'

const tasksRoute = createRoute({
  ...screenRoute('/tasks', 'TasksScreen', () => import('./tasks-screen.tsx')),
  validateSearch: parseTaskSearch,
})

const taskRoute = plainRoute('/tasks/$id', 'TaskScreen', () => import('./task-screen.tsx'))

export const tasksRoutes = [tasksRoute, taskRoute] as const
