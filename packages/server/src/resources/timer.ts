// A timer: a stopwatch of one person, for a task or general, running or paused. If its owner no longer sees the task,
// the timer does not show the task's values either. Rules and actions are in the other `timer-*.ts` files.
import { groupsSql, me, now, staff, type Viewer } from '../define/actor.ts'
import { computed, computedText, ref, stored } from '../define/fields.ts'
import { equalsId, flagFilter, idFilter } from '../define/filters.ts'
import { datetime, flag, integer, orZero, plainText, recordId, seconds, secondsScale } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { secondsBetweenSql } from '../io/dialect.ts'
import { type Fragment, slot, sql, sqlName } from '../io/sql.ts'
import { task } from './task.ts'
import { pauseTimer, resumeTimer, timerRules } from './timer-actions.ts'
import { applyTimer } from './timer-apply.ts'
import { enforceTimerRules } from './timer-rules.ts'
import { seesAll } from './visibility.ts'

const holders = staff

/** The clock of a client may be ahead of the server's: the elapsed time of a future start is 0. */
const elapsed: Fragment = sql`(case when timer.starttime < ${now}
  then ${secondsBetweenSql(sql`timer.starttime`, now)} else 0 end * ${sql.lit(10 ** secondsScale)})`

const total: Fragment = sql`timer.time + ${elapsed}`

const taskVisible = (viewer: Viewer): Fragment => task.visible(viewer) ?? sql`1 = 1`

/** A column of the task, only for viewers who see the task. */
const ifTaskVisible = (column: string) => (viewer: Viewer) =>
  sql`case when ${taskVisible(viewer)} then ${sqlName(column)} end`

export const timer = defineResource('timer', {
  doc: 'A running or paused stopwatch, for a task or general.',
  access: { list: holders, read: holders, create: holders, update: holders, delete: holders },
  joins: {
    task: 'timer.taskid',
    project: 'task.projectid',
    client: 'project.clientid',
    module: 'task.moduleid',
  },
  visible: (viewer) => (seesAll(viewer) ? null : sql`timer.personid = ${me}`),
  allowed: timerRules(total),
  fields: {
    taskid: ref('task', { doc: 'Blank for a general timer; a person has one timer per task at most' }),
    personid: ref('person', {
      required: true,
      allowedTargets: {
        dependsOn: [],
        where: () => sql`person.groupid in ${groupsSql(staff)}`,
        reason: 'is not an Administrator, Manager or Resource',
      },
      doc: "The caller; an Administrator may keep anyone's, except an Executive's",
    }),
    starttime: stored(datetime, {
      nullable: true,
      default: (actor) => actor.now,
      doc: 'Since when it runs, UTC; blank while it is paused. A new timer with neither start nor seconds runs from now',
    }),
    time: stored(orZero(seconds), { default: 0, doc: 'Seconds recorded before starttime' }),
    timelapsed: computed(seconds, elapsed, { nullable: false, doc: 'Seconds since starttime; 0 while it is paused' }),
    totaltime: computed(seconds, total, {
      nullable: false,
      doc: 'time and timelapsed together',
    }),
    isrunning: computed(flag, sql`case when timer.starttime is null then 'f' else 't' end`, { nullable: false }),
    name: stored(plainText(255), { doc: 'Label' }),
    lastupdate: stored(datetime, { default: (actor) => actor.now, doc: 'When it was last started or stopped' }),
    tasklocalid: computed(integer, ifTaskVisible('task.localid'), { doc: 'Number of the task' }),
    task: computedText(ifTaskVisible('task.title'), { doc: 'Title of the task' }),
  },
  filters: {
    generaltimers: flagFilter(
      'General timers instead of task timers',
      () => sql`timer.taskid is null`,
      () => sql`timer.taskid is not null`,
    ),
    gettimerinfo: flagFilter(
      'Both kinds in one list, with project, client and module of the task',
      () => sql`1 = 1`,
      () => sql`1 = 1`,
      {
        addsFields: {
          projectid: computed(recordId, ifTaskVisible('task.projectid'), { target: 'project' }),
          project: computedText(ifTaskVisible('project.name')),
          clientid: computed(recordId, ifTaskVisible('project.clientid'), { target: 'client' }),
          client: computedText(ifTaskVisible('client.name')),
          moduleid: computed(recordId, ifTaskVisible('task.moduleid'), { target: 'module' }),
          module: computedText(ifTaskVisible('module.name')),
        },
      },
    ),
    taskid: equalsId('taskid', 'Of the task'),
    personid: equalsId('personid', 'Of the person'),
    projectid: idFilter(
      'Of tasks of the project',
      ({ slotName, viewer }) => sql`task.projectid = ${slot(slotName)} and ${taskVisible(viewer)}`,
      { target: 'project' },
    ),
    clientid: idFilter(
      'Of tasks of the client',
      ({ slotName, viewer }) => sql`project.clientid = ${slot(slotName)} and ${taskVisible(viewer)}`,
      { target: 'client' },
    ),
  },
  defaultFilters: (query) => (flag.parse(query.get('gettimerinfo') ?? '') === 't' ? [] : [['generaltimers', 'f']]),
  sorts: { lastupdate: 'lastupdate' },
  before: enforceTimerRules,
  actions: { pause: pauseTimer, resume: resumeTimer, apply: applyTimer },
})
