// The topics of the role tests by area, and which role takes which topic in `npm test`. The full matrix of all topics,
// five roles and two screen sizes runs in `npm run test:long`.
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
 * The roles whose screens differ most for a topic. It has no role where a test file of its own covers the topic
 * (sign-in, settings, requests). What a role must not see or do is tested for all roles in all-screens.test.ts. The phone has one
 * team role and the client, for the topics whose layout differs.
 */
export const everydayRoles: Readonly<Record<Device, RolesByTopic>> = {
  desktop: {
    'sign-in and sign-out': [],
    home: ['demo-administrator', 'demo-executive'],
    timer: ['demo-resource'],
    timesheet: ['demo-administrator'],
    tasks: ['demo-restricted'],
    milestones: [],
    projects: ['demo-resource', 'demo-executive'],
    requests: [],
    documents: ['demo-executive'],
    invoices: [],
    expenses: ['demo-administrator'],
    reports: ['demo-manager'],
    settings: [],
    profile: [],
    navigation: [],
    palette: ['demo-restricted'],
    'dates and numbers': ['demo-executive'],
  },
  phone: {
    'sign-in and sign-out': [],
    home: ['demo-resource'],
    timer: ['demo-resource'],
    timesheet: ['demo-resource'],
    tasks: ['demo-executive'],
    milestones: [],
    projects: [],
    requests: [],
    documents: [],
    invoices: ['demo-executive'],
    expenses: [],
    reports: [],
    settings: [],
    profile: [],
    navigation: [],
    palette: [],
    'dates and numbers': [],
  },
}
