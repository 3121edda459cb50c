// The notifications of the demo company: what people were told in the last weeks. They are written after all records
// and in one order, so that the ids of the records are the same on both databases. Old ones are read.
import { type Database, nextId } from '../../io/database.ts'
import { accountSlot, slot, sql, statement } from '../../io/sql.ts'

const told = statement(sql`select kind, resource, recordid, personid, actorid, date from (
  select 'taskassigned' as kind, 'task' as resource, task.id as recordid, link.personid, owner.personid as actorid,
      task.dateopen || ' 08:30:00' as date
    from task join taskassignee link on link.accountid = task.accountid and link.taskid = task.id
    join taskowner owner on owner.accountid = task.accountid and owner.taskid = task.id and owner.position = 0
    where task.accountid = ${accountSlot}
  union all select 'taskcommented', 'tasknote', tasknote.id, link.personid, tasknote.authorid, tasknote.date
    from tasknote join taskassignee link on link.accountid = tasknote.accountid and link.taskid = tasknote.taskid
    where tasknote.accountid = ${accountSlot} and tasknote.changes is null
  union all select 'timesheet' || timesheet.status, 'timesheet', timesheet.id, timesheet.personid, approver.id,
      timesheet.datemodified
    from timesheet join person approver on approver.accountid = timesheet.accountid and approver.id = ${slot('approver')}
    where timesheet.accountid = ${accountSlot} and timesheet.status in ('approved', 'rejected')
  union all select 'timesheetsubmitted', 'timesheet', timesheet.id, approver.id, timesheet.personid,
      timesheet.datemodified
    from timesheet join person approver on approver.accountid = timesheet.accountid and approver.id = ${slot('approver')}
    where timesheet.accountid = ${accountSlot} and timesheet.status = 'submitted'
  union all select 'requestaccepted', 'request', request.id, request.personid, owner.personid,
      task.dateopen || ' 08:30:00'
    from task join request on request.accountid = task.accountid and request.id = task.queueid
    join taskowner owner on owner.accountid = task.accountid and owner.taskid = task.id and owner.position = 0
    where task.accountid = ${accountSlot}
  ) told
  where told.personid <> told.actorid and told.date >= ${slot('since')} and told.date <= ${slot('until')}
  order by date, resource, recordid, personid`)

export interface ToldPeriod {
  readonly since: string
  readonly until: string
  /** Earlier ones are read. */
  readonly newSince: string
}

export const createNotifications = (
  database: Database,
  accountid: number,
  approver: number,
  { since, until, newSince }: ToldPeriod,
): Promise<void> =>
  database.write(accountid, async (tx) => {
    for (const [kind, resource, recordid, personid, actorid, date] of await tx.all(told, { approver, since, until })) {
      const about = { kind: String(kind), resource: String(resource), recordid: Number(recordid), date: String(date) }
      const read = String(date) < newSince ? 't' : 'f'
      await tx.insert('notification', {
        id: nextId,
        ...about,
        personid: Number(personid),
        actorid: Number(actorid),
        read,
      })
    }
  })
