// The route of the home page, which is the portal for clients. The screen is loaded on its first visit.
import { plainRoute } from '../../frame/screen-route.ts'

const homeRoute = plainRoute('/', 'HomeScreen', () => import('./home-screen.tsx'))

export const homeRoutes = [homeRoute] as const
