// The rules of tasks: a Resource owns the tasks they add and cannot change owners, as in the reference. A task has a
// closing date if and only if its status is closed (decision 36, I-32).
import { resourceOnly } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { type Change, changesField, toIds, valueAfter } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { checkTaskTimeCanMove } from './task-time.ts'

/** The roles that do not choose the owners of a task. */
export const ownersFixedFor = resourceOnly

function checkOwners(change: Change): void {
  const { actor, id, values } = change
  if (!ownersFixedFor.includes(actor.role) || !Object.hasOwn(values, 'ownerid')) return
  const owners = toIds(values.ownerid)
  if (id === null && owners.length === 1 && owners[0] === actor.personid) return
  throw forbidden(
    id === null
      ? 'ownerid: a Resource owns the tasks they create and cannot name another owner'
      : 'ownerid: a Resource cannot change the owner of a task',
  )
}

const statusById = statement(sql`select taskstatus.closed from taskstatus
  where taskstatus.accountid = ${accountSlot} and taskstatus.id = ${slot('id')}`)

/** The status decides: a closed task has a closing date, an open one has none. */
async function setClosingDate(change: Change): Promise<void> {
  if (!changesField(change, 'statusid') && !changesField(change, 'dateclosed')) return
  const status = await change.tx.first(statusById, { id: valueAfter(change, 'statusid') })
  if (status?.[0] !== 't') change.values.dateclosed = null
  else if (valueAfter(change, 'dateclosed') === null) change.values.dateclosed = change.actor.today
}

export async function enforceTaskRules(change: Change): Promise<void> {
  checkOwners(change)
  await Promise.all([setClosingDate(change), checkTaskTimeCanMove(change)])
}
