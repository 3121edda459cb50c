// The addresses of this area. What one sees first: the day of somebody who works here, or the portal of a client. Each screen is loaded when somebody first goes there.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => loadLazily(() => import('./home-screen.tsx')), 'HomeScreen'),
})

export const homeRoutes = [homeRoute] as const
