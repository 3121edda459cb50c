// Every screen of the application: its route as the router spells it, an address at which there is something to see, which of the
// demo's people it is for, what stands at its head, and which tabs it has for whom. It opens none; every-screen.test.ts does, and
// holds this table against the router and against what the server answers.
import type { DemoLogin } from './browsing.ts'

export interface Screen {
  /** As the router spells it. */
  readonly route: string
  /** The record that stands for $id: its resource and its name. */
  readonly record?: readonly [resource: string, name: string]
  /** What follows the path, where another view of a screen is meant whose tabs are looked at elsewhere. */
  readonly query?: string
  /** For whom it is; the others are told that it is not there, or not for them. */
  readonly people: readonly DemoLogin[]
  /** What of the API is open to exactly those people; none where the screen is about nobody but oneself. */
  readonly asks?: string
  /** Those whom only the server can tell that this record is not for them. */
  readonly refused?: readonly DemoLogin[]
  /** What the others are told, where it is more than that. */
  readonly told?: string
  readonly heading: string | RegExp
  readonly headingForClient?: string
  /** By their names and in their order; those who are not named have none. */
  readonly tabs?: Readonly<Partial<Record<DemoLogin, readonly string[]>>>
  /** Something in it that is there when it has come, on every tab. */
  readonly shows?: string
  /** Whose screen is pictured, and what the picture is called; those of tabs by the names of the tabs. */
  readonly picture?: readonly [whose: DemoLogin, name: string | Readonly<Record<string, string>>, also?: 'dark']
}

export const people: readonly DemoLogin[] = [
  'demo-administrator',
  'demo-manager',
  'demo-resource',
  'demo-restricted',
  'demo-executive',
]

const administrator: readonly DemoLogin[] = ['demo-administrator']
const leading: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']
/** A client sees what they are billed. */
const withMoney: readonly DemoLogin[] = [...leading, 'demo-executive']
const team = people.filter((who) => who !== 'demo-executive')

const forAll = (whom: readonly DemoLogin[], ...tabs: string[]): Partial<Record<DemoLogin, readonly string[]>> =>
  Object.fromEntries(whom.map((who) => [who, tabs]))

const work: readonly Screen[] = [
  { route: '/', people, heading: /^Hello / },
  {
    route: '/timesheet',
    people: team,
    asks: '/timesheet/?limit=1',
    heading: 'Timesheet',
    shows: 'input',
    picture: ['demo-resource', 'timesheet'],
  },
  {
    route: '/approvals',
    people: administrator,
    told: 'Only Administrators approve weeks.',
    heading: 'Approvals',
    tabs: forAll(administrator, 'Waiting', 'Decided'),
    picture: ['demo-administrator', { Waiting: 'approvals' }],
  },
  {
    route: '/tasks',
    people,
    asks: '/task/?limit=1',
    heading: 'Tasks',
    shows: 'td a',
    picture: ['demo-manager', 'tasks'],
  },
  // Fewer cards are the same to look at, and axe is done sooner.
  { route: '/tasks', query: '?view=board&overdue=t', people, heading: 'Tasks', shows: '[role=row]' },
  {
    route: '/tasks/$id',
    record: ['task', 'Menu and allergens in other languages'],
    people: people.filter((who) => who !== 'demo-restricted'),
    asks: '/task/$id/',
    refused: ['demo-restricted'],
    heading: 'Menu and allergens in other languages',
    shows: '[contenteditable]',
    picture: ['demo-manager', 'task', 'dark'],
  },
  {
    route: '/tasks/$id',
    record: ['task', 'Wireframes: Biergärten'],
    people,
    asks: '/task/$id/',
    heading: 'Wireframes: Biergärten',
    shows: '[contenteditable]',
  },
  {
    route: '/milestones',
    people,
    asks: '/milestone/?limit=1',
    heading: 'Milestones',
    shows: 'td a',
    picture: ['demo-manager', 'milestones'],
  },
  {
    route: '/milestones',
    query: '?view=timeline',
    people,
    heading: 'Milestones',
    shows: 'figure',
    picture: ['demo-manager', 'timeline', 'dark'],
  },
  {
    route: '/milestones/$id',
    record: ['milestone', 'Beta for the brewery'],
    people,
    asks: '/milestone/$id/',
    heading: 'Beta for the brewery',
    picture: ['demo-manager', 'milestone'],
  },
  {
    route: '/requests',
    people,
    asks: '/request/?limit=1',
    heading: 'Requests',
    headingForClient: 'Your requests',
    picture: ['demo-manager', 'requests'],
  },
  {
    route: '/requests/$id',
    record: ['request', 'Opening hours on public holidays'],
    people,
    asks: '/request/$id/',
    heading: 'Opening hours on public holidays',
  },
  {
    route: '/documents',
    people,
    asks: '/document/?limit=1',
    heading: 'Documents',
    picture: ['demo-manager', 'documents'],
  },
]

const ofTeam = ['Overview', 'Tasks', 'Team', 'Modules']

