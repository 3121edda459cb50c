// A timesheet: one person's week from Monday to Sunday, which its owner submits and an Administrator approves. An
// extension of the reference (decision 38). Its hours are the sum of the week's time entries; actions are in
// `timesheet-actions.ts`.
import { me, staff, type Viewer } from '../define/actor.ts'
import { Invalid } from '../define/api-error.ts'
import { computed, computedText, fullName, ref, stored } from '../define/fields.ts'
import { anyOf, fromDay, isChoice, onDay, untilDay } from '../define/filters.ts'
import { date, datetime, hours, type Kind, plainText, recordId } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { type Fragment, sql } from '../io/sql.ts'
import { addDays, mondayOf } from '../kit/calendar.ts'
import { enforceTimesheetRules, timesheetActions, timesheetRules, timesheetStatuses } from './timesheet-actions.ts'
import { refersToVisible, seesAll } from './visibility.ts'

const users = staff

const visibleTimesheet = (viewer: Viewer): Fragment | null => (seesAll(viewer) ? null : sql`timesheet.personid = ${me}`)

const monday: Kind = {
  ...date,
  name: 'monday',
  parse: (wire) => {
    const value = date.parse(wire)
    if (typeof value !== 'string' || value === mondayOf(value)) return value
    return new Invalid('is not a Monday, which weeks begin with')
  },
}

const timeOfWeek = sql`time entry where entry.accountid = timesheet.accountid and entry.personid = timesheet.personid
  and entry.date >= timesheet.weekstart and entry.date <= timesheet.weekend`

const hoursOfWeek = (which: Fragment): Fragment =>
  sql`(select cast(coalesce(sum(entry.time), 0) as bigint) from ${timeOfWeek}${which})`

/** Billable hours and all hours in one text column, so that the time entries of a record are summed once. */
const sharedHours = (choose: (billable: number, all: number) => number) => ({
  expression: sql`(select cast(sum(case when entry.billable = 't' then entry.time else 0 end) as text) || ' ' ||
    cast(sum(entry.time) as text) from ${timeOfWeek})`,
  extract: (text: string | number | null): number => {
    const [billable = '0', all = '0'] = typeof text === 'string' ? text.split(' ') : []
    return choose(Number(billable), Number(all))
  },
})

/** A column of the last of the given actions in the history; null for an open timesheet. */
const lastStep = (what: Fragment, ...actions: readonly string[]): Fragment =>
  sql`case when timesheet.status <> 'open' then (select ${what} from timesheethistory step
    join person decider on decider.accountid = step.accountid and decider.id = step.personid
    where step.accountid = timesheet.accountid and step.timesheetid = timesheet.id
    and step.action in (${sql.join(actions.map((action) => sql.lit(action)))}) order by step.id desc limit 1) end`

const decisionColumn = (what: Fragment): Fragment =>
  sql`case when timesheet.status <> 'submitted' then ${lastStep(what, 'approve', 'reject')} end`

export const timesheet = defineResource('timesheet', {
  doc: 'Weeks of time, from Monday to Sunday, as they are submitted and approved. An approved week stands still.',
  access: { list: users, read: users, create: users, delete: users },
  extensionOperations: ['list', 'read', 'create', 'delete'],
  joins: { person: 'timesheet.personid' },
  visible: visibleTimesheet,
  allowed: timesheetRules,
  fields: {
    personid: ref('person', { required: true, doc: 'Whose week it is' }),
    weekstart: stored(monday, { required: true, doc: 'The Monday it begins with; one sheet for each person and week' }),
    status: stored(plainText(), { readOnly: true, default: 'open', doc: 'open, submitted, approved or rejected' }),
    person: computedText(fullName('person'), { nullable: false, doc: 'Full name' }),
    time: computed(hours, hoursOfWeek(sql``), {
      doc: 'All hours of the week',
      sharedColumn: sharedHours((_billable, all) => all),
    }),
    billable: computed(hours, hoursOfWeek(sql` and entry.billable = 't'`), {
      doc: 'Billable hours of the week',
      sharedColumn: sharedHours((billable) => billable),
    }),
    unbillable: computed(hours, hoursOfWeek(sql` and entry.billable = 'f'`), {
      doc: 'Unbillable hours of the week',
      sharedColumn: sharedHours((billable, all) => all - billable),
    }),
    datesubmitted: computed(datetime, lastStep(sql`step.date`, 'submit')),
    datedecided: computed(datetime, decisionColumn(sql`step.date`), { doc: 'When it was approved or rejected' }),
    deciderid: computed(recordId, decisionColumn(sql`step.personid`), {
      target: 'person',
      doc: 'Who approved or rejected it',
    }),
    decider: computedText(decisionColumn(fullName('decider'))),
    datemodified: stored(datetime, { readOnly: true, required: true }),
  },
  derivedColumns: { weekend: (value) => addDays(String(value('weekstart')), 6) },
  modifiedColumn: 'datemodified',
  filters: {
    personid: anyOf('personid', 'Weeks of the persons'),
    status: isChoice('status', timesheetStatuses, 'Weeks in that state'),
    weekstart: onDay('weekstart', 'The week that begins on that Monday'),
    weekstartbegin: fromDay('weekstart', 'Weeks that begin on or after'),
    weekstartend: untilDay('weekstart', 'Weeks that begin on or before'),
  },
  sorts: { id: 'id', personid: 'personid', weekstart: 'weekstart', status: 'status', datemodified: 'datemodified' },
  actions: timesheetActions,
  before: enforceTimesheetRules,
})

export const timesheethistory = defineResource('timesheethistory', {
  doc: 'Who did what with a timesheet, and when.',
  access: { list: users, read: users },
  extensionOperations: ['list', 'read'],
  joins: { person: 'timesheethistory.personid' },
  visible: (viewer) => refersToVisible(viewer, 'timesheethistory.timesheetid', timesheet),
  fields: {
    timesheetid: ref('timesheet', { readOnly: true, required: true }),
    personid: ref('person', { readOnly: true, required: true, doc: 'Who did it' }),
    date: stored(datetime, { readOnly: true, required: true }),
    action: stored(plainText(), { readOnly: true, required: true, doc: 'submit, approve, reject or reopen' }),
    note: stored(plainText(), { readOnly: true, doc: 'What was said about it' }),
    person: computedText(fullName('person'), { nullable: false, doc: 'Full name' }),
  },
  filters: { timesheetid: anyOf('timesheetid', 'Steps of the timesheets') },
  requiredFilters: ['timesheetid'],
  sorts: { id: 'id', date: 'date' },
})
