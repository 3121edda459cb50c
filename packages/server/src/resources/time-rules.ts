// The rules of time: who writes whose, what task time takes from its task, and that an approved week stands still (decisions
// 33, 37 and 38). A write shares the person's lock before it looks whether the week is approved, and whoever approves a
// week takes that lock alone, so that of an entry and an approval that meet, one comes first (T-64).
import { actorValues, roleWithArticle } from '../define/actor.ts'
import { badRequest, forbidden } from '../define/api-error.ts'
import { type Change, changesField, type RecordRule, type RecordRules, valueAfter } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { forShareOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { mondayOf } from '../kit/calendar.ts'
import { projectWithPendingAlert, watchProjectBudget } from './budget-alert.ts'
import { notBilled } from './time-billed.ts'
import { ownProjects, ownTimeOnly } from './visibility.ts'

function requireOwnTime({ actor, values }: Change): void {
  if (!ownTimeOnly(actor) || !Object.hasOwn(values, 'personid') || values.personid === actor.personid) return
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

/** An entry of a week that is approved. */
export const inApprovedWeek = sql`exists (select 1 from timesheet where timesheet.accountid = time.accountid
  and timesheet.personid = time.personid and timesheet.weekstart = time.weekstart and timesheet.status = 'approved')`

interface Week {
  readonly personid: number
  readonly week: string
}

const isSameWeek = (one: Week, other: Week): boolean => one.personid === other.personid && one.week === other.week

const weekOf = (personid: unknown, day: unknown): Week => ({ personid: Number(personid), week: mondayOf(String(day)) })

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

export async function enforceTimeRules(change: Change): Promise<void> {
  const { previous, values, actor, errors } = change
  requireOwnTime(change)
  resolveProjectAndModule(change)
  if (previous !== null && Object.keys(values).length === 0) return
  const goesTo = weekOf(valueAfter(change, 'personid'), valueAfter(change, 'date'))
  const [entered, watched, projectid, moduleid] = (await readWeekAndTask(change, goesTo)) ?? []
  watchProjectBudget(change, watched)
  if (projectid !== undefined) Object.assign(values, { projectid: Number(projectid), moduleid: Number(moduleid) })
  // The week it is in is judged by `notApproved`.
  const moves = previous === null || !isSameWeek(goesTo, weekOf(previous.personid, previous.date))
  if (moves && typeof entered === 'string') errors.add('date', approvedWeekMessage(entered))
  if (previous !== null) values.datemodified ??= actor.now
}

const notApproved = (field: string): RecordRule => ({
  where: () => sql`not ${inApprovedWeek}`,
  readsOtherRows: ({ previous }) => ({ table: 'person', id: Number(previous.personid), mode: 'shared' }),
  error: ({ previous }) => badRequest(`${field}: ${approvedWeekMessage(mondayOf(String(previous.date)))}`),
})

export const timeRules: RecordRules = {
  update: [notBilled, { ...notApproved('date'), reportedWithOthers: true }],
  delete: [notBilled, { ...notApproved('id'), afterReferences: true }],
}
