// The table of all screens: route, address, the roles that see it, heading and tabs. all-screens.test.ts opens them
// and compares the table with the router and the server.
import type { DemoLogin } from './test-app.ts'

export interface Screen {
  /** The path of the route in the router. */
  readonly route: string
  /** The record that is used for $id: its resource and its name. */
  readonly record?: readonly [resource: string, name: string]
  /** URL parameters, for another view of a screen whose tabs are checked in another entry. */
  readonly query?: string
  /** The logins that see the screen. The others see that it does not exist or is not for them. */
  readonly visibleTo: readonly DemoLogin[]
  /** An API path that exactly these logins may read. Absent for screens about the person's own data. */
  readonly apiPath?: string
  /** Logins that may see the screen but not this record; the server responds with 404. */
  readonly notFoundFor?: readonly DemoLogin[]
  /** The text for the other logins, if it is not the usual one. */
  readonly deniedText?: string
  readonly heading: string | RegExp
  readonly headingForClient?: string
  /** The names of the tabs in their order, by login. Other logins have no tabs. */
  readonly tabs?: Readonly<Partial<Record<DemoLogin, readonly string[]>>>
  /**
   * A list, or the tabs that are lists: on a desktop its first row is near the top, and its filters are in the filter
   * bar. Every list of the navigation has it. The timesheet is a form, the reports begin with their chart and their
   * figures, and the short lists of the settings and the profile have no rows.
   */
  readonly list?: true | readonly string[]
  /** The logins whose list has no filters, because it is short or has tabs instead. */
  readonly filterless?: readonly DemoLogin[]
  /** A selector that matches once the screen or tab has loaded. */
  readonly readySelector?: string
  /** The login whose screen gets a screenshot, and its name, or the names by tab. */
  readonly screenshot?: readonly [whose: DemoLogin, name: string | Readonly<Record<string, string>>, also?: 'dark']
}

export const demoLogins: readonly DemoLogin[] = [
  'demo-administrator',
  'demo-manager',
  'demo-resource',
  'demo-restricted',
  'demo-executive',
]

const administrator: readonly DemoLogin[] = ['demo-administrator']
const leads: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']
/** The logins that see money; a client sees what they are billed. */
const moneyRoles: readonly DemoLogin[] = [...leads, 'demo-executive']
const team = demoLogins.filter((who) => who !== 'demo-executive')

const tabsFor = (whom: readonly DemoLogin[], ...tabs: string[]): Partial<Record<DemoLogin, readonly string[]>> =>
  Object.fromEntries(whom.map((who) => [who, tabs]))

const workScreens: readonly Screen[] = [
  { route: '/', visibleTo: demoLogins, heading: /^Hello / },
  {
    route: '/timesheet',
    visibleTo: team,
    apiPath: '/timesheet/?limit=1',
    heading: 'Timesheet',
    readySelector: 'input',
    screenshot: ['demo-resource', 'timesheet'],
  },
  {
    route: '/approvals',
    list: true,
    visibleTo: administrator,
    deniedText: "You don't have permission to approve timesheets.",
    heading: 'Approvals',
    tabs: tabsFor(administrator, 'Pending', 'Reviewed'),
    screenshot: ['demo-administrator', { Waiting: 'approvals' }],
  },
  {
    route: '/tasks',
    list: true,
    visibleTo: demoLogins,
    apiPath: '/task/?limit=1',
    heading: 'Tasks',
    readySelector: 'td a',
    screenshot: ['demo-manager', 'tasks'],
  },
  // Only overdue tasks: fewer cards have the same structure and make axe faster.
  {
    route: '/tasks',
    query: '?view=board&overdue=t',
    visibleTo: demoLogins,
    heading: 'Tasks',
    readySelector: '[role=row]',
  },
  {
    route: '/tasks',
    query: '?view=calendar',
    visibleTo: demoLogins,
    heading: 'Tasks',
    readySelector: 'h2',
    screenshot: ['demo-manager', 'calendar', 'dark'],
  },
  {
    route: '/tasks/$id',
    record: ['task', 'Menu and allergens in other languages'],
    visibleTo: demoLogins.filter((who) => who !== 'demo-restricted'),
    apiPath: '/task/$id/',
    notFoundFor: ['demo-restricted'],
    heading: 'Menu and allergens in other languages',
    readySelector: '[contenteditable]',
    screenshot: ['demo-manager', 'task', 'dark'],
  },
  {
    route: '/tasks/$id',
    record: ['task', 'Wireframes: Biergärten'],
    visibleTo: demoLogins,
    apiPath: '/task/$id/',
    heading: 'Wireframes: Biergärten',
    readySelector: '[contenteditable]',
  },
  {
    route: '/milestones',
    list: true,
    visibleTo: demoLogins,
    apiPath: '/milestone/?limit=1',
    heading: 'Milestones',
    readySelector: 'td a',
    screenshot: ['demo-manager', 'milestones'],
  },
  {
    route: '/milestones',
    query: '?view=timeline',
    visibleTo: demoLogins,
    heading: 'Milestones',
    readySelector: 'figure',
    screenshot: ['demo-manager', 'timeline', 'dark'],
  },
  {
    route: '/milestones/$id',
    record: ['milestone', 'Beta for the brewery'],
    visibleTo: demoLogins,
    apiPath: '/milestone/$id/',
    heading: 'Beta for the brewery',
    screenshot: ['demo-manager', 'milestone'],
  },
  {
    route: '/requests',
    list: true,
    visibleTo: demoLogins,
    apiPath: '/request/?limit=1',
    heading: 'Requests',
    headingForClient: 'Your requests',
    screenshot: ['demo-manager', 'requests'],
  },
  {
    route: '/requests/$id',
    record: ['request', 'Opening hours on public holidays'],
    visibleTo: demoLogins,
    apiPath: '/request/$id/',
    heading: 'Opening hours on public holidays',
  },
  {
    route: '/documents',
    list: true,
    visibleTo: demoLogins,
    apiPath: '/document/?limit=1',
    heading: 'Documents',
    screenshot: ['demo-manager', 'documents'],
  },
]

