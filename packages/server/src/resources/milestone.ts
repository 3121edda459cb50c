// A milestone: a dated goal of a project that groups tasks. Its progress, estimate and hours are those of the tasks its
// reader may see: numbers of hidden tasks would tell of them (T-13).
import { everyone, me, type Role, type Viewer } from '../define/actor.ts'
import { computed, label, names, ref, refs, sequence, stored } from '../define/fields.ts'
import {
  amongIds,
  anyOf,
  anyOfOrNone,
  contains,
  found,
  fromDay,
  ids,
  isFlag,
  searchIn,
  untilDay,
} from '../define/filters.ts'
import { date, flag, hours, html, id, integer, padded, text } from '../define/kinds.ts'
import { notAllowed } from '../define/refusal.ts'
import { type Change, changes, defineResource } from '../define/resource.ts'
import { account, anyOfThese, type Fragment, name, slot, sql, statement } from '../io/sql.ts'
import { tellOfMilestone } from './mail-milestone.ts'
import { both, inVisibleProject, ownTasksOnly, relatedTasks, seesAll } from './visibility.ts'

const writers: readonly Role[] = ['Administrator', 'Manager']
const hideFrom: readonly Role[] = ['Executive']
const owners = { table: 'milestoneowner', key: 'milestoneid' }

const ofItsTasks = (what: Fragment, from: Fragment) => (viewer: Viewer) =>
  sql`(select ${what} from ${from} where task.accountid = milestone.accountid and task.milestoneid = milestone.id
    and ${ownTasksOnly(viewer) ?? sql`1 = 1`})`

const withStatus = sql`task join taskstatus on taskstatus.accountid = task.accountid and taskstatus.id = task.statusid`
const withTime = sql`task join time entry on entry.accountid = task.accountid and entry.taskid = task.id`

/** Milestones that someone owns, or with tasks they own, are assigned to or follow; `person` speaks of `link.personid`. Tasks
 * that the viewer may not see do not count: the answer would tell of them (T-05). */
const relatedMilestones = (viewer: Viewer, person: Fragment): Fragment =>
  anyOfThese([
    sql`milestone.id in (select link.milestoneid from milestoneowner link where link.accountid = ${account} and ${person})`,
    sql`milestone.id in (select task.milestoneid from task where task.accountid = ${account} and ${relatedTasks(person)}
      and ${ownTasksOnly(viewer) ?? sql`1 = 1`})`,
  ])

const tasksOfMilestone = statement(sql`select count(*) from task
  where task.accountid = ${account} and task.milestoneid = ${slot('id')}`)

async function keepMilestoneRules(change: Change): Promise<void> {
  const { actor, tx, id, faults } = change
  if (actor.restricted) throw notAllowed('milestone: people restricted to their own tasks may not write milestones')
  if (id === null || !changes(change, 'projectid')) return
  const held = Number((await tx.first(tasksOfMilestone, { id }))?.[0] ?? 0)
  if (held > 0) faults.add('projectid', `${held} tasks of this milestone are in the project it would leave`)
}

export const milestone = defineResource('milestone', {
  doc: 'Dated goals of a project that group tasks.',
  access: { list: everyone, read: everyone, create: writers, update: writers, delete: writers },
  joins: { project: 'milestone.projectid', client: 'project.clientid', projectlabel: 'project.labelid' },
  visible: (viewer) =>
    both(
      inVisibleProject(viewer, 'milestone.projectid'),
      viewer.restricted && !seesAll(viewer) ? relatedMilestones(viewer, sql`link.personid = ${me}`) : null,
    ),
  fields: {
    localid: sequence('milestone', integer, { doc: 'Human-readable number' }),
    projectid: ref('project', { required: true, note: { label: 'Project', show: 'project' } }),
    ownerid: refs('person', owners, { required: true, hideFrom, note: { label: 'Owners', show: 'owners' } }),
    title: stored(text(255), { required: true, note: 'Title' }),
    datedue: stored(date, { required: true, note: 'Due date' }),
    description: stored(html, { note: 'Description' }),
    complete: stored(flag, { required: true, note: 'Complete' }),
    project: label(name('project.name')),
    projectlocalid: computed(padded, name('project.localid')),
    clientid: computed(id, name('project.clientid')),
    client: label(name('client.name')),
    clientlocalid: computed(padded, name('client.localid')),
    owners: names(owners, 'milestone', { hideFrom }),
    progress: computed(
      integer,
      ofItsTasks(
        sql`cast(coalesce(sum(case when taskstatus.closed = 't' then 1 else 0 end) * 100 / nullif(count(*), 0), 0) as bigint)`,
        withStatus,
      ),
      { doc: 'Percent of its tasks that are closed' },
    ),
    estimate: computed(hours, ofItsTasks(sql`cast(coalesce(sum(task.estimate), 0) as bigint)`, sql`task`), {
      doc: 'Sum of the estimates of its tasks',
    }),
    actual: computed(hours, ofItsTasks(sql`cast(coalesce(sum(entry.time), 0) as bigint)`, withTime), {
      doc: 'Hours logged on its tasks',
    }),
    projectlabel: label(name('projectlabel.name')),
    projectlabel_order: computed(integer, name('projectlabel.priority')),
    projectlabelid: computed(id, name('project.labelid')),
  },
  filters: {
    localid: anyOf('localid', 'By milestone number'),
    search: searchIn('Matches title, description, notes, localid', (use) => [
      found(sql`milestone.title`, use),
      found(sql`milestone.description`, use),
      found(sql`cast(milestone.localid as text)`, use),
      sql`milestone.id in (select note.milestoneid from milestonenote note where note.accountid = ${account}
        and ${found(sql`note.note`, use)} and ${use.viewer.role === 'Executive' ? sql`note.public = 't'` : sql`1 = 1`})`,
    ]),
    clientid: anyOfOrNone('clientid', 'Milestones of the clients; -1 adds those of projects without a client'),
    projectid: anyOf('projectid', 'Milestones of the projects'),
    ownerid: anyOf('ownerid', 'Owned by the persons'),
    hasmilestonerelation: ids(
      'Owned by the persons, or with tasks they are assigned to, own or follow',
      ({ viewer, shape, slotName }) => relatedMilestones(viewer, amongIds(sql`link.personid`, shape, slotName)),
      { hideFrom },
    ),
    complete: isFlag('complete', 'Complete or incomplete'),
    dateduebegin: fromDay('datedue', 'Due on or after'),
    datedueend: untilDay('datedue', 'Due on or before'),
    title: contains('title', 'Title containing the string'),
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
  notes: { table: 'milestonenote', key: 'milestoneid', title: 'Milestone updated' },
  before: keepMilestoneRules,
  tell: tellOfMilestone,
  permitRemoval: async ({ actor }) => {
    if (actor.restricted) throw notAllowed('milestone: people restricted to their own tasks may not delete milestones')
  },
})
