// The topics of the role tests by area, and which role takes which topic in `npm test` and at the boundaries of weeks.
// All topics as all roles run in `npm run test:long`.
import type { DemoLogin } from '../test-app.ts'
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

/**
 * The long suite runs these as one role for each test of the topic: the language of the browser decides what is shown,
 * not the role.
 */
export const topicsWithoutRoles: readonly string[] = ['dates and numbers']

/**
 * What `npm test` runs, on a desktop: some roles whose screens differ, for topics without a test file of their own.
 * What a role must not see or do is tested for all roles in all-screens.test.ts.
 */
export const quickRoles: Readonly<Record<string, readonly DemoLogin[]>> = {
  home: ['demo-administrator'],
  timesheet: ['demo-administrator'],
} satisfies Partial<Record<keyof typeof allTopics, readonly DemoLogin[]>>

/** Roles whose Home and timesheet depend on the day of the week in other ways (scripts/test-calendar.ts). */
export const calendarRoles: Readonly<Record<string, readonly DemoLogin[]>> = {
  home: ['demo-manager', 'demo-resource'],
  timesheet: ['demo-manager', 'demo-resource'],
} satisfies Partial<Record<keyof typeof allTopics, readonly DemoLogin[]>>
