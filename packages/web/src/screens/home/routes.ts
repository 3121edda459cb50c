// The addresses of this area. What one sees first: the day of somebody who works here, or the portal of a client.
// Each screen is loaded when somebody first goes there.
import { plainRoute } from '../../frame/screen-route.ts'

export const homeRoute = plainRoute('/', 'HomeScreen', () => import('./home-screen.tsx'))

export const homeRoutes = [homeRoute] as const
