// A time entry: hours that a person worked on a task, or on a module of a project without one. Everyone has their own, a
// Manager those of their projects; an Executive sees hours and never whose they are (decision 33). Its rules are `time-rules.ts`.
import { everyone, me, type Role, type Viewer } from '../define/actor.ts'
import { computed, fullName, label, ref, stored } from '../define/fields.ts'
import {
  amongIds,
  anyOf,
  anyOfOrNone,
  type Filter,
  flag as flagFilter,
  fromDay,
  fromInstant,
  ids,
  isFlag,
  onDay,
  untilDay,
  untilInstant,
} from '../define/filters.ts'
import { date, datetime, flag, hoursOfDay, id, integer, rate, text } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { account, anyOfThese, type Fragment, name, sql } from '../io/sql.ts'
import { judgeWatched } from './budget-alert.ts'
import { isBilled, keepBilled, keepBilledEntry } from './time-billed.ts'
import { keepApprovedWeek, keepTimeRules } from './time-rules.ts'
import { both, inVisibleProject, ownProjects, ownTasksOnly, seesAll } from './visibility.ts'

const writers: readonly Role[] = ['Administrator', 'Manager', 'Resource']
const hideFrom: readonly Role[] = ['Executive']

/** Who is restricted to their own tasks is to their own time as well, whatever their role. */
const ownOnly = (viewer: Viewer): boolean => !seesAll(viewer) && (viewer.restricted || viewer.role === 'Resource')

function visibleTime(viewer: Viewer): Fragment | null {
  const ofVisibleProject = inVisibleProject(viewer, 'time.projectid')
  if (ofVisibleProject === null) return null
  const own = sql`time.personid = ${me}`
  if (ownOnly(viewer)) return own
  return viewer.role === 'Manager' ? anyOfThese([own, ofVisibleProject]) : ofVisibleProject
}

type Of = (field: string) => Fragment

/** The project an entry is going to be in: its task's, whatever else is said. */
const projectAfter = (of: Of): Fragment => sql`coalesce((select task.projectid from task
  where task.accountid = ${account} and task.id = ${of('taskid')}), ${of('projectid')})`

/** Everyone sees their own time, wherever it is; of a project or task that they do not see, it tells nothing but the id. */
export const ofProject =
  (said: Fragment) =>
  (viewer: Viewer): Fragment =>
    ownOnly(viewer) || viewer.role === 'Manager'
      ? sql`case when time.projectid in ${ownProjects} then ${said} end`
      : said

const ofTask =
  (said: Fragment) =>
  (viewer: Viewer): Fragment => {
    const related = ownTasksOnly(viewer)
    return ofProject(related === null ? said : sql`case when ${related} then ${said} end`)(viewer)
  }

const rateOfWork = sql`(select part.hourlyrate from projectworktype part where part.accountid = time.accountid
  and part.projectid = time.projectid and part.worktypeid = time.worktypeid)`

const approved = sql`exists (select 1 from timesheet where timesheet.accountid = time.accountid
  and timesheet.personid = time.personid and timesheet.weekstart = time.weekstart and timesheet.status = 'approved')`

/** A field of the project or task: the few that have it are found first, then their entries by index. */
const throughIndex = (
  field: string,
  [key, table, projectid]: readonly [string, string, string],
  doc: string,
): Filter => {
  const plain = anyOfOrNone(field, doc)
  return {
    ...plain,
    where: (use) =>
      use.viewer.restricted || use.shape.endsWith('-or-none')
        ? plain.where(use)
        : sql`${name(key)} in (select holder.id from ${name(table)} holder where holder.accountid = ${account}
            and ${amongIds(name(`holder.${field}`), use.shape, use.slotName)}
            and ${inVisibleProject(use.viewer, `holder.${projectid}`) ?? sql`1 = 1`})`,
  }
}