const companies: readonly Screen[] = [
  {
    route: '/projects',
    people,
    asks: '/project/?limit=1',
    heading: 'Projects',
    headingForClient: 'Your projects',
    picture: ['demo-manager', 'projects'],
  },
  {
    route: '/projects/$id',
    record: ['project', 'Website relaunch Süderhof'],
    people,
    asks: '/project/$id/',
    heading: 'Website relaunch Süderhof',
    tabs: {
      ...forAll(leading, ...ofTeam, 'Work types and rates', 'Notes', 'Documents', 'Money'),
      ...forAll(['demo-resource', 'demo-restricted'], ...ofTeam, 'Work types', 'Notes', 'Documents'),
      ...forAll(['demo-executive'], 'Overview', 'Tasks', 'Documents', 'Money'),
    },
  },
  { route: '/clients', people, asks: '/client/?limit=1', heading: 'Clients', shows: 'td a' },
  {
    route: '/clients/$id',
    record: ['client', 'Brauerei Süderhof'],
    people,
    asks: '/client/$id/',
    heading: 'Brauerei Süderhof',
  },
  {
    route: '/people',
    people: team,
    asks: '/person/?limit=1',
    heading: 'People',
    tabs: forAll(team, 'Team', 'Of clients'),
    shows: 'td a',
    picture: ['demo-administrator', { Team: 'people' }],
  },
  {
    route: '/people/$id',
    record: ['person', 'Zoë Ashcroft'],
    people: team,
    asks: '/person/$id/',
    heading: 'Zoë Ashcroft',
  },
]

const money: readonly Screen[] = [
  {
    route: '/invoices',
    people: withMoney,
    asks: '/invoice/?limit=1',
    heading: 'Invoices',
    tabs: forAll(withMoney, 'Invoices', 'Aged receivables'),
    picture: ['demo-manager', { Invoices: 'invoices', 'Aged receivables': 'receivables' }],
  },
  {
    route: '/invoices/new',
    people: leading,
    asks: '/unbilled/',
    heading: 'New invoice',
    picture: ['demo-manager', 'invoice-new'],
  },
  {
    route: '/invoices/new',
    query: '?projectid=$unbilled',
    people: leading,
    heading: 'New invoice',
    picture: ['demo-manager', 'invoice-hours'],
  },
  {
    route: '/invoices/new',
    query: '?projectid=$unbilled&step=details',
    people: leading,
    heading: 'New invoice',
    picture: ['demo-manager', 'invoice-details'],
  },
  {
    route: '/invoices/$id',
    record: ['invoice', 'Website: Konzeptphase'],
    people: withMoney,
    asks: '/invoice/$id/',
    heading: /Website: Konzeptphase$/,
    tabs: { ...forAll(leading, 'Invoice', 'PDF', 'History'), ...forAll(['demo-executive'], 'PDF', 'Invoice') },
  },
  {
    route: '/invoices/$id',
    record: ['invoice', 'Campagne : affiches et dégustations'],
    people: leading,
    asks: '/invoice/$id/',
    refused: ['demo-executive'],
    heading: /Campagne : affiches et dégustations/,
    tabs: forAll(leading, 'Invoice', 'PDF', 'History'),
    picture: ['demo-manager', { Invoice: 'invoice-draft', PDF: 'invoice-pdf', History: 'invoice-history' }],
  },
  {
    route: '/payments',
    people: withMoney,
    asks: '/payment/?limit=1',
    heading: 'Payments',
    picture: ['demo-manager', 'payments'],
  },
  {
    route: '/expenses',
    people: withMoney,
    asks: '/expense/?limit=1',
    heading: 'Expenses',
    picture: ['demo-manager', 'expenses'],
  },
]

const reports: readonly Screen[] = [
  {
    route: '/reports',
    people,
    heading: 'Reports',
    tabs: {
      ...forAll(leading, 'Time', 'Unbilled', 'Receivables', 'Revenue', 'Budgets'),
      ...forAll(['demo-resource', 'demo-restricted'], 'Time'),
      ...forAll(['demo-executive'], 'Receivables', 'Revenue'),
    },
    shows: 'canvas',
    picture: [
      'demo-manager',
      {
        Time: 'report-time',
        Unbilled: 'report-unbilled',
        Receivables: 'report-receivables',
        Revenue: 'report-revenue',
        Budgets: 'report-budget',
      },
    ],
  },
  {
    route: '/reports',
    query: '?groupby=week&alltime=true',
    people,
    heading: 'Reports',
    shows: 'canvas',
    picture: ['demo-manager', 'report-time-weeks'],
  },
]

const settings: readonly Screen[] = [
  {
    route: '/settings',
    people: administrator,
    asks: '/worktype/?limit=1',
    heading: 'Settings',
    tabs: forAll(
      administrator,
      'Company',
      'Task statuses',
      'Priorities',
      'Modules',
      'Work types',
      'Project labels',
      'Payment terms',
      'Payment kinds',
      'Server',
    ),
    picture: ['demo-administrator', { Server: 'settings' }],
  },
  {
    route: '/profile',
    people,
    heading: 'Your profile',
    tabs: forAll(people, 'You', 'Password and sessions', 'API tokens', 'Mails'),
    picture: ['demo-executive', { Mails: 'profile' }],
  },
]

export const screens: readonly Screen[] = [...work, ...companies, ...money, ...reports, ...settings]
