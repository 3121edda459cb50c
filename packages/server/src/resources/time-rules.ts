// The rules of time: who may write whose time, what task time takes from its task, and that time cannot be changed in
// an approved week, nor by its person in a submitted one (decisions 33, 37, 38 and 53). A write takes the person's lock
// in shared mode before it reads the state of the week. Submitting and approving take the same lock exclusively, so
// they never run at the same time as the write of an entry (T-64).
import { type Actor, actorValues, me, roleWithArticle } from '../define/actor.ts'
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
  throw forbidden(`personid: ${roleWithArticle(actor.role)} can write only their own time`)
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

/** Reads whether the week is approved or submitted, together with the task or the budget, in one statement. */
function weekStatements(visible: Fragment) {
  const status = sql`(select timesheet.status from timesheet where timesheet.accountid = ${accountSlot}
    and timesheet.personid = ${slot('personid')} and timesheet.weekstart = ${slot('week')}
    and timesheet.status in ('approved', 'submitted') and ${visible})`
  return {
    weekAndBudget: statement(sql`select ${status}, ${projectWithPendingAlert(slot('projectid'))}`),
    weekAndTask:
      statement(sql`select ${status}, ${projectWithPendingAlert(sql`task.projectid`)}, task.projectid, task.moduleid from task
      where task.accountid = ${accountSlot} and task.id = ${slot('taskid')}${forShareOf('task')}`),
  }
}

const statementsForAnyone = weekStatements(sql`1 = 1`)
/** For other people the state of a week is read only if the caller shares a project with them. */
const statementsForOwnTeams =
  weekStatements(sql`exists (select 1 from projectteam member where member.accountid = ${accountSlot}
  and member.personid = timesheet.personid and member.projectid in ${ownProjects})`)

const inWeekWithStatus = (status: string): Fragment =>
  sql`exists (select 1 from timesheet where timesheet.accountid = time.accountid
  and timesheet.personid = time.personid and timesheet.weekstart = time.weekstart and timesheet.status = ${sql.lit(status)})`

/** An entry of a week that is approved. */
export const inApprovedWeek = inWeekWithStatus('approved')

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

export const submittedWeekMessage = (week: unknown): string =>
  `the week of ${week} is submitted and its time cannot be changed; withdraw the week first`

/** Why no entry may be written into the week; null if it may. A submitted week is closed to its person only. */
function closedWeekMessage({ personid }: Actor, week: Week, status: unknown): string | null {
  if (status === 'approved') return approvedWeekMessage(week.week)
  return status === 'submitted' && week.personid === personid ? submittedWeekMessage(week.week) : null
}

/** Returns the project whose budget alert this write may trigger, null when there is none. */
export async function enforceTimeRules(change: Change): Promise<number | null> {
  const { previous, values, actor, errors } = change
  requireOwnTime(change)
  // Without a project no other check is possible.
  if (change.invalid.has('projectid')) return null
  if (previous !== null && Object.keys(values).length === 0) return null
  const newWeek = weekOf(valueAfter(change, 'personid'), valueAfter(change, 'date'))
  const [weekStatus, budgetProjectId, projectid, moduleid] = (await readWeekAndTask(change, newWeek)) ?? []
  if (projectid !== undefined) Object.assign(values, { projectid: Number(projectid), moduleid: Number(moduleid) })
  // The rules of the record check the week that the entry is in now.
  const moves = previous === null || !isSameWeek(newWeek, weekOf(previous.personid, previous.date))
  const closed = moves ? closedWeekMessage(actor, newWeek, weekStatus) : null
  if (closed !== null) errors.add('date', closed)
  if (previous !== null) values.datemodified ??= actor.now
  return budgetProjectId === undefined || budgetProjectId === null ? null : Number(budgetProjectId)
}

const weekRule = (where: RecordRule['where'], message: (week: string) => string, field: string): RecordRule => ({
  where,
  readsOtherRows: ({ previous }) => ({ table: 'person', id: Number(previous.personid), mode: 'shared' }),
  error: ({ previous }) => badRequest(`${field}: ${message(mondayOf(String(previous.date)))}`),
})

const weekRules = (field: string): readonly RecordRule[] => [
  weekRule(() => sql`not ${inApprovedWeek}`, approvedWeekMessage, field),
  weekRule(() => sql`not (time.personid = ${me} and ${inWeekWithStatus('submitted')})`, submittedWeekMessage, field),
]

export const timeRules: RecordRules = {
  update: [notBilled, ...weekRules('date').map((rule) => ({ ...rule, reportedWithOthers: true as const }))],
  delete: [notBilled, ...weekRules('id').map((rule) => ({ ...rule, afterReferences: true as const }))],
}
