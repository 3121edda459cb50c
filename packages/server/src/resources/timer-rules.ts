// The rules of timers: everyone keeps their own (T-25), a person has one per task (T-65, I-34), and a new one that is given
// neither a start nor seconds is running.
import { notAllowed } from '../define/refusal.ts'
import { type Change, changes, after as valueAfter } from '../define/resource.ts'
import { account, slot, sql, statement } from '../io/sql.ts'

function ownTimersOnly(change: Change): void {
  const { actor } = change
  if (actor.role === 'Administrator' || valueAfter(change, 'personid') === actor.personid) return
  throw notAllowed('personid: only an Administrator may keep the timer of another person')
}

function startAndStop(change: Change): void {
  const { actor, values, was } = change
  if (was === null && values.starttime === null && values.time === 0) values.starttime = actor.now
  if (changes(change, 'starttime') && !Object.hasOwn(values, 'lastupdate')) values.lastupdate = actor.now
}

const timerOfTask = statement(sql`select timer.id from timer where timer.accountid = ${account}
  and timer.personid = ${slot('personid')} and timer.taskid = ${slot('taskid')} and timer.id <> ${slot('id')}`)

/** A unique index keeps the rule; asking first, with the person locked, gives parallel starts a sentence instead of its name. */
async function oneTimerPerTask(change: Change): Promise<void> {
  const { tx, faults, id } = change
  if (!changes(change, 'taskid') && !changes(change, 'personid')) return
  const taskid = valueAfter(change, 'taskid')
  const personid = valueAfter(change, 'personid')
  if (taskid === null) return
  await tx.lock('person', Number(personid))
  const [other] = (await tx.first(timerOfTask, { taskid, personid, id: id ?? 0 })) ?? []
  if (other !== undefined) faults.unfit('taskid', String(taskid), `has a timer of this person already: timer ${other}`)
}

export async function keepTimerRules(change: Change): Promise<void> {
  ownTimersOnly(change)
  startAndStop(change)
  await oneTimerPerTask(change)
}
