// The addresses of the settings of the account and of one's own profile; the open tab is part of them.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'

const tabIn = (search: Record<string, unknown>): { tab?: string } =>
  typeof search.tab === 'string' ? { tab: search.tab } : {}

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: tabIn,
  component: lazyRouteComponent(() => loadLazily(() => import('./settings-screen.tsx')), 'SettingsScreen'),
})

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  validateSearch: tabIn,
  component: lazyRouteComponent(() => loadLazily(() => import('./profile-screen.tsx')), 'ProfileScreen'),
})

export const settingsRoutes = [settingsRoute, profileRoute] as const
