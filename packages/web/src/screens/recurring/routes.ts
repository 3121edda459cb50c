// The routes of recurring invoices: the list with its filters, and one of them. Each screen is loaded on its first
// visit.
import { createRoute } from '@tanstack/react-router'
import { plainRoute, screenRoute } from '../../frame/screen-route.ts'
import { choiceParam, paramsReader, textParam } from '../../kit/url-params.ts'
import { clientProjectParams } from '../../records/money/money-params.ts'

const recurringListRoute = createRoute({
  ...screenRoute('/recurring', 'RecurringListScreen', () => import('./recurring-list-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    ...clientProjectParams(given),
    show: choiceParam(given, 'show', ['active', 'paused']),
    sort: textParam(given, 'sort'),
  })),
})

const recurringRoute = plainRoute('/recurring/$id', 'RecurringScreen', () => import('./recurring-screen.tsx'))

export const recurringRoutes = [recurringListRoute, recurringRoute] as const
