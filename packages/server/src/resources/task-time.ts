// Time follows its task: project and module of task time are those of the task (decision 37, I-12). A task with time in
// an approved week or on an invoice cannot move. A work type that the new project does not have is added to it.
import { type Change, changesField, valueAfter } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { forShareOf } from '../io/dialect.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { alertIfBudgetReached } from './budget-alert.ts'
import { hasBilledTime } from './time-billed.ts'

/** Locks the people with time on the task, so that none of their weeks is approved until this write is committed. */
const lockPeople = statement(sql`select person.id from person where person.accountid = ${accountSlot}
  and person.id in (select entry.personid from time entry
    where entry.accountid = ${accountSlot} and entry.taskid = ${slot('taskid')})
  order by person.id${forShareOf('person')}`)

const inApprovedWeek = statement(sql`select 1 from time entry join timesheet on timesheet.accountid = entry.accountid
    and timesheet.personid = entry.personid and timesheet.weekstart = entry.weekstart and timesheet.status = 'approved'
  where entry.accountid = ${accountSlot} and entry.taskid = ${slot('taskid')} limit 1`)

const missingWorkTypes = statement(sql`select distinct entry.worktypeid, coalesce(part.hourlyrate, 0) from time entry
  left join projectworktype part on part.accountid = entry.accountid and part.projectid = entry.projectid
    and part.worktypeid = entry.worktypeid
  where entry.accountid = ${accountSlot} and entry.taskid = ${slot('taskid')}
    and not exists (select 1 from projectworktype there where there.accountid = ${accountSlot}
      and there.projectid = ${slot('projectid')} and there.worktypeid = entry.worktypeid)`)

const moveTimeEntries = statement(sql`update time set projectid = ${slot('projectid')}, moduleid = ${slot('moduleid')},
  datemodified = ${slot('now')} where accountid = ${accountSlot} and taskid = ${slot('taskid')}`)

const movesTask = (change: Change): boolean =>
  change.id !== null && (changesField(change, 'projectid') || changesField(change, 'moduleid'))

export async function checkTaskTimeCanMove(change: Change): Promise<void> {
  if (!movesTask(change)) return
  const { tx, id: taskid, errors } = change
  const [, approved] = await Promise.all([tx.all(lockPeople, { taskid }), tx.first(inApprovedWeek, { taskid })])
  const field = changesField(change, 'projectid') ? 'projectid' : 'moduleid'
  if (approved !== undefined) {
    errors.add(field, 'time of this task is in an approved week, so the task stays where it is')
  }
  if (await hasBilledTime(change, Number(taskid))) {
    errors.add(field, 'time of this task is on an invoice, so the task stays where it is')
  }
}

/** Added with the old rate and inactive, so that new time cannot use them. */
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
