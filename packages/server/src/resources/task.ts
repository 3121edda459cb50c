// A task: one piece of work in a project. Its hours are the sum of its time entries; colour and rank come from its
// priority. Who may see a task is decided by `visible` in this file and nowhere else.
import { allRoles, executiveOnly, managers, me, type Role, staff, today } from '../define/actor.ts'
import { computed, computedText, linkedPeopleNames, ref, refs, sequence, stored } from '../define/fields.ts'
import {
  anyOf,
  anyOfOrNone,
  type FilterContext,
  flagFilter,
  fromDay,
  fromInstant,
  idFilter,
  idMatches,
  idsFilter,
  onDay,
  savedQueryFilter,
  untilDay,
  untilInstant,
} from '../define/filters.ts'
import { date, datetime, fiveDigitNumber, hours, html, integer, orZero, plainText, recordId } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import {
  isIndexed,
  matchesSearch,
  searchedColumn,
  searchedNumber,
  searchedThrough,
  searchFilter,
  textContains,
} from '../define/search-filters.ts'
import { containsText } from '../io/dialect.ts'
import { accountSlot, type Fragment, slot, sql, sqlName } from '../io/sql.ts'
import { searchForm } from '../kit/text.ts'
import { isOwnTask, notifyTask } from '../mail/task-mails.ts'
import { returnTaskDocuments } from './request-accept.ts'
import { countByDueDate, countByExcluded, countByOverdue } from './task-counts.ts'
import { duplicateTask } from './task-duplicate.ts'
import { enforceTaskRules, ownersFixedFor } from './task-rules.ts'
import { moveTaskTime } from './task-time.ts'
import { accessibleTo, bothConditions, inVisibleProject, ownTasksOnly, relatedTasks } from './visibility.ts'

const writers = staff
/** Executives do not see who did the work (decision 33). */
const hideFrom = executiveOnly

const owners = { table: 'taskowner', key: 'taskid' }
const assignees = { table: 'taskassignee', key: 'taskid' }
const followers = { table: 'taskfollower', key: 'taskid' }

const hoursLogged = (
  which: Fragment,
): Fragment => sql`(select cast(coalesce(sum(entry.time), 0) as bigint) from time entry
  where entry.accountid = task.accountid and entry.taskid = task.id${which})`

/** Billable hours and all hours in one text column, so that the time entries of a record are summed once. */
const billableAndAllHours = sql`(select cast(sum(case when entry.billable = 't' then entry.time else 0 end) as text) || ' ' ||
  cast(sum(entry.time) as text) from time entry where entry.accountid = task.accountid and entry.taskid = task.id)`

const sharedHours = (choose: (billable: number, all: number) => number) => ({
  expression: billableAndAllHours,
  extract: (text: string | number | null): number => {
    const [billable = '0', all = '0'] = typeof text === 'string' ? text.split(' ') : []
    return choose(Number(billable), Number(all))
  },
})

const countItems = (which: Fragment): Fragment => sql`(select count(*) from taskitem item
  where item.accountid = task.accountid and item.taskid = task.id${which})`

const doneUnit = 1_000_000

/** All items, and a million for each that is done, in one column: this is faster than two counts or a text. */
const doneAndAllItems = sql`(select cast(sum(case when item.done = 't' then ${sql.lit(doneUnit + 1)} else 1 end) as bigint)
  from taskitem item where item.accountid = task.accountid and item.taskid = task.id)`

const sharedItems = (choose: (sum: number) => number) => ({
  expression: doneAndAllItems,
  extract: (sum: string | number | null): number => choose(Number(sum ?? 0)),
})

const firstLinkedPerson = (links: {
  table: string
}): Fragment => sql`(select link.personid from ${sqlName(links.table)} link
  where link.accountid = task.accountid and link.taskid = task.id order by link.position limit 1)`

/** The caller's own timer of the task; an Administrator may request that of any person. */
const timerColumn = (column: string, personid: Fragment) => (viewer: { role: Role }) =>
  sql`(select timer.${sqlName(column)} from timer where timer.accountid = task.accountid and timer.taskid = task.id
    and timer.personid = ${personid} and ${viewer.role === 'Administrator' ? sql`1 = 1` : sql`timer.personid = ${me}`})`

