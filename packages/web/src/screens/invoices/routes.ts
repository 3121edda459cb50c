// The routes of invoices: the list with its filters, one invoice with its tabs, and the steps of a new one.
// Each screen is loaded on its first visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadLazily } from '../../api/lazy.ts'
import { rootRoute } from '../../frame/root.tsx'
import { choiceParam, type Params, textParam, withoutUndefined } from '../../kit/url-params.ts'
import { clientProjectParams, spanParams } from '../../records/money/money-params.ts'
import { invoiceStatuses, invoiceTabs } from './search.ts'

export const invoicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  component: lazyRouteComponent(() => loadLazily(() => import('./invoices-screen.tsx')), 'InvoicesScreen'),
  validateSearch: (given: Params) =>
    withoutUndefined({
      tab: choiceParam(given, 'tab', ['receivables']),
      status: choiceParam(given, 'status', invoiceStatuses),
      ...clientProjectParams(given),
      ...spanParams(given),
      search: textParam(given, 'search'),
      sort: textParam(given, 'sort'),
    }),
})

export const invoiceWizardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/new',
  component: lazyRouteComponent(() => loadLazily(() => import('./invoice-wizard-screen.tsx')), 'InvoiceWizardScreen'),
  validateSearch: (given: Params) =>
    withoutUndefined({
      ...clientProjectParams(given),
      ...spanParams(given),
      step: choiceParam(given, 'step', ['hours', 'details']),
      blank: given.blank === true ? true : undefined,
    }),
})

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id',
  component: lazyRouteComponent(() => loadLazily(() => import('./invoice-screen.tsx')), 'InvoiceScreen'),
  validateSearch: (given: Params) => withoutUndefined({ tab: choiceParam(given, 'tab', invoiceTabs) }),
})

export const invoicesRoutes = [invoicesRoute, invoiceWizardRoute, invoiceRoute] as const
