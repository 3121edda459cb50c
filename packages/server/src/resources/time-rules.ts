// The rules of time: who may write whose time, what task time takes from its task, and that time in an approved week
// cannot be changed (decisions 33, 37 and 38). A write takes the person's lock in shared mode before it reads the state
// of the week. An approval takes the same lock exclusively, so an entry and an approval never run at the same time
// (T-64).
import { actorValues, roleWithArticle } from '../define/actor.ts'
import { badRequest, forbidden } from '../define/api-error.ts'
import {
  addMissing,
  type Change,
  changesField,
  type FieldChange,
  knownValue,
  type RecordRule,
  type RecordRules,
  valueAfter,
} from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { forShareOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { mondayOf } from '../kit/calendar.ts'
import { projectWithPendingAlert } from './budget-alert.ts'
import { notBilled } from './time-billed.ts'
import { ownProjects, ownTimeOnly } from './visibility.ts'

function requireOwnTime({ actor, values }: Change): void {
  if (!ownTimeOnly(actor) || !Object.hasOwn(values, 'personid') || values.personid === actor.personid) return
  throw forbidden(`personid: ${roleWithArticle(actor.role)} may write their own time only`)
}

/** Task time has the project and module of its task: submitted values are ignored. */
export function resolveProjectAndModule(change: FieldChange): void {
  const { values } = change
  if (knownValue(change, 'taskid') !== null) {
    delete values.projectid
    delete values.moduleid
    return
  }
  for (const field of ['projectid', 'moduleid']) {
    if (knownValue(change, field) === null) addMissing(change, field, 'is required for time without a task')
  }
}

/** Reads whether the week is approved, together with the task or the budget, in one statement. */
function weekStatements(visible: Fragment) {
  const approved = sql`(select timesheet.weekstart from timesheet where timesheet.accountid = ${accountSlot}
    and timesheet.personid = ${slot('personid')} and timesheet.weekstart = ${slot('week')}
    and timesheet.status = 'approved' and ${visible})`
  return {
    weekAndBudget: statement(sql`select ${approved}, ${projectWithPendingAlert(slot('projectid'))}`),
    weekAndTask:
      statement(sql`select ${approved}, ${projectWithPendingAlert(sql`task.projectid`)}, task.projectid, task.moduleid from task
      where task.accountid = ${accountSlot} and task.id = ${slot('taskid')}${forShareOf('task')}`),
  }
}

const statementsForAnyone = weekStatements(sql`1 = 1`)
/** For other people the state of a week is read only if the caller shares a project with them. */
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
  const isVisible = actor.role === 'Administrator' || personid === actor.personid || personid === previous?.personid
  const statements = isVisible ? statementsForAnyone : statementsForOwnTeams
  const taskid = changesField(change, 'taskid') ? valueAfter(change, 'taskid') : null
  const projectid = valueAfter(change, 'projectid')
  const values = { ...actorValues(actor), personid, week, taskid, projectid }
  const [, row] = await Promise.all([
    tx.lock('person', personid, 'shared'),
    tx.first(taskid === null ? statements.weekAndBudget : statements.weekAndTask, values),
  ])
  return row
}

const approvedWeekMessage = (week: unknown): string => `the week of ${week} is approved and its time cannot be changed`

/** Returns the project whose budget alert this write may trigger, null when there is none. */
export async function enforceTimeRules(change: Change): Promise<number | null> {
  const { previous, values, actor, errors } = change
  requireOwnTime(change)
  // Without a project no other check is possible.
  if (change.invalid.has('projectid')) return null
  if (previous !== null && Object.keys(values).length === 0) return null
  const newWeek = weekOf(valueAfter(change, 'personid'), valueAfter(change, 'date'))
  const [approvedNew, budgetProjectId, projectid, moduleid] = (await readWeekAndTask(change, newWeek)) ?? []
  if (projectid !== undefined) Object.assign(values, { projectid: Number(projectid), moduleid: Number(moduleid) })
  // `notApproved` checks the week that the entry is in now.
  const moves = previous === null || !isSameWeek(newWeek, weekOf(previous.personid, previous.date))
  if (moves && typeof approvedNew === 'string') errors.add('date', approvedWeekMessage(approvedNew))
  if (previous !== null) values.datemodified ??= actor.now
  return budgetProjectId === undefined || budgetProjectId === null ? null : Number(budgetProjectId)
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
