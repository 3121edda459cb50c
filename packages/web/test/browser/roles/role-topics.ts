// The topics of the role tests by area, and which role takes which topic in `npm test`. The full matrix of all topics, five roles
// and two screen sizes runs in `npm run test:long`.
import type { DemoLogin, Device } from '../test-app.ts'
import { documents } from './documents.ts'
import { expenses } from './expenses.ts'
import { home } from './home.ts'
import { invoices } from './invoices.ts'
import { locale } from './locale.ts'
import { milestones } from './milestones.ts'
import { navigation } from './navigation.ts'
import { palette } from './palette.ts'
import { profile } from './profile.ts'
import { projects } from './projects.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import type { RoleTests } from './role-test.ts'
import { settings } from './settings.ts'
import { signingIn } from './sign-in.ts'
import { tasks } from './tasks.ts'
import { timer } from './timer.ts'
import { timesheet } from './timesheet.ts'

export type Topics = Readonly<Record<string, RoleTests>>

export const dailyTopics = { 'sign-in and sign-out': signingIn, home, timer, timesheet } satisfies Topics
export const workTopics = { tasks, milestones, projects, requests, documents } satisfies Topics
export const moneyTopics = { invoices, expenses, reports } satisfies Topics
export const shellTopics = { settings, profile, navigation, palette, 'dates and numbers': locale } satisfies Topics
export const allTopics = { ...dailyTopics, ...workTopics, ...moneyTopics, ...shellTopics } satisfies Topics

export type RolesByTopic = Readonly<Record<keyof typeof allTopics, readonly DemoLogin[]>>

/**
 * The roles whose screens differ for a topic, and no topic without a team role. Roles that see nothing of a topic are in the
 * table test of role-limits.test.ts. The phone has one team role and the client where the layout of a topic differs.
 */
export const everydayRoles: Readonly<Record<Device, RolesByTopic>> = {
  desktop: {
    'sign-in and sign-out': ['demo-manager'],
    home: ['demo-administrator', 'demo-manager', 'demo-resource', 'demo-restricted', 'demo-executive'],
    timer: ['demo-resource', 'demo-executive'],
    timesheet: ['demo-administrator', 'demo-resource'],
    tasks: ['demo-manager', 'demo-restricted', 'demo-executive'],
    milestones: ['demo-manager', 'demo-resource'],
    projects: ['demo-administrator', 'demo-manager', 'demo-resource', 'demo-executive'],
    requests: ['demo-manager', 'demo-executive'],
    documents: ['demo-manager', 'demo-restricted', 'demo-executive'],
    invoices: ['demo-manager', 'demo-executive'],
    expenses: ['demo-administrator', 'demo-executive'],
    reports: ['demo-manager', 'demo-resource', 'demo-executive'],
    settings: ['demo-administrator'],
    profile: ['demo-executive'],
    navigation: ['demo-resource'],
    palette: ['demo-restricted', 'demo-executive'],
    'dates and numbers': ['demo-resource', 'demo-executive'],
  },
  phone: {
    'sign-in and sign-out': [],
    home: ['demo-resource', 'demo-executive'],
    timer: ['demo-resource'],
    timesheet: ['demo-resource'],
    tasks: ['demo-resource', 'demo-executive'],
    milestones: ['demo-executive'],
    projects: ['demo-executive'],
    requests: ['demo-executive'],
    documents: ['demo-resource'],
    invoices: ['demo-executive'],
    expenses: [],
    reports: ['demo-resource'],
    settings: [],
    profile: [],
    navigation: ['demo-resource', 'demo-executive'],
    palette: ['demo-resource'],
    'dates and numbers': [],
  },
}
