// The routes of the settings and of the profile, with the open tab and the filters of the audit log.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { dayParam, idParam, paramsReader, textParam } from '../../kit/url-params.ts'

const tabIn = (search: Record<string, unknown>): { tab?: string } =>
  typeof search.tab === 'string' ? { tab: search.tab } : {}

const settingsRoute = createRoute({
  ...screenRoute('/settings', 'SettingsScreen', () => import('./settings-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    tab: textParam(given, 'tab'),
    personid: idParam(given, 'personid'),
    resource: textParam(given, 'resource'),
    kind: textParam(given, 'kind'),
    channel: textParam(given, 'channel'),
    datebegin: dayParam(given, 'datebegin'),
    dateend: dayParam(given, 'dateend'),
  })),
})

const profileRoute = createRoute({
  ...screenRoute('/profile', 'ProfileScreen', () => import('./profile-screen.tsx')),
  validateSearch: tabIn,
})

export const settingsRoutes = [settingsRoute, profileRoute] as const
