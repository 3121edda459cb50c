// A time entry: hours that a person worked on a task, or on a project and module without a task. Everyone sees their
// own time, a Manager also that of their projects. An Executive sees the hours but not the person (decision 33). The
// rules are in `time-rules.ts`.
import { allRoles, executiveOnly, me, nonManagers, resourceOnly, staff, type Viewer } from '../define/actor.ts'
import { computed, computedText, fullName, ref, stored } from '../define/fields.ts'
import {
  anyOf,
  anyOfOrNone,
  type Filter,
  flagFilter,
  fromDay,
  fromInstant,
  idMatches,
  idsFilter,
  indexedFlag,
  onDay,
  untilDay,
  untilInstant,
} from '../define/filters.ts'
import { date, datetime, flag, hoursOfDay, integer, plainText, rate, recordId } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { accountSlot, anyCondition, type Fragment, sql, sqlName } from '../io/sql.ts'
import { alertIfBudgetReached } from './budget-alert.ts'
import { entryRate } from './entry-rate.ts'
import { isBilledFor, notOnHiddenDraft } from './time-billed.ts'
import { countOfActive, countOfAll, countOfBilled } from './time-counts.ts'
import { enforceTimeRules, resolveProjectAndModule, timeRules } from './time-rules.ts'
import { bothConditions, inVisibleProject, ownProjects, ownTasksOnly, ownTimeOnly, seesAll } from './visibility.ts'

const writers = staff
const hideFrom = executiveOnly

function visibleTime(viewer: Viewer): Fragment | null {
  const ofVisibleProject = inVisibleProject(viewer, 'time.projectid')
  if (ofVisibleProject === null) return null
  const own = sql`time.personid = ${me}`
  if (ownTimeOnly(viewer)) return own
  return viewer.role === 'Manager' ? anyCondition([own, ofVisibleProject]) : ofVisibleProject
}

type FieldSql = (field: string) => Fragment

/** The project of an entry after the write: that of its task if it has one, else the submitted one. */
const projectAfterWrite = (of: FieldSql): Fragment => sql`coalesce((select task.projectid from task
  where task.accountid = ${accountSlot} and task.id = ${of('taskid')}), ${of('projectid')})`

/** Everyone sees their own time in any project. Of a project or task that they do not see, it shows only the id. */
export const ifProjectVisible =
  (value: Fragment) =>
  (viewer: Viewer): Fragment =>
    ownTimeOnly(viewer) || viewer.role === 'Manager'
      ? sql`case when time.projectid in ${ownProjects} then ${value} end`
      : value

const ifTaskVisible =
  (value: Fragment) =>
  (viewer: Viewer): Fragment => {
    const related = ownTasksOnly(viewer)
    return ifProjectVisible(related === null ? value : sql`case when ${related} then ${value} end`)(viewer)
  }

/** Filters by a field of the project or task: finds the few matching parents first, then their entries by index. */
const parentFilter = (
  field: string,
  [key, table, projectid]: readonly [string, string, string],
  doc: string,
): Filter => {
  const plain = anyOfOrNone(field, doc)
  return {
    ...plain,
    where: (use) =>
      use.viewer.restricted || use.variant.endsWith('-or-none')
        ? plain.where(use)
        : sql`${sqlName(key)} in (select holder.id from ${sqlName(table)} holder where holder.accountid = ${accountSlot}
            and ${idMatches(sqlName(`holder.${field}`), use.variant, use.slotName)}
            and ${inVisibleProject(use.viewer, `holder.${projectid}`) ?? sql`1 = 1`})`,
  }
}

