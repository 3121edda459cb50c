// Removes notifications, and the notices of due dates, that are older than 90 days.
// A person who never opens the application would collect them without end.
import type { Database } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'

export const notificationDays = 90

const batchSize = 5000

const oldOnes = sql`select old.id from notification old where old.accountid = ${accountSlot}
  and old.date < ${slot('since')} order by old.date limit ${sql.lit(batchSize)}`
const anyOld = statement(oldOnes)
const removeOld = statement(sql`delete from notification where accountid = ${accountSlot} and id in (${oldOnes})`)
const anyNotice = statement(sql`select notice.taskid from duenotice notice where notice.accountid = ${accountSlot}
  and notice.datedue < ${slot('since')} limit 1`)
const removeNotices = statement(sql`delete from duenotice where accountid = ${accountSlot}
  and datedue < ${slot('since')}`)

/** In batches, because one transaction over many rows would hold up other writes. */
export async function removeOldNotifications(database: Database, accountid: number, since: string): Promise<void> {
  while ((await database.readOffloaded(accountid, (tx) => tx.first(anyOld, { since }))) !== undefined)
    await database.write(accountid, (tx) => tx.run('notification', removeOld, { since }))
  const sinceDay = { since: since.slice(0, 10) }
  if ((await database.readOffloaded(accountid, (tx) => tx.first(anyNotice, sinceDay))) !== undefined)
    await database.write(accountid, (tx) => tx.run('duenotice', removeNotices, sinceDay))
}
