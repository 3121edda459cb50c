// A milestone: a dated goal of a project that groups tasks. Its progress, estimate and hours count only the tasks that
// the viewer sees: other sums would reveal hidden tasks (T-13).
import { allRoles, executiveOnly, managers, me, type Viewer } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { computed, computedText, linkedPeopleNames, ref, refs, sequence, stored } from '../define/fields.ts'
import { anyOf, anyOfOrNone, fromDay, idMatches, idsFilter, isFlag, untilDay } from '../define/filters.ts'
import { date, fiveDigitNumber, flag, hours, html, integer, plainText, recordId } from '../define/kinds.ts'
import { type Change, changesField, defineResource, type RecordRule } from '../define/resource.ts'
import {
  matchesSearch,
  searchedColumn,
  searchedNumber,
  searchedParts,
  searchFilter,
  textContains,
} from '../define/search-filters.ts'
import { accountSlot, anyCondition, type Fragment, slot, sql, sqlName, statement } from '../io/sql.ts'
import { notifyMilestone } from '../mail/milestone-mails.ts'
import { bothConditions, inVisibleProject, ownProjects, ownTasksOnly, relatedTasks, seesAll } from './visibility.ts'

const writers = managers
const hideFrom = executiveOnly
const owners = { table: 'milestoneowner', key: 'milestoneid' }

const taskAggregate = (what: Fragment, from: Fragment) => (viewer: Viewer) =>
  sql`(select ${what} from ${from} where task.accountid = milestone.accountid and task.milestoneid = milestone.id
    and ${ownTasksOnly(viewer) ?? sql`1 = 1`})`

const tasksWithStatus = sql`task join taskstatus on taskstatus.accountid = task.accountid and taskstatus.id = task.statusid`
const tasksWithTime = sql`task join time entry on entry.accountid = task.accountid and entry.taskid = task.id`

/**
 * Milestones that a person owns, or with tasks that the person owns, is assigned to or follows. `person` is a condition
 * on `link.personid`. Tasks that the viewer does not see are not counted: the result would reveal them (T-05).
 */
const relatedMilestones = (viewer: Viewer, person: Fragment): Fragment =>
  anyCondition([
    sql`milestone.id in (select link.milestoneid from milestoneowner link where link.accountid = ${accountSlot} and ${person})`,
    sql`milestone.id in (select task.milestoneid from task where task.accountid = ${accountSlot} and ${relatedTasks(person)}
      and ${ownTasksOnly(viewer) ?? sql`1 = 1`})`,
  ])

const tasksOfMilestone = statement(sql`select count(*) from task
  where task.accountid = ${accountSlot} and task.milestoneid = ${slot('id')}`)

const restrictedError = (verb: string) =>
  forbidden(`milestone: people restricted to their own tasks cannot ${verb} milestones`)

const notRestricted = (verb: string): RecordRule => ({
  where: ({ restricted }) => (restricted ? sql`1 = 0` : null),
  error: () => restrictedError(verb),
})

async function enforceMilestoneRules(change: Change): Promise<void> {
  const { actor, tx, id, errors } = change
  if (id === null && actor.restricted) throw restrictedError('write')
  if (id === null || !changesField(change, 'projectid')) return
  const count = Number((await tx.first(tasksOfMilestone, { id }))?.[0] ?? 0)
  if (count > 0)
    errors.add(
      'projectid',
      `${count === 1 ? '1 task' : `${count} tasks`} of this milestone would stay in the old project; move or remove them first`,
    )
}

/** Administrators see all milestones; their calendar has those of their projects and those that they own. */
const ofOwnWork = sql`milestone.complete = 'f' and (milestone.projectid in ${ownProjects}
  or milestone.id in (select link.milestoneid from milestoneowner link where link.accountid = ${accountSlot} and link.personid = ${me}))`

