// The routes of invoices and estimates: the lists with their filters, one record with its tabs, and the steps of a new
// invoice. Each screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { choiceParam, type Params, paramsReader, textParam, withoutUndefined } from '../../kit/url-params.ts'
import { clientProjectParams, spanParams } from '../../records/money/money-params.ts'
import { estimateStates, estimateTabs, invoiceStatuses, invoiceTabs } from './search.ts'

const invoicesRoute = createRoute({
  ...screenRoute('/invoices', 'InvoicesScreen', () => import('./invoices-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    tab: choiceParam(given, 'tab', ['receivables']),
    status: choiceParam(given, 'status', invoiceStatuses),
    ...clientProjectParams(given),
    ...spanParams(given),
    search: textParam(given, 'search'),
    sort: textParam(given, 'sort'),
  })),
})

const invoiceWizardRoute = createRoute({
  ...screenRoute('/invoices/new', 'InvoiceWizardScreen', () => import('./invoice-wizard-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    ...clientProjectParams(given),
    ...spanParams(given),
    step: choiceParam(given, 'step', ['hours', 'details']),
    blank: given.blank === true ? true : undefined,
    expenses: given.expenses === true ? true : undefined,
    excludefuture: given.excludefuture === true ? true : undefined,
    excludeunapproved: given.excludeunapproved === true ? true : undefined,
    groupby: textParam(given, 'groupby'),
  })),
})

const invoiceRoute = createRoute({
  ...screenRoute('/invoices/$id', 'InvoiceScreen', () => import('./invoice-screen.tsx')),
  validateSearch: (given: Params) => withoutUndefined({ tab: choiceParam(given, 'tab', invoiceTabs) }),
})

const estimatesRoute = createRoute({
  ...screenRoute('/estimates', 'EstimatesScreen', () => import('./estimates-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    state: choiceParam(given, 'state', estimateStates),
    ...clientProjectParams(given),
    ...spanParams(given),
    sort: textParam(given, 'sort'),
  })),
})

const estimateRoute = createRoute({
  ...screenRoute('/estimates/$id', 'EstimateScreen', () => import('./estimate-screen.tsx')),
  validateSearch: (given: Params) => withoutUndefined({ tab: choiceParam(given, 'tab', estimateTabs) }),
})

export const invoicesRoutes = [invoicesRoute, invoiceWizardRoute, invoiceRoute, estimatesRoute, estimateRoute] as const
