// A timesheet: one person's week from Monday to Sunday, which its owner submits and an Administrator approves (decision 38;
// beyond the reference). Its hours are the sum of the week's time entries; what may be done to it is `timesheet-actions.ts`.
import { me, type Role, type Viewer } from '../define/actor.ts'
import { computed, fullName, label, ref, stored } from '../define/fields.ts'
import { anyOf, fromDay, isWord, onDay, untilDay } from '../define/filters.ts'
import { date, datetime, hours, id, type Kind, text } from '../define/kinds.ts'
import { Unfit } from '../define/refusal.ts'
import { defineResource } from '../define/resource.ts'
import { type Fragment, sql } from '../io/sql.ts'
import { addDays, mondayOf } from '../kit/calendar.ts'
import { keepOwnSheet, keepSheetInUse, sheetActions, statuses } from './timesheet-actions.ts'
import { ofVisible, seesAll } from './visibility.ts'

const users: readonly Role[] = ['Administrator', 'Manager', 'Resource']

const visibleSheet = (viewer: Viewer): Fragment | null => (seesAll(viewer) ? null : sql`timesheet.personid = ${me}`)

const monday: Kind = {
  ...date,
  parse: (wire) => {
    const value = date.parse(wire)
    if (typeof value !== 'string' || value === mondayOf(value)) return value
    return new Unfit('is not a Monday, which weeks begin with')
  },
}

const itsTime = sql`time entry where entry.accountid = timesheet.accountid and entry.personid = timesheet.personid
  and entry.date >= timesheet.weekstart and entry.date <= timesheet.weekend`

const hoursOf = (which: Fragment): Fragment =>
  sql`(select cast(coalesce(sum(entry.time), 0) as bigint) from ${itsTime}${which})`

/** Billable hours and all hours in one text, so that a record adds up its time entries once. */
const hoursFrom = (choose: (billable: number, all: number) => number) => ({
  text: sql`(select cast(sum(case when entry.billable = 't' then entry.time else 0 end) as text) || ' ' ||
    cast(sum(entry.time) as text) from ${itsTime})`,
  take: (said: string | number | null): number => {
    const [billable = '0', all = '0'] = typeof said === 'string' ? said.split(' ') : []
    return choose(Number(billable), Number(all))
  },
})

/** The last step that brought the sheet where it is; none of them says anything of an open one. */
const lastStep = (what: Fragment, ...actions: readonly string[]): Fragment =>
  sql`case when timesheet.status <> 'open' then (select ${what} from timesheethistory step
    join person decider on decider.accountid = step.accountid and decider.id = step.personid
    where step.accountid = timesheet.accountid and step.timesheetid = timesheet.id
    and step.action in (${sql.join(actions.map((action) => sql.lit(action)))}) order by step.id desc limit 1) end`

const decision = (what: Fragment): Fragment =>
  sql`case when timesheet.status <> 'submitted' then ${lastStep(what, 'approve', 'reject')} end`

export const timesheet = defineResource('timesheet', {
  doc: 'Weeks of time, from Monday to Sunday, as they are submitted and approved. An approved week stands still.',
  access: { list: users, read: users, create: users, delete: users },
  ours: ['list', 'read', 'create', 'delete'],
  joins: { person: 'timesheet.personid' },
  visible: visibleSheet,
  fields: {
    personid: ref('person', { required: true, doc: 'Whose week it is' }),
    weekstart: stored(monday, { required: true, doc: 'The Monday it begins with; one sheet for each person and week' }),
    status: stored(text(), { fixed: true, default: 'open', doc: 'open, submitted, approved or rejected' }),
    person: label(fullName('person'), { nullable: false, doc: 'Full name' }),
    time: computed(hours, hoursOf(sql``), { doc: 'All hours of the week', shared: hoursFrom((_billable, all) => all) }),
    billable: computed(hours, hoursOf(sql` and entry.billable = 't'`), {
      doc: 'Billable hours of the week',
      shared: hoursFrom((billable) => billable),
    }),
    unbillable: computed(hours, hoursOf(sql` and entry.billable = 'f'`), {
      doc: 'Unbillable hours of the week',
      shared: hoursFrom((billable, all) => all - billable),
    }),
    datesubmitted: computed(datetime, lastStep(sql`step.date`, 'submit')),
    datedecided: computed(datetime, decision(sql`step.date`), { doc: 'When it was approved or rejected' }),
    deciderid: computed(id, decision(sql`step.personid`), { doc: 'Who approved or rejected it' }),
    decider: label(decision(fullName('decider'))),
    datemodified: stored(datetime, { fixed: true, required: true }),
  },
  derived: { weekend: (value) => addDays(String(value('weekstart')), 6) },
  modified: 'datemodified',
  filters: {
    personid: anyOf('personid', 'Weeks of the persons'),
    status: isWord('status', statuses, 'Weeks in that state'),
    weekstart: onDay('weekstart', 'The week that begins on that Monday'),
    weekstartbegin: fromDay('weekstart', 'Weeks that begin on or after'),
    weekstartend: untilDay('weekstart', 'Weeks that begin on or before'),
  },
  sorts: { id: 'id', personid: 'personid', weekstart: 'weekstart', status: 'status', datemodified: 'datemodified' },
  actions: sheetActions,
  before: keepOwnSheet,
  removing: keepSheetInUse,
})

export const timesheethistory = defineResource('timesheethistory', {
  doc: 'Who did what with a timesheet, and when.',
  access: { list: users, read: users },
  ours: ['list', 'read'],
  joins: { person: 'timesheethistory.personid' },
  visible: (viewer) => ofVisible(viewer, 'timesheethistory.timesheetid', timesheet),
  fields: {
    timesheetid: ref('timesheet', { fixed: true, required: true }),
    personid: ref('person', { fixed: true, required: true, doc: 'Who did it' }),
    date: stored(datetime, { fixed: true, required: true }),
    action: stored(text(), { fixed: true, required: true, doc: 'submit, approve, reject or reopen' }),
    note: stored(text(), { fixed: true, doc: 'What was said about it' }),
    person: label(fullName('person'), { nullable: false, doc: 'Full name' }),
  },
  filters: { timesheetid: anyOf('timesheetid', 'Steps of the timesheets') },
  requires: ['timesheetid'],
  sorts: { id: 'id', date: 'date' },
})
