// The rules of tasks: Resources own what they add and change no owners (reference, task); the closed status and the closing
// date go together (decision 36, I-32).
import { notAllowed } from '../define/refusal.ts'
import { type Change, changes, idsOf, after as valueAfter } from '../define/resource.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { keepItsTime } from './task-time.ts'

function keepOwners(change: Change): void {
  const { actor, id, values } = change
  if (actor.role !== 'Resource' || !Object.hasOwn(values, 'ownerid')) return
  const owners = idsOf(values.ownerid)
  if (id === null && owners.length === 1 && owners[0] === actor.personid) return
  throw notAllowed(
    id === null
      ? 'ownerid: a Resource owns the tasks they add and may name no other owner'
      : 'ownerid: a Resource may not change the owner of a task',
  )
}

const statusById = statement(sql`select taskstatus.closed from taskstatus
  where taskstatus.accountid = ${account} and taskstatus.id = ${slot('id')}`)

/** The status decides: a closed task has a closing date, an open one has none. */
async function keepClosingDate(change: Change): Promise<void> {
  if (!changes(change, 'statusid') && !changes(change, 'dateclosed')) return
  const status = await change.tx.first(statusById, { id: valueAfter(change, 'statusid') })
  if (status?.[0] !== 't') change.values.dateclosed = null
  else if (valueAfter(change, 'dateclosed') === null) change.values.dateclosed = change.actor.today
}

export async function keepTaskRules(change: Change): Promise<void> {
  keepOwners(change)
  await Promise.all([keepClosingDate(change), keepItsTime(change)])
}
