// The browser tests that depend on the calendar, and the instants at which `npm run test:long` repeats them. The demo
// company is relative to the current day, so weeks, months, years and clock changes move its data. It runs nothing.

export interface CalendarInstant {
  readonly now: string
  /** The time zone of the browser, where it differs from the time zone of the company. */
  readonly zone?: string
}

/** Boundaries of the calendar in the time zone of the demo company, Europe/Berlin. */
export const calendarInstants: Readonly<Record<string, CalendarInstant>> = {
  'Monday 00:10': { now: '2026-06-07T22:10:00Z' },
  'Sunday 23:50': { now: '2026-06-14T21:50:00Z' },
  'first day of a month': { now: '2026-07-01T08:00:00Z' },
  'last day of a month': { now: '2026-04-30T20:30:00Z' },
  'first day of a year': { now: '2027-01-01T09:00:00Z' },
  'last day of a year': { now: '2026-12-31T22:30:00Z' },
  '29 February': { now: '2028-02-29T12:00:00Z' },
  'start of summer time': { now: '2027-03-28T01:30:00Z' },
  'end of summer time': { now: '2026-10-25T00:30:00Z' },
  'Monday after the end of summer time': { now: '2026-10-26T07:00:00Z' },
  'Berlin is one day ahead of UTC': { now: '2026-09-16T22:30:00Z' },
  'the browser is one day ahead': { now: '2026-11-11T12:00:00Z', zone: 'Pacific/Kiritimati' },
}

export interface CalendarTest {
  readonly file: string
  /** Only the tests whose names match. */
  readonly names: string
  /** The instants at which it runs; all without it. */
  readonly at?: readonly string[]
}

/** What the test files get in their environment to run at an instant: they declare their tests of both suites. */
export const environmentOf = ({ now, zone = '' }: CalendarInstant): Readonly<Record<string, string>> => ({
  STINT_TEST_SUITE: 'both',
  STINT_TEST_NOW: now,
  STINT_TEST_ZONE: zone,
})

/** The screens of the other roles too: on a Monday their week is empty, on a Sunday it is whole. */
const mondaysAndSundays = ['Monday 00:10', 'Sunday 23:50', 'Monday after the end of summer time']

const browserTest = (name: string, names: string, at?: readonly string[]): CalendarTest => ({
  file: `packages/web/test/browser/${name}.test.ts`,
  names,
  ...(at === undefined ? {} : { at }),
})

/** A new week has no hours yet, and a week that ends has all. */
const boundariesOfWeeks = [
  'Monday 00:10',
  'Sunday 23:50',
  'Monday after the end of summer time',
  'the browser is one day ahead',
]

/** The year of a date is named or not: only the current year matters, in the zone of the company and of the browser. */
const boundariesOfYears = [
  'first day of a year',
  'last day of a year',
  'Berlin is one day ahead of UTC',
  'the browser is one day ahead',
]

/**
 * Screens that compute with the current day are tested at every instant: today, this week. What people do with the
 * hours and tasks of a week is repeated at the boundaries of weeks. The demo company itself is checked on special days
 * without a browser (demo.test.ts). The tests of an instant run in one process: they share a browser, whose pages have
 * the scripts in their cache, and the demo company of the instant is built once.
 */
export const calendarTests: readonly CalendarTest[] = [
  browserTest('roles', '(home|timesheet) as demo-administrator'),
  browserTest('roles', '(home|timesheet) as demo-(manager|resource)', mondaysAndSundays),
  browserTest('invoices', 'names the year', boundariesOfYears),
  browserTest('timesheet', 'typed by keyboard'),
  browserTest('printing.long', 'a week is printed', boundariesOfWeeks),
  browserTest('invoices', 'drafts are listed|hours are imported again', boundariesOfWeeks),
  browserTest('tasks', 'changed in the row', boundariesOfWeeks),
  browserTest('timesheet', 'submitted, rejected|reopens the week', boundariesOfWeeks),
]