export const time = defineResource('time', {
  noun: ['time entry', 'time entries'],
  doc: 'Time entries.',
  access: { list: allRoles, read: allRoles, create: writers, update: writers, delete: writers },
  joins: {
    project: 'time.projectid',
    client: 'project.clientid',
    task: 'time.taskid',
    module: 'time.moduleid',
    worktype: 'time.worktypeid',
    person: 'time.personid',
  },
  visible: visibleTime,
  allowed: timeRules,
  fields: {
    projectid: ref('project', {
      nullable: false,
      doc: 'Required for general time; task time is in the project of its task, whatever is sent here',
    }),
    moduleid: ref('module', {
      nullable: false,
      allowInactive: true,
      allowedTargets: {
        replacesVisibility: true,
        dependsOn: ['taskid', 'projectid'],
        where: (of) => sql`cast(${of('taskid')} as bigint) <> 0 or exists (select 1 from projectmodule
          where projectmodule.accountid = ${accountSlot} and projectmodule.moduleid = module.id
          and projectmodule.active = 't' and projectmodule.projectid = ${of('projectid')})`,
        reason: 'is not an active module of the project',
      },
      doc: 'A module of the project, by the id of the module resource; required for general time, else that of the task',
    }),
    taskid: ref('task', {
      allowedTargets: {
        dependsOn: [],
        where: () => sql`exists (select 1 from project where project.accountid = task.accountid
          and project.id = task.projectid and project.active = 't')`,
        reason: 'belongs to an inactive project',
      },
      doc: 'Makes it task time; project and module are those of the task',
    }),
    worktypeid: ref('worktype', {
      required: true,
      allowInactive: true,
      allowedTargets: {
        replacesVisibility: true,
        dependsOn: ['taskid', 'projectid'],
        where: (of) => sql`exists (select 1 from projectworktype where projectworktype.accountid = ${accountSlot}
          and projectworktype.worktypeid = worktype.id and projectworktype.active = 't'
          and projectworktype.projectid = ${projectAfterWrite(of)})`,
        reason: 'is not an active work type of the project',
      },
      doc: 'A work type of the project, by the id of the worktype resource',
    }),
    personid: ref('person', {
      required: true,
      hideFrom,
      allowedTargets: {
        replacesVisibility: true,
        dependsOn: ['taskid', 'projectid'],
        where: (of, viewer) =>
          seesAll(viewer)
            ? sql`1 = 1`
            : sql`exists (select 1 from projectteam member where member.accountid = ${accountSlot}
                and member.personid = person.id and member.projectid = ${projectAfterWrite(of)})`,
        reason: 'is not on the project',
      },
      doc: "Whose time it is: someone of the project's team; Administrators may name anyone",
    }),
    date: stored(date, { required: true }),
    time: stored(hoursOfDay, { required: true, doc: 'Hours, up to 24' }),
    description: stored(plainText()),
    billable: stored(flag, { required: true }),
    datemodified: stored(datetime, { default: (actor) => actor.now, doc: 'The time of the last change unless sent' }),
    dateiso: computed(date, sqlName('time.date'), { doc: 'Same as date' }),
    module: computedText(ifProjectVisible(sqlName('module.name'))),
    project: computedText(ifProjectVisible(sqlName('project.name'))),
    worktype: computedText(ifProjectVisible(sqlName('worktype.name'))),
    hourlyrate: computed(rate, ifProjectVisible(entryRate('time')), {
      hideFrom: nonManagers,
      doc: 'Rate of the work type in the project on that day, or that of the person',
    }),
    tasklocalid: computed(integer, ifTaskVisible(sqlName('task.localid'))),
    task: computedText(ifTaskVisible(sqlName('task.title')), { doc: 'Title of the task' }),
    firstname: computedText(sqlName('person.firstname'), { hideFrom }),
    lastname: computedText(sqlName('person.lastname'), { hideFrom }),
    active: computed(flag, ifProjectVisible(sqlName('project.active')), { doc: 'Whether the project is active' }),
    person: computedText(fullName('person'), { hideFrom, nullable: false, doc: 'Full name' }),
    clientid: computed(recordId, ifProjectVisible(sqlName('project.clientid')), { target: 'client' }),
    client: computedText(ifProjectVisible(sqlName('client.name'))),
    clientactive: computed(flag, ifProjectVisible(sqlName('client.active'))),
    statusid: computed(recordId, ifTaskVisible(sqlName('task.statusid')), {
      target: 'taskstatus',
      doc: 'Status of the task',
    }),
    milestoneid: computed(recordId, ifTaskVisible(sqlName('task.milestoneid')), {
      target: 'milestone',
      doc: 'Milestone of the task',
    }),
    ogmilestoneid: computed(recordId, ifTaskVisible(sqlName('task.milestoneid')), {
      target: 'milestone',
      doc: 'Same as milestoneid',
    }),
  },
  filters: {
    activeonly: flagFilter(
      'Only entries of active projects and people',
      // If the person is hidden from the role, so is whether the person is active.
      ({ viewer, column }) =>
        hideFrom.includes(viewer.role)
          ? sql`${column('active')} = 't'`
          : sql`${column('active')} = 't' and person.active = 't'`,
      () => sql`1 = 1`,
      { countAlone: ({ variant }) => (variant === 't' ? countOfActive : null) },
    ),
    moduleid: anyOf('moduleid', 'Time with the module'),
    taskid: anyOf('taskid', 'Time on the tasks'),
    worktypeid: anyOf('worktypeid', 'Time with the work type'),
    personid: anyOf('personid', 'Time of the persons'),
    clientid: parentFilter(
      'clientid',
      ['time.projectid', 'project', 'id'],
      'Time for the clients; -1 adds projects without one',
    ),
    projectid: anyOf('projectid', 'Time of the projects'),
    milestoneid: parentFilter(
      'milestoneid',
      ['time.taskid', 'task', 'projectid'],
      'Time for the milestones; -1 adds time without one',
    ),
    date: onDay('date', 'On that day'),
    datebegin: fromDay('date', 'On or after'),
    dateend: untilDay('date', 'On or before'),
    datemodifiedbegin: fromInstant('datemodified', 'Modified at or after'),
    datemodifiedend: untilInstant('datemodified', 'Modified at or before'),
    billable: indexedFlag('billable', 'Billable or unbillable', { field: 'billable' }),
    // It would tell the hours of one person from those of another.
    approved: indexedFlag('approved', 'In approved weeks, or in others', { slow: true, hideFrom }),
    invoiceitemid: idsFilter(
      'Time of the lines of invoices',
      ({ variant, slotName, viewer }) => {
        const matches = idMatches(sql`taken.itemid`, variant, slotName)
        const behind = sql`time.id in (select taken.timeid from invoicedtime taken
          where taken.accountid = ${accountSlot} and ${bothConditions(matches, notOnHiddenDraft(viewer, 'taken.itemid')) ?? matches})`
        // Own time in a project that the caller has left is excluded, because its invoices are hidden (T-03).
        return bothConditions(behind, inVisibleProject(viewer, 'time.projectid')) ?? behind
      },
      { target: 'invoiceitem', hideFrom: resourceOnly, extension: true },
    ),
    excludedfrom: idsFilter(
      'Time that was excluded from the drafts of invoices',
      ({ variant, slotName, viewer }) => {
        const excluded = sql`time.id in (select choice.timeid from invoicechoice choice
          join invoice draft on draft.accountid = choice.accountid and draft.id = choice.invoiceid
          where choice.accountid = ${accountSlot} and choice.excluded = 't' and draft.projectid = time.projectid
            and ${idMatches(sql`choice.invoiceid`, variant, slotName)})`
        return bothConditions(excluded, inVisibleProject(viewer, 'time.projectid')) ?? excluded
      },
      { target: 'invoice', hideFrom: nonManagers, extension: true },
    ),
    invoiced: flagFilter(
      'On an invoice, or not yet',
      ({ viewer }) => isBilledFor(viewer),
      ({ viewer }) => sql`not ${isBilledFor(viewer)}`,
      {
        hideFrom: resourceOnly,
        slow: true,
        extension: true,
        countAlone: ({ variant, viewer }) => {
          if (notOnHiddenDraft(viewer, 'held.itemid') !== null) return null
          return variant === 't' ? countOfBilled : sql`${countOfAll} - ${countOfBilled}`
        },
      },
    ),
  },
  sorts: { id: 'id', 't.date': 'date', datemodified: 'datemodified' },
  // `enforceTimeRules` drops values before its first `await`, so that they are not checked as references.
  resolveFields: resolveProjectAndModule,
  before: enforceTimeRules,
  after: (change, _id, projectWithAlert) =>
    projectWithAlert === null ? undefined : alertIfBudgetReached(change, projectWithAlert),
})
