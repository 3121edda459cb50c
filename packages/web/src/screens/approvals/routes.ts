// The route of approvals: submitted weeks, or those already decided. The screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'

interface ApprovalsSearch {
  readonly tab?: 'decided'
}

export const approvalsRoute = createRoute({
  ...screenRoute('/approvals', 'ApprovalsScreen', () => import('./approvals-screen.tsx')),
  validateSearch: ({ tab }: Record<string, unknown>): ApprovalsSearch => (tab === 'decided' ? { tab } : {}),
})

export const approvalsRoutes = [approvalsRoute] as const
