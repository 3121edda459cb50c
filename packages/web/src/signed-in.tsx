// The screens of all areas under one root route, for a signed-in person. Each area has its own routes, and each screen
// is loaded on its first visit.
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { lazyPart, loadLazily } from './api/lazy.ts'
import { onLinkIntent, rootRoute, ScreenError } from './frame/root.tsx'
import { Overlays } from './overlays.tsx'
import { FirstRecordContext } from './parts/first-record.ts'
import { approvalsRoutes } from './screens/approvals/routes.ts'
import { clientsRoutes } from './screens/clients/routes.ts'
import { documentsRoutes } from './screens/documents/routes.ts'
import { expensesRoutes } from './screens/expenses/routes.ts'
import { homeRoutes } from './screens/home/routes.ts'
import { invoicesRoutes } from './screens/invoices/routes.ts'
import { milestonesRoutes } from './screens/milestones/routes.ts'
import { notificationsRoutes } from './screens/notifications/routes.ts'
import { paymentsRoutes } from './screens/payments/routes.ts'
import { peopleRoutes } from './screens/people/routes.ts'
import { projectsRoutes } from './screens/projects/routes.ts'
import { recurringRoutes } from './screens/recurring/routes.ts'
import { reportsRoutes } from './screens/reports/routes.ts'
import { requestsRoutes } from './screens/requests/routes.ts'
import { settingsRoutes } from './screens/settings/routes.ts'
import { tasksRoutes } from './screens/tasks/routes.ts'
import { timesheetRoutes } from './screens/timesheet/routes.ts'

const firstRecord = () => import('./records/first-record.tsx')
const FirstRecordOffer = lazyPart(firstRecord, 'FirstRecordOffer')

const firstRecords = () => import('./records/first-records.ts')

onLinkIntent((path) => void loadLazily(firstRecords).then(({ fetchFirstRecords }) => fetchFirstRecords(path)))

const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...homeRoutes,
    ...tasksRoutes,
    ...timesheetRoutes,
    ...approvalsRoutes,
    ...milestonesRoutes,
    ...requestsRoutes,
    ...documentsRoutes,
    ...projectsRoutes,
    ...clientsRoutes,
    ...peopleRoutes,
    ...invoicesRoutes,
    ...recurringRoutes,
    ...paymentsRoutes,
    ...expensesRoutes,
    ...reportsRoutes,
    ...settingsRoutes,
    ...notificationsRoutes,
  ]),
  basepath: '/app',
  defaultPreload: 'intent',
  // If a screen fails, the frame stays, so that the person can open another screen.
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
  InnerWrap: ({ children }) => (
    <FirstRecordContext value={FirstRecordOffer}>
      {children}
      <Overlays />
    </FirstRecordContext>
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

export function SignedIn() {
  return <RouterProvider router={router} />
}
