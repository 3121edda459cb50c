// The route of payments with its filters. The screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { dayParam, idParam, paramsReader, textParam } from '../../kit/url-params.ts'
import { clientProjectParams } from '../../records/money/money-params.ts'

const paymentsRoute = createRoute({
  ...screenRoute('/payments', 'PaymentsScreen', () => import('./payments-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    ...clientProjectParams(given),
    typeid: idParam(given, 'typeid'),
    date: dayParam(given, 'date'),
    sort: textParam(given, 'sort'),
  })),
})

export const paymentsRoutes = [paymentsRoute] as const
