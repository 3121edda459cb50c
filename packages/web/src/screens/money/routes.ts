// The addresses of invoices, payments and expenses, and what each may say: filters, the order, the step. Each screen is
// loaded when somebody first goes there.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../../api/late.ts'
import { rootRoute } from '../../frame/root.tsx'
import { dayIn, idIn, textIn, without, wordIn } from '../../kit/address.ts'
import { invoiceTabs, standings } from './search.ts'

type Given = Readonly<Record<string, unknown>>

const spanIn = (given: Given) => ({ datebegin: dayIn(given, 'datebegin'), dateend: dayIn(given, 'dateend') })
const placeIn = (given: Given) => ({ clientid: idIn(given, 'clientid'), projectid: idIn(given, 'projectid') })

export const invoicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  component: lazyRouteComponent(() => loadPart(() => import('./invoices-screen.tsx')), 'InvoicesScreen'),
  validateSearch: (given: Given) =>
    without({
      tab: wordIn(given, 'tab', ['receivables']),
      status: wordIn(given, 'status', standings),
      ...placeIn(given),
      ...spanIn(given),
      search: textIn(given, 'search'),
      sort: textIn(given, 'sort'),
    }),
})

export const invoiceWizardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/new',
  component: lazyRouteComponent(() => loadPart(() => import('./invoice-wizard-screen.tsx')), 'InvoiceWizardScreen'),
  validateSearch: (given: Given) =>
    without({
      ...placeIn(given),
      ...spanIn(given),
      step: wordIn(given, 'step', ['hours', 'details']),
      blank: given.blank === true ? true : undefined,
    }),
})

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id',
  component: lazyRouteComponent(() => loadPart(() => import('./invoice-screen.tsx')), 'InvoiceScreen'),
  validateSearch: (given: Given) => without({ tab: wordIn(given, 'tab', invoiceTabs) }),
})

export const paymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments',
  component: lazyRouteComponent(() => loadPart(() => import('./payments-screen.tsx')), 'PaymentsScreen'),
  validateSearch: (given: Given) =>
    without({
      ...placeIn(given),
      typeid: idIn(given, 'typeid'),
      date: dayIn(given, 'date'),
      sort: textIn(given, 'sort'),
    }),
})

export const expensesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/expenses',
  component: lazyRouteComponent(() => loadPart(() => import('./expenses-screen.tsx')), 'ExpensesScreen'),
  validateSearch: (given: Given) =>
    without({
      ...placeIn(given),
      personid: idIn(given, 'personid'),
      ...spanIn(given),
      sort: textIn(given, 'sort'),
    }),
})

export const moneyRoutes = [invoicesRoute, invoiceWizardRoute, invoiceRoute, paymentsRoute, expensesRoute] as const
