// The route of expenses with its filters. The screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { idParam, paramsReader, textParam } from '../../kit/url-params.ts'
import { clientProjectParams, spanParams } from '../../records/money/money-params.ts'

const expensesRoute = createRoute({
  ...screenRoute('/expenses', 'ExpensesScreen', () => import('./expenses-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    ...clientProjectParams(given),
    personid: idParam(given, 'personid'),
    ...spanParams(given),
    sort: textParam(given, 'sort'),
  })),
})

export const expensesRoutes = [expensesRoute] as const