export const milestone = defineResource('milestone', {
  doc: 'Dated goals of a project that group tasks.',
  access: { list: allRoles, read: allRoles, create: writers, update: writers, delete: writers },
  joins: { project: 'milestone.projectid', client: 'project.clientid', projectlabel: 'project.labelid' },
  visible: (viewer) =>
    bothConditions(
      inVisibleProject(viewer, 'milestone.projectid'),
      viewer.restricted && !seesAll(viewer) ? relatedMilestones(viewer, sql`link.personid = ${me}`) : null,
    ),
  allowed: { update: [notRestricted('write')], delete: [notRestricted('delete')] },
  fields: {
    localid: sequence('milestone', integer, { doc: 'Human-readable number' }),
    projectid: ref('project', { required: true, note: { label: 'Project', show: 'project' } }),
    ownerid: refs('person', owners, { required: true, hideFrom, note: { label: 'Owners', show: 'owners' } }),
    title: stored(plainText(255), { required: true, note: 'Title' }),
    datedue: stored(date, { required: true, note: 'Due date' }),
    description: stored(html, { note: 'Description' }),
    complete: stored(flag, { required: true, note: 'Complete' }),
    project: computedText(sqlName('project.name')),
    projectlocalid: computed(fiveDigitNumber, sqlName('project.localid')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    client: computedText(sqlName('client.name')),
    clientlocalid: computed(fiveDigitNumber, sqlName('client.localid')),
    owners: linkedPeopleNames(owners, 'milestone', { hideFrom }),
    progress: computed(
      integer,
      taskAggregate(
        sql`cast(coalesce(sum(case when taskstatus.closed = 't' then 1 else 0 end) * 100 / nullif(count(*), 0), 0) as bigint)`,
        tasksWithStatus,
      ),
      { doc: 'Percent of its tasks that are closed' },
    ),
    estimate: computed(hours, taskAggregate(sql`cast(coalesce(sum(task.estimate), 0) as bigint)`, sql`task`), {
      doc: 'Sum of the estimates of its tasks',
    }),
    actual: computed(hours, taskAggregate(sql`cast(coalesce(sum(entry.time), 0) as bigint)`, tasksWithTime), {
      doc: 'Hours logged on its tasks',
    }),
    projectlabel: computedText(sqlName('projectlabel.name')),
    projectlabel_order: computed(integer, sqlName('projectlabel.priority')),
    projectlabelid: computed(recordId, sqlName('project.labelid'), { target: 'projectlabel' }),
  },
  inSearch: { title: ['title'], context: 'project' },
  inCalendar: {
    day: 'datedue',
    title: 'title',
    context: 'project',
    noun: 'Milestone',
    path: 'milestones',
    only: () => ofOwnWork,
  },
  filters: {
    localid: anyOf('localid', 'By milestone number'),
    search: searchFilter('Matches title, description, notes, localid', (use) => [
      searchedColumn(use, 'title'),
      searchedColumn(use, 'description'),
      searchedNumber(use, 'localid', sql`cast(milestone.localid as text)`),
      searchedParts('milestoneid', {
        table: 'milestonenote',
        columns: ['note'],
        matches: sql`exists (select 1 from milestonenote note where note.accountid = ${accountSlot}
          and note.milestoneid = milestone.id and ${matchesSearch(sql`note.note`, use)}
          and ${use.viewer.role === 'Executive' ? sql`note.public = 't'` : sql`1 = 1`})`,
      }),
    ]),
    clientid: anyOfOrNone('clientid', 'Milestones of the clients; -1 adds those of projects without a client'),
    projectid: anyOf('projectid', 'Milestones of the projects'),
    ownerid: anyOf('ownerid', 'Owned by the persons'),
    hasmilestonerelation: idsFilter(
      'Owned by the persons, or with tasks they are assigned to, own or follow',
      ({ viewer, variant, slotName }) => relatedMilestones(viewer, idMatches(sql`link.personid`, variant, slotName)),
      { target: 'person', hideFrom },
    ),
    complete: isFlag('complete', 'Complete or incomplete'),
    dateduebegin: fromDay('datedue', 'Due on or after'),
    datedueend: untilDay('datedue', 'Due on or before'),
    title: textContains('title', 'Title containing the string'),
  },
  sorts: {
    id: 'id',
    localid: 'localid',
    projectid: 'projectid',
    clientid: 'clientid',
    datedue: 'datedue',
    title: 'title',
    description: 'description',
    progress: 'progress',
    estimate: 'estimate',
    actual: 'actual',
    owner: 'owners',
    projectlabelid: 'projectlabelid',
    projectlabel: 'projectlabel',
    projectabel_order: 'projectlabel_order',
    projectlabel_order: 'projectlabel_order',
  },
  actionNotes: { table: 'milestonenote', key: 'milestoneid', title: 'Milestone updated' },
  before: enforceMilestoneRules,
  notify: notifyMilestone,
})
