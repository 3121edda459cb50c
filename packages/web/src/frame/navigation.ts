// The items of the navigation. Each is shown only to those who may see its screen, according to the generated facts
// and the session.
import {
  Banknote,
  Building2,
  CalendarClock,
  ChartColumn,
  ChartGantt,
  CheckCheck,
  Files,
  FileText,
  FolderKanban,
  House,
  Inbox,
  ListChecks,
  ReceiptText,
  Settings,
  Users,
} from 'lucide-react'
import { isClient, may, type Role } from '../api/permissions.ts'
import type { Session } from '../api/session-api.ts'
import type { Messages } from '../messages/messages.ts'
import type { Icon } from '../parts/button.tsx'

export interface NavigationItem {
  readonly to: string
  readonly name: keyof Messages['frame']['places']
  readonly icon: Icon
  /** The second key of the shortcut 'g x' that opens it. */
  readonly letter: string
  /** The paths of further screens that belong to it. */
  readonly also?: RegExp
  readonly group: 'work' | 'money' | 'people' | 'rest'
  readonly forRole: (role: Role, session: Pick<Session, 'approvesweeks'>) => boolean
}

export const navigationItems: readonly NavigationItem[] = [
  { to: '/', name: 'home', icon: House, letter: 'h', group: 'work', forRole: () => true },
  {
    to: '/tasks',
    name: 'tasks',
    icon: ListChecks,
    letter: 't',
    group: 'work',
    forRole: (role) => may(role, 'task', 'list'),
  },
  {
    to: '/timesheet',
    name: 'timesheet',
    icon: CalendarClock,
    letter: 's',
    group: 'work',
    forRole: (role) => may(role, 'time', 'create'),
  },
  {
    to: '/approvals',
    name: 'approvals',
    icon: CheckCheck,
    letter: 'a',
    group: 'work',
    forRole: (_role, { approvesweeks }) => approvesweeks,
  },
  {
    to: '/milestones',
    name: 'milestones',
    icon: ChartGantt,
    letter: 'm',
    group: 'work',
    forRole: (role) => may(role, 'milestone', 'list'),
  },
  {
    to: '/requests',
    name: 'requests',
    icon: Inbox,
    letter: 'r',
    group: 'work',
    forRole: (role) => may(role, 'request', 'list'),
  },
  {
    to: '/documents',
    name: 'documents',
    icon: Files,
    letter: 'd',
    group: 'work',
    forRole: (role) => may(role, 'document', 'list'),
  },
  {
    to: '/projects',
    name: 'projects',
    icon: FolderKanban,
    letter: 'p',
    group: 'people',
    forRole: (role) => may(role, 'project', 'list'),
  },
  {
    to: '/clients',
    name: 'clients',
    icon: Building2,
    letter: 'c',
    group: 'people',
    forRole: (role) => may(role, 'client', 'list') && !isClient(role),
  },
  {
    to: '/people',
    name: 'people',
    icon: Users,
    letter: 'u',
    group: 'people',
    forRole: (role) => may(role, 'person', 'list'),
  },
  {
    to: '/invoices',
    name: 'invoices',
    icon: FileText,
    also: /\/(estimates|recurring)/,
    letter: 'i',
    group: 'money',
    forRole: (role) => may(role, 'invoice', 'list'),
  },
  {
    to: '/payments',
    name: 'payments',
    icon: Banknote,
    letter: 'y',
    group: 'money',
    forRole: (role) => may(role, 'payment', 'list'),
  },
  {
    to: '/expenses',
    name: 'expenses',
    icon: ReceiptText,
    letter: 'e',
    group: 'money',
    forRole: (role) => may(role, 'expense', 'list'),
  },
  {
    to: '/reports',
    name: 'reports',
    icon: ChartColumn,
    letter: 'o',
    group: 'money',
    forRole: (role) => may(role, 'timereport', 'report'),
  },
  {
    to: '/settings',
    name: 'settings',
    icon: Settings,
    letter: ',',
    group: 'rest',
    forRole: (role) => may(role, 'company', 'update'),
  },
]

export const navigationItemsFor = (session: Pick<Session, 'role' | 'approvesweeks'>): readonly NavigationItem[] =>
  navigationItems.filter(({ forRole }) => forRole(session.role, session))
