// The route of documents with its filters. The screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { parseDocumentsSearch } from './search.ts'

const documentsRoute = createRoute({
  ...screenRoute('/documents', 'DocumentsScreen', () => import('./documents-screen.tsx')),
  validateSearch: parseDocumentsSearch,
})

export const documentsRoutes = [documentsRoute] as const
