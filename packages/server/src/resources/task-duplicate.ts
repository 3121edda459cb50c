// Duplicating a task creates one like it: with its people and checklist, without its time, comments and documents. The
// new task begins today in the first open status, and its due date keeps the distance from the start.
import { type Actor, groupSql, staff } from '../define/actor.ts'
import { date, hoursScale } from '../define/kinds.ts'
import type { CreateAction, Removal, StoredRecord } from '../define/resource.ts'
import { nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, sqlName, statement } from '../io/sql.ts'
import { addDays, daysBetween } from '../kit/calendar.ts'
import { printDecimal } from '../kit/decimal.ts'
import type { WireRecord, WireValue } from '../kit/wire-tree.ts'
import { ownersFixedFor } from './task-rules.ts'
import { personSeesTask } from './visibility.ts'

export const firstOpenStatus = statement(sql`select taskstatus.id from taskstatus
  where taskstatus.accountid = ${accountSlot} and taskstatus.closed = 'f' and taskstatus.active = 't'
  order by taskstatus.priority, taskstatus.id limit 1`)

/** `person` is active and can access the project, so everybody who sees the project may name them. */
export const worksOnProject = (
  projectid: Fragment,
): Fragment => sql`person.active = 't' and (person.groupid = ${groupSql('Administrator')}
  or exists (select 1 from projectteam team where team.accountid = ${accountSlot} and team.projectid = ${projectid}
    and team.personid = person.id))`

const peopleOfTask = (links: string) =>
  statement(sql`select link.personid from ${sqlName(links)} link
    join person on person.accountid = link.accountid and person.id = link.personid
    where link.accountid = ${accountSlot} and link.taskid = ${slot('id')} and ${worksOnProject(slot('projectid'))}
    order by link.position`)

const peopleFields = {
  ownerid: peopleOfTask('taskowner'),
  assigneeid: peopleOfTask('taskassignee'),
  followerid: peopleOfTask('taskfollower'),
} as const

async function peopleOf(
  tx: ReadTransaction,
  actor: Actor,
  { id, projectid }: StoredRecord,
): Promise<Record<string, string>> {
  const people: Record<string, string> = {}
  for (const [field, select] of Object.entries(peopleFields))
    people[field] = (await tx.all(select, { id, projectid })).map(([personid]) => String(personid)).join()
  // A Resource owns the tasks that they create.
  if (ownersFixedFor.includes(actor.role) || people.ownerid === '') people.ownerid = String(actor.personid)
  return people
}

/** The start that was submitted, if it is a date; today otherwise. */
const startOf = (actor: Actor, submitted: WireRecord): string => {
  const start = submitted.has('dateopen') ? date.parse(submitted.get('dateopen') ?? '') : null
  return typeof start === 'string' ? start : actor.today
}

const staysInProject = ({ projectid }: StoredRecord, submitted: WireRecord): boolean =>
  !submitted.has('projectid') || String(submitted.get('projectid')) === String(projectid)

async function copyOfTask(
  { tx, actor, previous }: Removal,
  submitted: WireRecord,
): Promise<Readonly<Record<string, WireValue>>> {
  const status = await tx.first(firstOpenStatus)
  const start = startOf(actor, submitted)
  const { title, summary, projectid, moduleid, milestoneid, priorityid, estimate, dateopen, datedue } = previous
  const due = datedue === null ? null : addDays(start, daysBetween(String(dateopen), String(datedue)))
  const values = {
    title,
    summary,
    projectid,
    moduleid,
    priorityid,
    milestoneid: staysInProject(previous, submitted) ? milestoneid : null,
    estimate: printDecimal(Number(estimate), hoursScale),
    statusid: status?.[0],
    dateopen: start,
    datedue: due,
    ...(await peopleOf(tx, actor, previous)),
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])),
  )
}

const itemsOfTask = statement(sql`select taskitem.title, (select person.id from person
    where person.accountid = taskitem.accountid and person.id = taskitem.personid and person.active = 't'
      and ${personSeesTask(slot('to'))})
  from taskitem where taskitem.accountid = ${accountSlot} and taskitem.taskid = ${slot('from')}
  order by taskitem.position, taskitem.id`)

/** The items of the new task are not done; those of people who cannot see it are nobody's. */
export async function copyItems(tx: WriteTransaction, from: number, to: number): Promise<void> {
  let position = 0
  for (const [title, personid] of await tx.all(itemsOfTask, { from, to })) {
    position += 1
    const person = personid === null ? null : Number(personid)
    await tx.insert('taskitem', {
      id: nextId,
      taskid: to,
      position,
      title: String(title),
      done: 'f',
      personid: person,
    })
  }
}

export const duplicateTask: CreateAction = {
  doc: 'Creates a task like this one, with its people and checklist. The body has the fields of a task; fields that it leaves out come from this task.',
  roles: staff,
  creates: 'task',
  alsoWrites: ['taskitem'],
  prepare: copyOfTask,
  afterCreate: ({ tx, id }, taskid) => copyItems(tx, id, taskid),
}