const teamTabs = ['Overview', 'Tasks', 'Timeline', 'Team', 'Modules']

const projectScreens: readonly Screen[] = [
  {
    route: '/projects',
    list: true,
    filterless: ['demo-executive'],
    visibleTo: demoLogins,
    apiPath: '/project/?limit=1',
    heading: 'Projects',
    headingForClient: 'Your projects',
    screenshot: ['demo-manager', 'projects'],
  },
  {
    route: '/projects/$id',
    record: ['project', 'Website relaunch Süderhof'],
    visibleTo: demoLogins,
    apiPath: '/project/$id/',
    heading: 'Website relaunch Süderhof',
    tabs: {
      ...tabsFor(leads, ...teamTabs, 'Work types and rates', 'Notes', 'Documents', 'Money', 'History'),
      ...tabsFor(['demo-resource', 'demo-restricted'], ...teamTabs, 'Work types', 'Notes', 'Documents', 'History'),
      ...tabsFor(['demo-executive'], 'Overview', 'Tasks', 'Timeline', 'Documents', 'Money', 'History'),
    },
  },
  {
    route: '/clients',
    list: true,
    visibleTo: demoLogins,
    apiPath: '/client/?limit=1',
    heading: 'Clients',
    readySelector: 'td a',
  },
  {
    route: '/clients/$id',
    record: ['client', 'Brauerei Süderhof'],
    visibleTo: demoLogins,
    apiPath: '/client/$id/',
    heading: 'Brauerei Süderhof',
  },
  {
    route: '/people',
    list: true,
    visibleTo: team,
    apiPath: '/person/?limit=1',
    heading: 'People',
    tabs: tabsFor(team, 'Team', 'Client contacts'),
    readySelector: 'td a',
    screenshot: ['demo-administrator', { Team: 'people' }],
  },
  {
    route: '/people/$id',
    record: ['person', 'Zoë Ashcroft'],
    visibleTo: team,
    apiPath: '/person/$id/',
    heading: 'Zoë Ashcroft',
  },
]