const relatedTasksFilter = (doc: string) =>
  idsFilter(doc, ({ variant, slotName }) => relatedTasks(idMatches(sql`link.personid`, variant, slotName)), {
    target: 'person',
    hideFrom,
  })

/** As in the reference, these filters are ignored for restricted people, who use `hastaskrelation` instead. */
const ignoredIfRestricted = { ignoredFor: ({ restricted }: { restricted: boolean }) => restricted }

/** Of few tasks each request is looked up; of all tasks the requests are searched first. */
const requestMatches = (use: FilterContext): Fragment => {
  const matches = sql`(${matchesSearch(sql`request.title`, use)} or ${matchesSearch(sql`request.description`, use)})`
  return isIndexed(use.variant)
    ? sql`exists (select 1 from request where request.accountid = task.accountid and request.id = task.queueid and ${matches})`
    : sql`task.queueid in (select request.id from request where request.accountid = ${accountSlot} and ${matches})`
}

/** What somebody has to do by a day. */
const openAndAssigned = sql`taskstatus.closed = 'f' and task.datedue is not null
  and task.id in (select link.taskid from taskassignee link where link.accountid = ${accountSlot} and link.personid = ${me})`

export const task = defineResource('task', {
  doc: 'One piece of work in a project.',
  access: {
    list: allRoles,
    read: allRoles,
    create: writers,
    update: writers,
    delete: managers,
  },
  actions: { duplicate: duplicateTask },
  subLists: { taskitem: { doc: 'The checklist of the task', target: 'taskitem', filter: 'taskid' } },
  joins: {
    project: 'task.projectid',
    client: 'project.clientid',
    projectlabel: 'project.labelid',
    taskstatus: 'task.statusid',
    taskpriority: 'task.priorityid',
    module: 'task.moduleid',
    milestone: 'task.milestoneid',
  },
  visible: (viewer) => bothConditions(inVisibleProject(viewer, 'task.projectid'), ownTasksOnly(viewer)),
  fields: {
    localid: sequence('task', integer, { doc: 'Human-readable number' }),
    queueid: stored(recordId, { target: 'request', readOnly: true, doc: 'The work request the task came from' }),
    assigneeid: refs('person', assignees, { hideFrom, note: { label: 'Assignees', show: 'assignees' } }),
    statusid: ref('taskstatus', { required: true, note: { label: 'Status', show: 'status' } }),
    projectid: ref('project', { required: true, note: { label: 'Project', show: 'project' } }),
    moduleid: ref('module', {
      required: true,
      allowInactive: true,
      allowedTargets: {
        replacesVisibility: true,
        dependsOn: ['projectid'],
        where: (of) => sql`exists (select 1 from projectmodule where projectmodule.accountid = ${accountSlot}
          and projectmodule.moduleid = module.id and projectmodule.active = 't' and projectmodule.projectid = ${of('projectid')})`,
        reason: 'is not an active module of the project',
      },
      note: { label: 'Module', show: 'module' },
      doc: 'A module of the project, by the id of the module resource',
    }),
    title: stored(plainText(255), { required: true, note: 'Title' }),
    summary: stored(html, { note: 'Summary' }),
    dateopen: stored(date, { required: true, note: 'Start date', doc: 'Start date' }),
    datedue: stored(date, { note: 'Due date' }),
    dateclosed: stored(date, {
      note: 'Closed on',
      doc: 'Only a closed task has one: set to today when the task is closed without it, cleared when it is opened again',
    }),
    estimate: stored(orZero(hours), { default: 0, note: 'Estimate', doc: 'Estimated hours' }),
    ownerid: refs('person', owners, {
      required: true,
      hideFrom,
      fixedFor: ownersFixedFor,
      note: { label: 'Owners', show: 'owners' },
    }),
    priorityid: ref('taskpriority', { required: true, note: { label: 'Priority', show: 'severity' } }),
    datemodified: stored(datetime, { readOnly: true, required: true }),
    color: computedText(sqlName('taskpriority.color'), { doc: 'Colour of the priority' }),
    priority: computed(integer, sqlName('taskpriority.priority'), { doc: 'Rank of the priority' }),
    severity: computedText(sqlName('taskpriority.name'), { doc: 'Name of the priority' }),
    status: computedText(sqlName('taskstatus.name')),
    status_order: computed(integer, sqlName('taskstatus.priority')),
    project: computedText(sqlName('project.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    clientlocalid: computed(fiveDigitNumber, sqlName('client.localid')),
    client: computedText(sqlName('client.name')),
    milestoneid: ref('milestone', {
      allowedTargets: {
        dependsOn: ['projectid'],
        where: (of) => sql`milestone.projectid = ${of('projectid')}`,
        reason: 'belongs to another project',
      },
      note: { label: 'Milestone', show: 'milestone' },
      doc: 'A milestone of the project',
    }),
    milestone: computedText(sqlName('milestone.title')),
    module: computedText(sqlName('module.name')),
    projectlocalid: computed(fiveDigitNumber, sqlName('project.localid')),
    assignees: linkedPeopleNames(assignees, 'task', { hideFrom }),
    followers: linkedPeopleNames(followers, 'task', { hideFrom }),
    followerid: refs('person', followers, { hideFrom, note: { label: 'Followers', show: 'followers' } }),
    owners: linkedPeopleNames(owners, 'task', { hideFrom }),
    billable: computed(hours, hoursLogged(sql` and entry.billable = 't'`), {
      nullable: false,
      doc: 'Billable hours logged',
      sharedColumn: sharedHours((billable) => billable),
    }),
    unbillable: computed(hours, hoursLogged(sql` and entry.billable = 'f'`), {
      nullable: false,
      doc: 'Unbillable hours logged',
      sharedColumn: sharedHours((billable, all) => all - billable),
    }),
    actual: computed(hours, hoursLogged(sql``), {
      nullable: false,
      doc: 'All hours logged',
      sharedColumn: sharedHours((_billable, all) => all),
    }),
    datecreated: stored(date, { readOnly: true, default: (actor) => actor.today }),
    projectlabel: computedText(sqlName('projectlabel.name')),
    projectlabel_order: computed(integer, sqlName('projectlabel.priority')),
    projectlabelid: computed(recordId, sqlName('project.labelid'), { target: 'projectlabel' }),
    items: computed(integer, countItems(sql``), {
      nullable: false,
      extension: true,
      doc: 'Number of checklist items',
      sharedColumn: sharedItems((sum) => sum % doneUnit),
    }),
    itemsdone: computed(integer, countItems(sql` and item.done = 't'`), {
      nullable: false,
      extension: true,
      doc: 'Number of checklist items that are done',
      sharedColumn: sharedItems((sum) => Math.floor(sum / doneUnit)),
    }),
    firstassigneeid: computed(recordId, firstLinkedPerson(assignees), { target: 'person', shown: false, hideFrom }),
    firstownerid: computed(recordId, firstLinkedPerson(owners), { target: 'person', shown: false, hideFrom }),
  },
  derivedColumns: { searchtext: (value) => searchForm(`${value('title')}\u0001${value('summary') ?? ''}`) },
  modifiedColumn: 'datemodified',
  inSearch: { title: ['title'], context: 'project' },
  inCalendar: {
    day: 'datedue',
    title: 'title',
    context: 'project',
    noun: 'Task',
    path: 'tasks',
    only: ({ role }) => (hideFrom.includes(role) ? null : openAndAssigned),
  },
  filters: {
    localid: anyOf('localid', 'By local ID'),
    personid: idFilter(
      'Tasks of projects the person can access',
      (use) => accessibleTo('task.projectid', slot(use.slotName)),
      { target: 'person' },
    ),
    includetimerid: idFilter('Adds timerid and starttime for the given person', () => sql`1 = 1`, {
      target: 'person',
      hideFrom,
      addsFields: {
        timerid: computed(recordId, timerColumn('id', slot('filter.includetimerid')), { target: 'timer' }),
        starttime: computed(datetime, timerColumn('starttime', slot('filter.includetimerid'))),
      },
    }),
    assigneeid: anyOfOrNone('assigneeid', 'Assigned to the persons; -1 adds unassigned tasks', ignoredIfRestricted),
    followerid: anyOfOrNone('followerid', 'Followed by the persons; -1 adds tasks without followers'),
    statusid: anyOf('statusid', 'Tasks with the status'),
    clientid: anyOfOrNone('clientid', 'Tasks of the clients; -1 adds tasks without a client'),
    projectid: anyOf('projectid', 'Tasks of the projects'),
    moduleid: anyOf('moduleid', 'Tasks with the module'),
    milestoneid: anyOfOrNone('milestoneid', 'Tasks of the milestones; -1 adds tasks without a milestone'),
    title: textContains('title', 'Title containing the string'),
    datecreated: onDay('datecreated', 'Created on that date'),
    datecreatedbegin: fromDay('datecreated', 'Created on or after'),
    datecreatedend: untilDay('datecreated', 'Created on or before'),
    dateopen: onDay('dateopen', 'Opening on that date'),
    dateopenbegin: fromDay('dateopen', 'Starting on or after'),
    dateopenend: untilDay('dateopen', 'Starting on or before'),
    datedue: onDay('datedue', 'Due on that date'),
    dateduebegin: fromDay('datedue', 'Due on or after'),
    datedueend: untilDay('datedue', 'Due on or before'),
    dateclosed: onDay('dateclosed', 'Closed on that date'),
    dateclosedbegin: fromDay('dateclosed', 'Closed on or after'),
    dateclosedend: untilDay('dateclosed', 'Closed on or before'),
    datemodifiedbegin: fromInstant('datemodified', 'Modified at or after'),
    datemodifiedend: untilInstant('datemodified', 'Modified at or before'),
    hasduedate: flagFilter(
      'With or without a due date',
      () => sql`task.datedue is not null`,
      () => sql`task.datedue is null`,
      { countAlone: ({ variant }) => countByDueDate(variant) },
    ),
    ownerid: anyOf('ownerid', 'Owned by the persons', ignoredIfRestricted),
    priorityid: anyOf('priorityid', 'With the priority'),
    overdue: flagFilter(
      'Overdue: not closed and due before today',
      () => sql`taskstatus.closed = 'f' and task.datedue < ${today}`,
      () => sql`taskstatus.closed = 't' or task.datedue is null or task.datedue >= ${today}`,
      { countAlone: ({ variant }) => countByOverdue(variant) },
    ),
    excludeclosed: flagFilter(
      'Excludes closed tasks',
      () => sql`taskstatus.closed = 'f'`,
      () => sql`1 = 1`,
      { countAlone: ({ variant }) => countByExcluded(variant) },
    ),
    assignedorownedby: relatedTasksFilter('Deprecated; behaves like hastaskrelation'),
    hastaskrelation: relatedTasksFilter('Assigned to, followed by or owned by the persons'),
    tasklistfilterid: savedQueryFilter(
      'tasklistfilter',
      'params',
      'The parameters of the saved filter; parameters of the request take precedence',
    ),
    search: searchFilter('Matches title, summary, request title, request description, localid', (use) => [
      {
        ...searchedColumn(use, 'title'),
        columns: ['title', 'summary'],
        matches: containsText(sql`task.searchtext`, use.slotName),
      },
      searchedNumber(use, 'localid', sql`cast(task.localid as text)`),
      searchedThrough(use, 'queueid', {
        table: 'request',
        columns: ['title', 'description'],
        matches: requestMatches(use),
      }),
    ]),
  },
  sorts: {
    id: 'id',
    localid: 'localid',
    queueid: 'queueid',
    assigneeid: 'firstassigneeid',
    statusid: 'statusid',
    projectid: 'projectid',
    module: 'module',
    moduleid: 'moduleid',
    title: 'title',
    summary: 'summary',
    datecreated: 'datecreated',
    dateopen: 'dateopen',
    datedue: 'datedue',
    dateclosed: 'dateclosed',
    estimate: 'estimate',
    ownerid: 'firstownerid',
    priorityid: 'priorityid',
    'sev.priority': 'priority',
    severity: 'severity',
    status: 'status',
    status_order: 'status_order',
    project: 'project',
    client: 'client',
    assignee: 'assignees',
    milestoneid: 'milestoneid',
    milestone: 'milestone',
    owners: 'owners',
    projectlabelid: 'projectlabelid',
    projectlabel: 'projectlabel',
    projectabel_order: 'projectlabel_order',
    projectlabel_order: 'projectlabel_order',
  },
  actionNotes: { table: 'tasknote', key: 'taskid', title: 'Task updated' },
  before: enforceTaskRules,
  after: moveTaskTime,
  notify: notifyTask,
  tellsNobody: isOwnTask,
  beforeRemove: returnTaskDocuments,
})
