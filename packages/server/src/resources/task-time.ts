// Time follows its task: project and module of task time are those of the task (decision 37, I-12). A task with time in
// an approved week or on an invoice cannot move, nor can the caller move one with their own time in a week that they
// have submitted (decision 53). A work type that the new project does not have is added to it.
import { actorValues, me } from '../define/actor.ts'
import { type Change, changesField, valueAfter } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { forShareOf } from '../io/dialect.ts'
import { accountSlot, slot, sql, sqlName, statement, updateRows } from '../io/sql.ts'
import { alertIfBudgetReached } from './budget-alert.ts'
import { rateForEveryone } from './entry-rate.ts'
import { hasBilledTime } from './time-billed.ts'
import { submittedWeekMessage } from './time-rules.ts'

/** Locks the people with time on the task, so that none of their weeks is approved until this write is committed. */
const lockPeople = statement(sql`select person.id from person where person.accountid = ${accountSlot}
  and person.id in (select entry.personid from time entry
    where entry.accountid = ${accountSlot} and entry.taskid = ${slot('taskid')})
  order by person.id${forShareOf('person')}`)

const inApprovedWeek = statement(sql`select 1 from time entry join timesheet on timesheet.accountid = entry.accountid
    and timesheet.personid = entry.personid and timesheet.weekstart = entry.weekstart and timesheet.status = 'approved'
  where entry.accountid = ${accountSlot} and entry.taskid = ${slot('taskid')} limit 1`)

const ownSubmittedWeek = statement(sql`select min(timesheet.weekstart) from time entry
  join timesheet on timesheet.accountid = entry.accountid and timesheet.personid = entry.personid
    and timesheet.weekstart = entry.weekstart and timesheet.status = 'submitted'
  where entry.accountid = ${accountSlot} and entry.taskid = ${slot('taskid')} and entry.personid = ${me}`)

const missingWorkTypes = statement(sql`select latest.worktypeid,
    coalesce(${rateForEveryone(sqlName('latest'), sqlName('latest.date'))}, 0)
  from (select entry.projectid, entry.worktypeid, max(entry.date) as date from time entry
    where entry.accountid = ${accountSlot} and entry.taskid = ${slot('taskid')}
      and not exists (select 1 from projectworktype there where there.accountid = ${accountSlot}
        and there.projectid = ${slot('projectid')} and there.worktypeid = entry.worktypeid)
    group by entry.projectid, entry.worktypeid) latest`)

const moveTimeEntries = updateRows(
  'time',
  sql`projectid = ${slot('projectid')}, moduleid = ${slot('moduleid')}, datemodified = ${slot('now')}`,
  sql`taskid = ${slot('taskid')}`,
)

const movesTask = (change: Change): boolean =>
  change.id !== null && (changesField(change, 'projectid') || changesField(change, 'moduleid'))

export async function checkTaskTimeCanMove(change: Change): Promise<void> {
  if (!movesTask(change)) return
  const { tx, id: taskid, errors, actor } = change
  const [, approved, [submitted] = []] = await Promise.all([
    tx.all(lockPeople, { taskid }),
    tx.first(inApprovedWeek, { taskid }),
    tx.first(ownSubmittedWeek, { ...actorValues(actor), taskid }),
  ])
  const field = changesField(change, 'projectid') ? 'projectid' : 'moduleid'
  if (approved !== undefined) {
    errors.add(field, 'cannot be changed, because time of this task is in an approved week')
  }
  if (typeof submitted === 'string') errors.add(field, submittedWeekMessage(submitted))
  if (await hasBilledTime(change, Number(taskid))) {
    errors.add(field, 'cannot be changed, because time of this task is on an invoice')
  }
}

/**
 * Added inactive, so that new time cannot use them, and with the rate of the newest entry. The dated rates are not
 * copied: the ids of the copies would show people who may not see rates how many there are.
 */
async function addMissingWorkTypes({ tx }: Change, taskid: number, projectid: number): Promise<void> {
  await tx.lock('project', projectid)
  for (const [worktypeid, rate] of await tx.all(missingWorkTypes, { taskid, projectid })) {
    const row = { id: nextId, projectid, worktypeid: Number(worktypeid), hourlyrate: Number(rate), active: 'f' }
    await tx.insert('projectworktype', row)
  }
}

async function moveTimeWithTask(change: Change, taskid: number): Promise<void> {
  const [projectid, moduleid] = [Number(valueAfter(change, 'projectid')), Number(valueAfter(change, 'moduleid'))]
  const changesProject = changesField(change, 'projectid')
  if (changesProject) await addMissingWorkTypes(change, taskid, projectid)
  await change.tx.run('time', moveTimeEntries, { taskid, projectid, moduleid, now: change.actor.now })
  // The moved hours may reach the budget of the new project.
  if (changesProject) await alertIfBudgetReached(change, projectid)
}

export const moveTaskTime = (change: Change, taskid: number): Promise<void> | undefined =>
  movesTask(change) ? moveTimeWithTask(change, taskid) : undefined
