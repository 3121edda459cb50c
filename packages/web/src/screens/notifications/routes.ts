// The route of the notifications: the unread ones, or all. The screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'

interface NotificationsSearch {
  readonly tab?: 'all'
}

const notificationsRoute = createRoute({
  ...screenRoute('/notifications', 'NotificationsScreen', () => import('./notifications-screen.tsx')),
  validateSearch: ({ tab }: Record<string, unknown>): NotificationsSearch => (tab === 'all' ? { tab } : {}),
})

export const notificationsRoutes = [notificationsRoute] as const
