// The addresses of this area. What one sees first: the day of somebody who works here, or the portal of a client. Each screen is loaded when somebody first goes there.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'

export const homeRoute = createRoute(screenRoute('/', 'HomeScreen', () => import('./home-screen.tsx')))

export const homeRoutes = [homeRoute] as const
