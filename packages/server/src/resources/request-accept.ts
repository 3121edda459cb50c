// Accepting a request makes a task from it, in one transaction: the task takes over what the request says, knows where it
// came from, and gets the request's documents. A request becomes one task at most, by a rule of the database too.
import type { Actor } from '../define/actor.ts'
import { id as idKind } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import type { Making, Removal, StoredRecord } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { account, allOf, type Fragment, slot, sql, statement } from '../io/sql.ts'
import type { WireRecord, WireValue } from '../kit/wire-tree.ts'
import { tellOfAccepted } from './mail-request.ts'
import { ownProjects, seesAll } from './visibility.ts'

const taskOfRequest = statement(sql`select 1 from task
  where task.accountid = ${account} and task.queueid = ${slot('id')}`)

const firstOpenStatus = statement(sql`select taskstatus.id from taskstatus
  where taskstatus.accountid = ${account} and taskstatus.closed = 'f' and taskstatus.active = 't'
  order by taskstatus.priority, taskstatus.id limit 1`)

const modulesOf = (seen: boolean) =>
  statement(sql`select projectmodule.moduleid from projectmodule where projectmodule.accountid = ${account}
    and ${allOf([
      sql`projectmodule.projectid = ${slot('projectid')}`,
      sql`projectmodule.active = 't'`,
      ...(seen ? [] : [sql`projectmodule.projectid in ${ownProjects}`]),
    ])} limit 2`)
const anyModules = modulesOf(true)
/** Modules of a project the caller does not see are none: what is missing from their body must not tell of them (T-22). */
const seenModules = modulesOf(false)

/** The module of a project that has only one in use. */
async function onlyModule(tx: ReadTransaction, actor: Actor, projectid: number): Promise<number | null> {
  const rows = await tx.all(seesAll(actor) ? anyModules : seenModules, { me: actor.personid, projectid })
  return rows.length === 1 ? Number(rows[0]?.[0]) : null
}

const projectOf = (was: StoredRecord, sent: WireRecord): number | null => {
  const wire = sent.get('projectid')
  const project = wire === undefined ? was.projectid : idKind.parse(wire)
  return typeof project === 'number' ? project : null
}

async function taskFrom(
  { tx, actor, id, was }: Removal,
  sent: WireRecord,
): Promise<Readonly<Record<string, WireValue>>> {
  // Which task it became is not said: the caller may be one who does not see that task.
  if (await tx.first(taskOfRequest, { id })) throw invalid(`id: request ${id} has been accepted already`)
  const status = await tx.first(firstOpenStatus)
  const projectid = projectOf(was, sent)
  const moduleid = projectid === null ? null : await onlyModule(tx, actor, projectid)
  const known = {
    title: was.title,
    summary: was.description,
    datedue: was.datedue,
    dateopen: actor.today,
    priorityid: was.priorityid,
    projectid: was.projectid,
    statusid: status?.[0],
    moduleid,
    ownerid: actor.personid,
  }
  return Object.fromEntries(
    Object.entries(known).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])),
  )
}

const carryDocuments = statement(sql`update document set taskid = ${slot('taskid')}
  where accountid = ${account} and queueid = ${slot('id')} and taskid is null`)

export const accept: Making = {
  doc: 'Makes a task from the request. The body is that of a task; what it leaves out comes from the request.',
  roles: ['Administrator', 'Manager', 'Resource'],
  makes: 'task',
  prepare: taskFrom,
  made: async (act, taskid) => {
    const { tx, id } = act
    await tx.update('task', taskid, { queueid: id })
    await tx.run('document', carryDocuments, { id, taskid })
    await tellOfAccepted(act)
  },
}

const returnDocuments = (removed: Fragment) =>
  statement(sql`update document set taskid = null where accountid = ${account} and queueid is not null and ${removed}`)

const documentsOfTask = returnDocuments(sql`taskid = ${slot('id')}`)
const documentsOfTasks = returnDocuments(sql`taskid in (select task.id from task
  where task.accountid = ${account} and task.projectid = ${slot('id')})`)

/** A task that is removed leaves its request, and the request's documents, as they were before it was accepted. */
export async function releaseRequest({ tx, id, was }: Removal): Promise<void> {
  if (was.queueid !== null) await tx.run('document', documentsOfTask, { id })
}

/** The same for all tasks of a project that is removed: their requests may be those of no project. */
export const releaseRequests = ({ tx, id }: Removal): Promise<void> => tx.run('document', documentsOfTasks, { id })
