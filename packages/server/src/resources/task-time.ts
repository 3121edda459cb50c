// Time goes where its task goes: project and module of task time are those of the task (decision 37, I-12). A task with time
// in an approved week stays, because such a week stands still; a work type that the other project lacks comes along.
import { type Change, changes, after as valueAfter } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { forShareOf } from '../io/dialect.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { judgeBudget } from './budget-alert.ts'
import { hasBilledTime } from './time-billed.ts'

/** Nobody can approve a week of theirs until this write is done. */
const holdPeople = statement(sql`select person.id from person where person.accountid = ${account}
  and person.id in (select entry.personid from time entry
    where entry.accountid = ${account} and entry.taskid = ${slot('taskid')})
  order by person.id${forShareOf('person')}`)

const inApprovedWeek = statement(sql`select 1 from time entry join timesheet on timesheet.accountid = entry.accountid
    and timesheet.personid = entry.personid and timesheet.weekstart = entry.weekstart and timesheet.status = 'approved'
  where entry.accountid = ${account} and entry.taskid = ${slot('taskid')} limit 1`)

const lackingThere = statement(sql`select distinct entry.worktypeid, coalesce(part.hourlyrate, 0) from time entry
  left join projectworktype part on part.accountid = entry.accountid and part.projectid = entry.projectid
    and part.worktypeid = entry.worktypeid
  where entry.accountid = ${account} and entry.taskid = ${slot('taskid')}
    and not exists (select 1 from projectworktype there where there.accountid = ${account}
      and there.projectid = ${slot('projectid')} and there.worktypeid = entry.worktypeid)`)

const follow = statement(sql`update time set projectid = ${slot('projectid')}, moduleid = ${slot('moduleid')},
  datemodified = ${slot('now')} where accountid = ${account} and taskid = ${slot('taskid')}`)

const moves = (change: Change): boolean =>
  change.id !== null && (changes(change, 'projectid') || changes(change, 'moduleid'))

export async function keepItsTime(change: Change): Promise<void> {
  if (!moves(change)) return
  const { tx, id: taskid, faults } = change
  const [, found] = await Promise.all([tx.all(holdPeople, { taskid }), tx.first(inApprovedWeek, { taskid })])
  const field = changes(change, 'projectid') ? 'projectid' : 'moduleid'
  if (found !== undefined) faults.add(field, 'time of this task is in an approved week, so the task stays where it is')
  if (await hasBilledTime(change, Number(taskid))) {
    faults.add(field, 'time of this task is on an invoice, so the task stays where it is')
  }
}

/** At its old rate, and not for new time. */
async function bringWorktypes({ tx }: Change, taskid: number, projectid: number): Promise<void> {
  await tx.lock('project', projectid)
  for (const [worktypeid, rate] of await tx.all(lackingThere, { taskid, projectid })) {
    const row = { id: nextId, projectid, worktypeid: Number(worktypeid), hourlyrate: Number(rate), active: 'f' }
    await tx.insert('projectworktype', row)
  }
}

async function move(change: Change, taskid: number): Promise<void> {
  const [projectid, moduleid] = [Number(valueAfter(change, 'projectid')), Number(valueAfter(change, 'moduleid'))]
  const leaves = changes(change, 'projectid')
  if (leaves) await bringWorktypes(change, taskid, projectid)
  await change.tx.run('time', follow, { taskid, projectid, moduleid, now: change.actor.now })
  // The hours it brings along may reach the budget of where it goes.
  if (leaves) await judgeBudget(change, projectid)
}

export const moveItsTime = (change: Change, taskid: number): Promise<void> | undefined =>
  moves(change) ? move(change, taskid) : undefined
