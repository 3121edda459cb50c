// The routes of the settings and of the profile, with the open tab.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'

const tabIn = (search: Record<string, unknown>): { tab?: string } =>
  typeof search.tab === 'string' ? { tab: search.tab } : {}

export const settingsRoute = createRoute({
  ...screenRoute('/settings', 'SettingsScreen', () => import('./settings-screen.tsx')),
  validateSearch: tabIn,
})

export const profileRoute = createRoute({
  ...screenRoute('/profile', 'ProfileScreen', () => import('./profile-screen.tsx')),
  validateSearch: tabIn,
})

export const settingsRoutes = [settingsRoute, profileRoute] as const
