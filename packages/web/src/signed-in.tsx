// What somebody who is signed in gets: the screens of all areas under one root. Each area brings its own routes, and each screen is
// loaded when somebody first goes there.
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { Broken, rootRoute } from './frame/root.tsx'
import { Overlays } from './overlays.tsx'
import { homeRoutes } from './screens/home/routes.ts'
import { moneyRoutes } from './screens/money/routes.ts'
import { projectsRoutes } from './screens/projects/routes.ts'
import { reportsRoutes } from './screens/reports/routes.ts'
import { requestsRoutes } from './screens/requests/routes.ts'
import { settingsRoutes } from './screens/settings/routes.ts'
import { taskRoutes } from './screens/task/routes.ts'
import { tasksRoutes } from './screens/tasks/routes.ts'
import { timeRoutes } from './screens/time/routes.ts'

const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...homeRoutes,
    ...timeRoutes,
    ...tasksRoutes,
    ...taskRoutes,
    ...projectsRoutes,
    ...requestsRoutes,
    ...moneyRoutes,
    ...reportsRoutes,
    ...settingsRoutes,
  ]),
  basepath: '/app',
  defaultPreload: 'intent',
  // Of a screen that breaks the frame stays, so that one can go elsewhere.
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  InnerWrap: ({ children }) => (
    <>
      {children}
      <Overlays />
    </>
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
