// The route of approvals: submitted weeks, or those already decided. The screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'

interface ApprovalsSearch {
  readonly tab?: 'decided'
}

export const approvalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals',
  validateSearch: ({ tab }: Record<string, unknown>): ApprovalsSearch => (tab === 'decided' ? { tab } : {}),
  component: lazyRouteComponent(() => loadLazily(() => import('./approvals-screen.tsx')), 'ApprovalsScreen'),
})

export const approvalsRoutes = [approvalsRoute] as const
