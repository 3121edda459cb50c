// The rules of time: who writes whose, what task time takes from its task, and that an approved week stands still (decisions
// 33, 37 and 38). A write shares the person's lock before it looks whether the week is approved, and whoever approves a
// week takes that lock alone, so that of an entry and an approval that meet, one comes first (T-64).
import { type Actor, actorValues, aRole } from '../define/actor.ts'
import { invalid, notAllowed } from '../define/refusal.ts'
import { type Change, changes, type Removal, after as valueAfter } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { forShareOf } from '../io/dialect.ts'
import { account, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { mondayOf } from '../kit/calendar.ts'
import { watchBudget, watchedProject } from './budget-alert.ts'
import { ownProjects } from './visibility.ts'

const writesOwnOnly = ({ role, restricted }: Actor): boolean =>
  role === 'Resource' || (restricted && role !== 'Administrator')

function keepOwn({ actor, values }: Change): void {
  if (!writesOwnOnly(actor) || !Object.hasOwn(values, 'personid') || values.personid === actor.personid) return
  throw notAllowed(`personid: ${aRole(actor.role)} may write their own time only`)
}

/** The task decides where its time is: what is sent for project and module does not count. */
function placeTime(change: Change): void {
  const { values, faults } = change
  if (valueAfter(change, 'taskid') !== null) {
    delete values.projectid
    delete values.moduleid
    return
  }
  for (const field of ['projectid', 'moduleid']) {
    if (valueAfter(change, field) === null) faults.add(field, 'is required for time without a task')
  }
  // Without a project nothing else can be judged.
  if (valueAfter(change, 'projectid') === null) faults.refuse()
}

/** What has to be known of a week, and of the task beside it, in one statement. */
function weekTexts(seen: Fragment) {
  const approved = sql`(select timesheet.weekstart from timesheet where timesheet.accountid = ${account}
    and timesheet.personid = ${slot('personid')} and timesheet.weekstart = ${slot('week')}
    and timesheet.status = 'approved' and ${seen})`
  return {
    week: statement(sql`select ${approved}`),
    weekAndBudget: statement(sql`select ${approved}, ${watchedProject(slot('projectid'))}`),
    weekAndTask:
      statement(sql`select ${approved}, ${watchedProject(sql`task.projectid`)}, task.projectid, task.moduleid from task
      where task.accountid = ${account} and task.id = ${slot('taskid')}${forShareOf('task')}`),
  }
}

const ofAnyone = weekTexts(sql`1 = 1`)
/** Of people whom the caller may not know, not even this is told. */
const ofOwnTeams = weekTexts(sql`exists (select 1 from projectteam member where member.accountid = ${account}
  and member.personid = timesheet.personid and member.projectid in ${ownProjects})`)

interface Week {
  readonly personid: number
  readonly week: string
}

const weekOf = (personid: unknown, day: unknown): Week => ({ personid: Number(personid), week: mondayOf(String(day)) })

async function approvedWeekOf(tx: Change['tx'], { personid, week }: Week): Promise<unknown> {
  const [, found] = await Promise.all([
    tx.lock('person', personid, 'shared'),
    tx.first(ofAnyone.week, { personid, week }),
  ])
  return found?.[0] ?? null
}

async function weekAndTaskAfter(change: Change, { personid, week }: Week): Promise<Row | undefined> {
  const { tx, actor, was } = change
  const known = actor.role === 'Administrator' || personid === actor.personid || personid === was?.personid
  const texts = known ? ofAnyone : ofOwnTeams
  const taskid = changes(change, 'taskid') ? valueAfter(change, 'taskid') : null
  const projectid = valueAfter(change, 'projectid')
  const values = { ...actorValues(actor), personid, week, taskid, projectid }
  const [, found] = await Promise.all([
    tx.lock('person', personid, 'shared'),
    tx.first(taskid === null ? texts.weekAndBudget : texts.weekAndTask, values),
  ])
  return found
}

const standsStill = (week: unknown): string => `the week of ${week} is approved and its time cannot be changed`

export async function keepTimeRules(change: Change): Promise<void> {
  const { tx, was, values, actor, faults } = change
  keepOwn(change)
  placeTime(change)
  if (was !== null && Object.keys(values).length === 0) return
  const goesTo = weekOf(valueAfter(change, 'personid'), valueAfter(change, 'date'))
  const comesFrom = was === null ? goesTo : weekOf(was.personid, was.date)
  const moves = goesTo.personid !== comesFrom.personid || goesTo.week !== comesFrom.week
  const [[left], found] = await Promise.all([
    Promise.all(moves ? [approvedWeekOf(tx, comesFrom)] : []),
    weekAndTaskAfter(change, goesTo),
  ])
  const [entered, watched, projectid, moduleid] = found ?? []
  watchBudget(change, watched)
  if (projectid !== undefined) Object.assign(values, { projectid: Number(projectid), moduleid: Number(moduleid) })
  for (const week of new Set([left, entered])) if (typeof week === 'string') faults.add('date', standsStill(week))
  if (was !== null) values.datemodified ??= actor.now
}

export async function keepApprovedWeek({ tx, was }: Removal): Promise<void> {
  const week = await approvedWeekOf(tx, weekOf(was.personid, was.date))
  if (week !== null) throw invalid(`id: ${standsStill(week)}`)
}
