// The rules of timers: everyone writes only their own (T-25), a person has at most one per task (T-65, I-34), and a new
// timer without a start time and seconds starts at once.
import { forbidden } from '../define/api-error.ts'
import { type Change, changesField, valueAfter } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'

function requireOwnTimer(change: Change): void {
  const { actor } = change
  if (actor.role === 'Administrator' || valueAfter(change, 'personid') === actor.personid) return
  throw forbidden('personid: only an Administrator can write timers of other people')
}

function setStartTime(change: Change): void {
  const { actor, values, previous } = change
  if (previous === null && values.starttime === null && values.time === 0) values.starttime = actor.now
  if (changesField(change, 'starttime') && !Object.hasOwn(values, 'lastupdate')) values.lastupdate = actor.now
}

const timerOfTask = statement(sql`select timer.id from timer where timer.accountid = ${accountSlot}
  and timer.personid = ${slot('personid')} and timer.taskid = ${slot('taskid')} and timer.id <> ${slot('id')}`)

/**
 * A unique index enforces the rule. This check, with the person locked, gives concurrent starts a clear error message.
 */
async function requireOneTimerPerTask(change: Change): Promise<void> {
  const { tx, errors, id } = change
  if (!changesField(change, 'taskid') && !changesField(change, 'personid')) return
  const taskid = valueAfter(change, 'taskid')
  const personid = valueAfter(change, 'personid')
  if (taskid === null) return
  await tx.lock('person', Number(personid))
  const [other] = (await tx.first(timerOfTask, { taskid, personid, id: id ?? 0 })) ?? []
  if (other !== undefined)
    errors.addInvalid('taskid', String(taskid), `already has a timer of this person: timer ${other}`)
}

export async function enforceTimerRules(change: Change): Promise<void> {
  requireOwnTimer(change)
  setStartTime(change)
  await requireOneTimerPerTask(change)
}
