// The rules of time: who writes whose, what task time takes from its task, and that an approved week stands still (decisions
// 33, 37 and 38). A write shares the person's lock before it looks whether the week is approved, and whoever approves a
// week takes that lock alone, so that of an entry and an approval that meet, one comes first (T-64).
import { type Actor, actorValues, roleWithArticle } from '../define/actor.ts'
import { badRequest, forbidden } from '../define/api-error.ts'
import { type Change, changesField, type Removal, valueAfter } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { forShareOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { mondayOf } from '../kit/calendar.ts'
import { projectWithPendingAlert } from './budget-alert.ts'
import { ownProjects } from './visibility.ts'

const writesOwnOnly = ({ role, restricted }: Actor): boolean =>
  role === 'Resource' || (restricted && role !== 'Administrator')

function requireOwnTime({ actor, values }: Change): void {
  if (!writesOwnOnly(actor) || !Object.hasOwn(values, 'personid') || values.personid === actor.personid) return
  throw forbidden(`personid: ${roleWithArticle(actor.role)} may write their own time only`)
}

/** The task decides where its time is: what is sent for project and module does not count. */
function resolveProjectAndModule(change: Change): void {
  const { values, errors } = change
  if (valueAfter(change, 'taskid') !== null) {
    delete values.projectid
    delete values.moduleid
    return
  }
  for (const field of ['projectid', 'moduleid']) {
    if (valueAfter(change, field) === null) errors.add(field, 'is required for time without a task')
  }
  // Without a project nothing else can be judged.
  if (valueAfter(change, 'projectid') === null) errors.throwIfAny()
}

/** What has to be known of a week, and of the task beside it, in one statement. */
function weekStatements(seen: Fragment) {
  const approved = sql`(select timesheet.weekstart from timesheet where timesheet.accountid = ${accountSlot}
    and timesheet.personid = ${slot('personid')} and timesheet.weekstart = ${slot('week')}
    and timesheet.status = 'approved' and ${seen})`
  return {
    week: statement(sql`select ${approved}`),
    weekAndBudget: statement(sql`select ${approved}, ${projectWithPendingAlert(slot('projectid'))}`),
    weekAndTask:
      statement(sql`select ${approved}, ${projectWithPendingAlert(sql`task.projectid`)}, task.projectid, task.moduleid from task
      where task.accountid = ${accountSlot} and task.id = ${slot('taskid')}${forShareOf('task')}`),
  }
}

const statementsForAnyone = weekStatements(sql`1 = 1`)
/** Of people whom the caller may not know, not even this is told. */
const statementsForOwnTeams =
  weekStatements(sql`exists (select 1 from projectteam member where member.accountid = ${accountSlot}
  and member.personid = timesheet.personid and member.projectid in ${ownProjects})`)

interface Week {
  readonly personid: number
  readonly week: string
}

const weekOf = (personid: unknown, day: unknown): Week => ({ personid: Number(personid), week: mondayOf(String(day)) })

async function approvedWeekOf(tx: Change['tx'], { personid, week }: Week): Promise<unknown> {
  const [, found] = await Promise.all([
    tx.lock('person', personid, 'shared'),
    tx.first(statementsForAnyone.week, { personid, week }),
  ])
  return found?.[0] ?? null
}

async function readWeekAndTask(change: Change, { personid, week }: Week): Promise<Row | undefined> {
  const { tx, actor, previous } = change
  const known = actor.role === 'Administrator' || personid === actor.personid || personid === previous?.personid
  const texts = known ? statementsForAnyone : statementsForOwnTeams
  const taskid = changesField(change, 'taskid') ? valueAfter(change, 'taskid') : null
  const projectid = valueAfter(change, 'projectid')
  const values = { ...actorValues(actor), personid, week, taskid, projectid }
  const [, found] = await Promise.all([
    tx.lock('person', personid, 'shared'),
    tx.first(taskid === null ? texts.weekAndBudget : texts.weekAndTask, values),
  ])
  return found
}

const approvedWeekMessage = (week: unknown): string => `the week of ${week} is approved and its time cannot be changed`

/** Returns the project whose budget alert this write may trigger, null when there is none. */
export async function enforceTimeRules(change: Change): Promise<number | null> {
  const { tx, previous, values, actor, errors } = change
  requireOwnTime(change)
  resolveProjectAndModule(change)
  if (previous !== null && Object.keys(values).length === 0) return null
  const goesTo = weekOf(valueAfter(change, 'personid'), valueAfter(change, 'date'))
  const comesFrom = previous === null ? goesTo : weekOf(previous.personid, previous.date)
  const moves = goesTo.personid !== comesFrom.personid || goesTo.week !== comesFrom.week
  const [[left], found] = await Promise.all([
    Promise.all(moves ? [approvedWeekOf(tx, comesFrom)] : []),
    readWeekAndTask(change, goesTo),
  ])
  const [entered, projectWithAlert, projectid, moduleid] = found ?? []
  if (projectid !== undefined) Object.assign(values, { projectid: Number(projectid), moduleid: Number(moduleid) })
  for (const week of new Set([left, entered]))
    if (typeof week === 'string') errors.add('date', approvedWeekMessage(week))
  if (previous !== null) values.datemodified ??= actor.now
  return projectWithAlert === undefined || projectWithAlert === null ? null : Number(projectWithAlert)
}

export async function refuseApprovedWeekRemoval({ tx, previous }: Removal): Promise<void> {
  const week = await approvedWeekOf(tx, weekOf(previous.personid, previous.date))
  if (week !== null) throw badRequest(`id: ${approvedWeekMessage(week)}`)
}