export const time = defineResource('time', {
  doc: 'Time entries.',
  access: { list: everyone, read: everyone, create: writers, update: writers, delete: writers },
  joins: {
    project: 'time.projectid',
    client: 'project.clientid',
    task: 'time.taskid',
    module: 'time.moduleid',
    worktype: 'time.worktypeid',
    person: 'time.personid',
  },
  visible: visibleTime,
  fields: {
    projectid: ref('project', {
      nullable: false,
      doc: 'Required for general time; task time is in the project of its task, whatever is sent here',
    }),
    moduleid: ref('module', {
      nullable: false,
      inactive: true,
      among: {
        instead: true,
        dependsOn: ['taskid', 'projectid'],
        where: (of) => sql`cast(${of('taskid')} as bigint) <> 0 or exists (select 1 from projectmodule
          where projectmodule.accountid = ${account} and projectmodule.moduleid = module.id
          and projectmodule.active = 't' and projectmodule.projectid = ${of('projectid')})`,
      },
      doc: 'A module of the project, by the id of the module resource; required for general time, else that of the task',
    }),
    taskid: ref('task', {
      among: {
        dependsOn: [],
        where: () => sql`exists (select 1 from project where project.accountid = task.accountid
          and project.id = task.projectid and project.active = 't')`,
      },
      doc: 'Makes it task time; project and module are those of the task',
    }),
    worktypeid: ref('worktype', {
      required: true,
      inactive: true,
      among: {
        instead: true,
        dependsOn: ['taskid', 'projectid'],
        where: (of) => sql`exists (select 1 from projectworktype where projectworktype.accountid = ${account}
          and projectworktype.worktypeid = worktype.id and projectworktype.active = 't'
          and projectworktype.projectid = ${projectAfter(of)})`,
      },
      doc: 'A work type of the project, by the id of the worktype resource',
    }),
    personid: ref('person', {
      required: true,
      hideFrom,
      among: {
        instead: true,
        dependsOn: ['taskid', 'projectid'],
        where: (of, viewer) =>
          seesAll(viewer)
            ? sql`1 = 1`
            : sql`exists (select 1 from projectteam member where member.accountid = ${account}
                and member.personid = person.id and member.projectid = ${projectAfter(of)})`,
      },
      doc: "Whose time it is: someone of the project's team; Administrators may name anyone",
    }),
    date: stored(date, { required: true }),
    time: stored(hoursOfDay, { required: true, doc: 'Hours, up to 24' }),
    description: stored(text()),
    billable: stored(flag, { required: true }),
    datemodified: stored(datetime, { default: (actor) => actor.now, doc: 'The time of the last change unless sent' }),
    dateiso: computed(date, name('time.date'), { doc: 'Same as date' }),
    module: label(ofProject(name('module.name'))),
    project: label(ofProject(name('project.name'))),
    worktype: label(ofProject(name('worktype.name'))),
    hourlyrate: computed(rate, ofProject(rateOfWork), {
      hideFrom: ['Resource', 'Executive'],
      doc: 'Rate of the work type in the project',
    }),
    tasklocalid: computed(integer, ofTask(name('task.localid'))),
    task: label(ofTask(name('task.title')), { doc: 'Title of the task' }),
    firstname: label(name('person.firstname'), { hideFrom }),
    lastname: label(name('person.lastname'), { hideFrom }),
    active: computed(flag, ofProject(name('project.active')), { doc: 'Whether the project is active' }),
    person: label(fullName('person'), { hideFrom, nullable: false, doc: 'Full name' }),
    clientid: computed(id, ofProject(name('project.clientid'))),
    client: label(ofProject(name('client.name'))),
    clientactive: computed(flag, ofProject(name('client.active'))),
    statusid: computed(id, ofTask(name('task.statusid')), { doc: 'Status of the task' }),
    milestoneid: computed(id, ofTask(name('task.milestoneid')), { doc: 'Milestone of the task' }),
    ogmilestoneid: computed(id, ofTask(name('task.milestoneid')), { doc: 'Same as milestoneid' }),
  },
  filters: {
    activeonly: flagFilter(
      'Only entries of active projects and people',
      // Whether someone whose name is hidden is active stays hidden with it.
      ({ viewer, column }) =>
        hideFrom.includes(viewer.role)
          ? sql`${column('active')} = 't'`
          : sql`${column('active')} = 't' and person.active = 't'`,
      () => sql`1 = 1`,
    ),
    moduleid: anyOf('moduleid', 'Time with the module'),
    taskid: anyOf('taskid', 'Time on the tasks'),
    worktypeid: anyOf('worktypeid', 'Time with the work type'),
    personid: anyOf('personid', 'Time of the persons'),
    clientid: throughIndex(
      'clientid',
      ['time.projectid', 'project', 'id'],
      'Time for the clients; -1 adds projects without one',
    ),
    projectid: anyOf('projectid', 'Time of the projects'),
    milestoneid: throughIndex(
      'milestoneid',
      ['time.taskid', 'task', 'projectid'],
      'Time for the milestones; -1 adds time without one',
    ),
    date: onDay('date', 'On that day'),
    datebegin: fromDay('date', 'On or after'),
    dateend: untilDay('date', 'On or before'),
    datemodifiedbegin: fromInstant('datemodified', 'Modified at or after'),
    datemodifiedend: untilInstant('datemodified', 'Modified at or before'),
    billable: isFlag('billable', 'Billable or unbillable'),
    approved: flagFilter(
      'In approved weeks, or in others',
      () => approved,
      () => sql`not ${approved}`,
      { slow: true },
    ),
    invoiceitemid: ids(
      'Time behind the lines of invoices',
      ({ shape, slotName, viewer }) => {
        const behind = sql`time.id in (select taken.timeid from invoicedtime taken
          where taken.accountid = ${account} and ${amongIds(sql`taken.itemid`, shape, slotName)})`
        // One's own time in a project that one has left is on no invoice that one could know of (T-03).
        return both(behind, inVisibleProject(viewer, 'time.projectid')) ?? behind
      },
      { hideFrom: ['Resource'], ours: true },
    ),
    invoiced: flagFilter(
      'On an invoice, or not yet',
      () => isBilled,
      () => sql`not ${isBilled}`,
      { hideFrom: ['Resource'], slow: true, ours: true },
    ),
  },
  sorts: { id: 'id', 't.date': 'date', datemodified: 'datemodified' },
  // Its rules speak at once: what they drop is not to be judged as a reference.
  before: async (change) => {
    await Promise.all([keepTimeRules(change), keepBilled(change)])
  },
  after: judgeWatched,
  permitRemoval: keepBilledEntry,
  removing: keepApprovedWeek,
})
