// The route of approvals: submitted weeks, or those already decided, of all people or of one. The screen is loaded on
// its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'

interface ApprovalsSearch {
  readonly tab?: 'decided'
  readonly personid?: number
}

const approvalsRoute = createRoute({
  ...screenRoute('/approvals', 'ApprovalsScreen', () => import('./approvals-screen.tsx')),
  validateSearch: ({ tab, personid }: Record<string, unknown>): ApprovalsSearch => ({
    ...(tab === 'decided' ? { tab } : {}),
    ...(typeof personid === 'number' ? { personid } : {}),
  }),
})

export const approvalsRoutes = [approvalsRoute] as const
