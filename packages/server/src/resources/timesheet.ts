// A timesheet: one person's week from Monday to Sunday, which its owner submits and an Administrator approves, or a
// Manager if the company lets them. An extension of the reference (decisions 38 and 53). Its hours are the sum of the
// week's time entries; actions are in `timesheet-actions.ts`.
import { hash } from 'node:crypto'
import { me, staff, type Viewer } from '../define/actor.ts'
import { Invalid } from '../define/api-error.ts'
import { computed, computedText, fullName, ref, stored } from '../define/fields.ts'
import { anyOf, fromDay, isChoice, onDay, untilDay } from '../define/filters.ts'
import { date, datetime, hours, type Kind, plainText, recordId } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { accountSlot, anyCondition, type Fragment, joinFragments, sql } from '../io/sql.ts'
import { addDays, mondayOf } from '../kit/calendar.ts'
import { enforceTimesheetRules, timesheetActions, timesheetRules, timesheetStatuses } from './timesheet-actions.ts'
import { ownProjects, ownTimeOnly, refersToVisible, seesAll } from './visibility.ts'

const users = staff

/** Where the company lets Managers approve weeks, they see those of the people on their projects (decision 53). */
const approvedByManagers = sql`exists (select 1 from company where company.accountid = ${accountSlot}
    and company.managersapprove = 't')
  and timesheet.personid in (select member.personid from projectteam member
    where member.accountid = ${accountSlot} and member.projectid in ${ownProjects})`

function visibleTimesheet(viewer: Viewer): Fragment | null {
  if (seesAll(viewer)) return null
  const own = sql`timesheet.personid = ${me}`
  return ownTimeOnly(viewer) || viewer.role !== 'Manager' ? own : anyCondition([own, approvedByManagers])
}

const monday: Kind = {
  ...date,
  name: 'monday',
  parse: (wire) => {
    const value = date.parse(wire)
    if (typeof value !== 'string' || value === mondayOf(value)) return value
    return new Invalid('must be a Monday')
  },
}

const timeOfWeek = sql`time entry where entry.accountid = timesheet.accountid and entry.personid = timesheet.personid
  and entry.date >= timesheet.weekstart and entry.date <= timesheet.weekend`

const hoursOfWeek = (which: Fragment): Fragment =>
  sql`(select cast(coalesce(sum(entry.time), 0) as bigint) from ${timeOfWeek}${which})`

/** A text that changes with every change of the entries, also one that leaves the sums as they are. */
const allEntries = sql`string_agg(cast(entry.id as text) || ' ' || entry.date || ' ' || cast(entry.time as text) || ' ' ||
  entry.billable || ' ' || cast(entry.projectid as text) || ' ' || coalesce(cast(entry.taskid as text), '') || ' ' ||
  cast(entry.worktypeid as text) || ' ' || entry.datemodified, ',' order by entry.id)`

/** Billable hours, all hours and the entries in one text column, so that the entries of a record are read once. */
const sharedEntries = (choose: (billable: number, all: number, entries: string) => number | string) => ({
  expression: sql`(select cast(sum(case when entry.billable = 't' then entry.time else 0 end) as text) || ' ' ||
    cast(sum(entry.time) as text) || ' ' || ${allEntries} from ${timeOfWeek})`,
  extract: (text: string | number | null): number | string => {
    const [billable = '0', all = '0', ...entries] = typeof text === 'string' ? text.split(' ') : []
    return choose(Number(billable), Number(all), entries.join(' '))
  },
})

/** Short, and it tells nothing about entries that the reader of the timesheet may not see. */
const digest: Kind = {
  ...plainText(),
  parse: () => new Invalid('cannot be set'),
  serialize: (entries) => (entries === '' ? '' : hash('sha1', String(entries), 'base64url')),
}

/** A column of the last of the given actions in the history; null for an open timesheet. */
const lastStep = (what: Fragment, ...actions: readonly string[]): Fragment =>
  sql`case when timesheet.status <> 'open' then (select ${what} from timesheethistory step
    join person decider on decider.accountid = step.accountid and decider.id = step.personid
    where step.accountid = timesheet.accountid and step.timesheetid = timesheet.id
    and step.action in (${joinFragments(actions.map((action) => sql.lit(action)))}) order by step.id desc limit 1) end`

const decisionColumn = (what: Fragment): Fragment =>
  sql`case when timesheet.status <> 'submitted' then ${lastStep(what, 'approve', 'reject')} end`

export const timesheet = defineResource('timesheet', {
  doc: 'Weeks of time, from Monday to Sunday, as they are submitted and approved. The time of an approved week cannot be changed.',
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
      sharedColumn: sharedEntries((_billable, all) => all),
    }),
    billable: computed(hours, hoursOfWeek(sql` and entry.billable = 't'`), {
      doc: 'Billable hours of the week',
      sharedColumn: sharedEntries((billable) => billable),
    }),
    unbillable: computed(hours, hoursOfWeek(sql` and entry.billable = 'f'`), {
      doc: 'Unbillable hours of the week',
      sharedColumn: sharedEntries((billable, all) => all - billable),
    }),
    version: computed(digest, sql`(select coalesce(${allEntries}, '') from ${timeOfWeek})`, {
      nullable: false,
      doc: 'Changes whenever a time entry of the week does, and the ETag with it; blank without entries',
      sharedColumn: sharedEntries((_billable, _all, entries) => entries),
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
    action: stored(plainText(), { readOnly: true, required: true, doc: 'submit, withdraw, approve, reject or reopen' }),
    note: stored(plainText(), { readOnly: true, doc: 'What was said about it' }),
    person: computedText(fullName('person'), { nullable: false, doc: 'Full name' }),
  },
  filters: { timesheetid: anyOf('timesheetid', 'Steps of the timesheets') },
  requiredFilters: ['timesheetid'],
  sorts: { id: 'id', date: 'date' },
})
