// The routes of invoices: the list with its filters, one invoice with its tabs, and the steps of a new one.
// Each screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { screenRoute } from '../../frame/screen-route.ts'
import { choiceParam, type Params, paramsReader, textParam, withoutUndefined } from '../../kit/url-params.ts'
import { clientProjectParams, spanParams } from '../../records/money/money-params.ts'
import { invoiceStatuses, invoiceTabs } from './search.ts'

export const invoicesRoute = createRoute({
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

export const invoiceWizardRoute = createRoute({
  ...screenRoute('/invoices/new', 'InvoiceWizardScreen', () => import('./invoice-wizard-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    ...clientProjectParams(given),
    ...spanParams(given),
    step: choiceParam(given, 'step', ['hours', 'details']),
    blank: given.blank === true ? true : undefined,
  })),
})

export const invoiceRoute = createRoute({
  ...screenRoute('/invoices/$id', 'InvoiceScreen', () => import('./invoice-screen.tsx')),
  validateSearch: (given: Params) => withoutUndefined({ tab: choiceParam(given, 'tab', invoiceTabs) }),
})

export const invoicesRoutes = [invoicesRoute, invoiceWizardRoute, invoiceRoute] as const