const moneyScreens: readonly Screen[] = [
  {
    route: '/invoices',
    list: ['Invoices'],
    visibleTo: moneyRoles,
    apiPath: '/invoice/?limit=1',
    heading: 'Invoices',
    tabs: tabsFor(moneyRoles, 'Invoices', 'Aged receivables'),
    screenshot: ['demo-manager', { Invoices: 'invoices', 'Aged receivables': 'receivables' }],
  },
  {
    route: '/invoices/new',
    visibleTo: leads,
    apiPath: '/unbilled/',
    heading: 'New invoice',
    screenshot: ['demo-manager', 'invoice-new'],
  },
  {
    route: '/invoices/new',
    query: '?projectid=$unbilled',
    visibleTo: leads,
    heading: 'New invoice',
    screenshot: ['demo-manager', 'invoice-hours'],
  },
  {
    route: '/invoices/new',
    query: '?projectid=$unbilled&step=details',
    visibleTo: leads,
    heading: 'New invoice',
    screenshot: ['demo-manager', 'invoice-details'],
  },
  {
    route: '/invoices/$id',
    record: ['invoice', 'Website: Konzeptphase'],
    visibleTo: moneyRoles,
    apiPath: '/invoice/$id/',
    heading: /Website: Konzeptphase$/,
    tabs: { ...tabsFor(leads, 'Invoice', 'PDF', 'History'), ...tabsFor(['demo-executive'], 'PDF', 'Invoice') },
  },
  {
    route: '/invoices/$id',
    record: ['invoice', 'Campagne : affiches et dégustations'],
    visibleTo: leads,
    apiPath: '/invoice/$id/',
    notFoundFor: ['demo-executive'],
    heading: /Campagne : affiches et dégustations/,
    tabs: tabsFor(leads, 'Invoice', 'PDF', 'History'),
    screenshot: ['demo-manager', { Invoice: 'invoice-draft', PDF: 'invoice-pdf', History: 'invoice-history' }],
  },
  {
    route: '/recurring',
    list: true,
    visibleTo: leads,
    apiPath: '/recurringinvoice/?limit=1',
    heading: 'Recurring invoices',
    readySelector: 'td a',
    screenshot: ['demo-manager', 'recurring', 'dark'],
  },
  {
    route: '/recurring/$id',
    record: ['recurringinvoice', 'Wartung {period}'],
    visibleTo: leads,
    apiPath: '/recurringinvoice/$id/',
    heading: 'Wartung {period}',
    readySelector: 'td a, td button',
    screenshot: ['demo-manager', 'recurring-invoice', 'dark'],
  },
  {
    route: '/estimates',
    list: true,
    visibleTo: moneyRoles,
    apiPath: '/estimate/?limit=1',
    heading: 'Estimates',
    readySelector: 'td a',
    screenshot: ['demo-manager', 'estimates'],
  },
  {
    route: '/estimates/$id',
    record: ['estimate', 'Englische Fassung der Website'],
    visibleTo: moneyRoles,
    apiPath: '/estimate/$id/',
    heading: /Englische Fassung der Website$/,
    tabs: { ...tabsFor(leads, 'Estimate', 'PDF', 'History'), ...tabsFor(['demo-executive'], 'Estimate', 'PDF') },
    screenshot: ['demo-executive', { Estimate: 'estimate', PDF: 'estimate-pdf' }],
  },
  {
    route: '/estimates/$id',
    record: ['estimate', 'Vidéos pour les réseaux sociaux'],
    visibleTo: leads,
    apiPath: '/estimate/$id/',
    notFoundFor: ['demo-executive'],
    heading: /Vidéos pour les réseaux sociaux$/,
    tabs: tabsFor(leads, 'Estimate', 'PDF', 'History'),
    screenshot: ['demo-manager', { Estimate: 'estimate-draft' }],
  },
  {
    route: '/payments',
    list: true,
    visibleTo: moneyRoles,
    apiPath: '/payment/?limit=1',
    heading: 'Payments',
    screenshot: ['demo-manager', 'payments'],
  },
  {
    route: '/expenses',
    list: true,
    visibleTo: moneyRoles,
    apiPath: '/expense/?limit=1',
    heading: 'Expenses',
    screenshot: ['demo-manager', 'expenses'],
  },
]

const moneyTabs = ['Time', 'Utilization', 'Unbilled', 'Receivables', 'Revenue']

const reportScreens: readonly Screen[] = [
  {
    route: '/reports',
    visibleTo: demoLogins,
    heading: 'Reports',
    tabs: {
      ...tabsFor(['demo-manager'], ...moneyTabs, 'Statements', 'Budgets', 'Retainers'),
      ...tabsFor(administrator, ...moneyTabs, 'Margin', 'Statements', 'Budgets', 'Retainers'),
      ...tabsFor(['demo-resource', 'demo-restricted'], 'Time', 'Utilization'),
      ...tabsFor(['demo-executive'], 'Receivables', 'Revenue', 'Statements'),
    },
    readySelector: 'canvas, table, [role="grid"]',
    screenshot: [
      'demo-manager',
      {
        Time: 'report-time',
        Utilization: 'report-utilization',
        Unbilled: 'report-unbilled',
        Receivables: 'report-receivables',
        Revenue: 'report-revenue',
        Statements: 'report-statement',
        Budgets: 'report-budget',
        Retainers: 'report-retainer',
      },
    ],
  },
  {
    route: '/reports',
    query: '?groupby=week&alltime=true',
    visibleTo: demoLogins,
    heading: 'Reports',
    readySelector: 'canvas',
    screenshot: ['demo-manager', 'report-time-weeks'],
  },
]

const settingScreens: readonly Screen[] = [
  {
    route: '/settings',
    list: ['Audit log'],
    visibleTo: administrator,
    apiPath: '/worktype/?limit=1',
    heading: 'Settings',
    tabs: tabsFor(
      administrator,
      'Company',
      'Task statuses',
      'Priorities',
      'Modules',
      'Work types',
      'Project labels',
      'Payment terms',
      'Payment methods',
      'Expense categories',
      'API tokens',
      'Webhooks',
      'Single sign-on',
      'Audit log',
      'Server',
    ),
    screenshot: ['demo-administrator', { Server: 'settings' }],
  },
  {
    route: '/profile',
    visibleTo: demoLogins,
    heading: 'Your profile',
    tabs: tabsFor(demoLogins, 'Profile', 'Security', 'API tokens', 'Calendar', 'Notifications'),
    screenshot: ['demo-executive', { Notifications: 'profile' }],
  },
  {
    route: '/notifications',
    list: true,
    filterless: demoLogins,
    visibleTo: demoLogins,
    apiPath: '/notification/?limit=1',
    heading: 'Notifications',
    tabs: tabsFor(demoLogins, 'Unread', 'All'),
  },
]

export const screens: readonly Screen[] = [
  ...workScreens,
  ...projectScreens,
  ...moneyScreens,
  ...reportScreens,
  ...settingScreens,
]
