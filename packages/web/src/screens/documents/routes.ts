// The route of documents with its filters. The screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { parseDocumentsSearch } from './search.ts'

export const documentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents',
  validateSearch: parseDocumentsSearch,
  component: lazyRouteComponent(() => loadLazily(() => import('./documents-screen.tsx')), 'DocumentsScreen'),
})

export const documentsRoutes = [documentsRoute] as const
