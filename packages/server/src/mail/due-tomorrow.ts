// Tells the assignees of a task, or its owners if it has none, that it is due tomorrow. A primary key allows one notice
// per task, person and due date, so it does not matter how often this runs, or on how many servers (T-138).
import type { Actor } from '../define/actor.ts'
import type { Mailer } from '../define/mailer.ts'
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { addDays } from '../kit/calendar.ts'
import { visibleRows } from './mail-text.ts'
import { taskSubject } from './task-mails.ts'
import { tellPeople } from './write-mails.ts'

/** One transaction over all tasks of a large company would hold up other writes. */
const batchSize = 100

const responsible = sql`(select link.taskid, link.personid from taskassignee link where link.accountid = ${accountSlot}
  union select link.taskid, link.personid from taskowner link where link.accountid = ${accountSlot}
    and not exists (select 1 from taskassignee other where other.accountid = ${accountSlot} and other.taskid = link.taskid))`

const dueTasks = statement(sql`select task.id, responsible.personid from task
  join taskstatus on taskstatus.accountid = task.accountid and taskstatus.id = task.statusid and taskstatus.closed = 'f'
  join project on project.accountid = task.accountid and project.id = task.projectid and project.active = 't'
  join ${responsible} responsible on responsible.taskid = task.id
  where task.accountid = ${accountSlot} and task.datedue = ${slot('day')}
    and not exists (select 1 from duenotice notice where notice.accountid = ${accountSlot} and notice.taskid = task.id
      and notice.personid = responsible.personid and notice.datedue = task.datedue)
  order by task.id, responsible.personid limit ${sql.lit(batchSize)}`)

const tomorrow = ({ today }: Actor): string => addDays(today, 1)

export const hasTaskDueTomorrow = async (tx: ReadTransaction, actor: Actor): Promise<boolean> =>
  (await tx.first(dueTasks, { day: tomorrow(actor) })) !== undefined

/** Writes a batch of notices. */
export async function tellDueTomorrow(tx: WriteTransaction, mailer: Mailer, actor: Actor): Promise<void> {
  const datedue = tomorrow(actor)
  const due = (await tx.all(dueTasks, { day: datedue })).map(([taskid, personid]) => ({
    taskid: Number(taskid),
    personid: Number(personid),
  }))
  for (const pair of due) await tx.insert('duenotice', { ...pair, datedue })
  for (const [taskid, people] of Map.groupBy(due, (pair) => pair.taskid)) {
    await tellPeople(
      { tx, actor, mailer },
      {
        kind: 'duetomorrow',
        to: people.map(({ personid }) => personid),
        about: { resource: 'task', id: taskid },
        write: ({ record }) => ({
          subject: taskSubject(record.localid, record.title),
          blocks: ['This task is due tomorrow.', ...visibleRows(record, { project: 'Project' })],
          because: 'you are responsible for this task',
        }),
      },
    )
  }
}
