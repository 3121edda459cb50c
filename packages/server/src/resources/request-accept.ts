// Accepting a request makes a task from it, in one transaction: the task takes over what the request says, knows where it
// came from, and gets the request's documents. A request becomes one task at most, by a rule of the database too.
import type { Actor } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { recordId as idKind } from '../define/kinds.ts'
import type { CreateAction, RecordRule, Removal, StoredRecord } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, allConditions, type Fragment, slot, sql, statement } from '../io/sql.ts'
import type { WireRecord, WireValue } from '../kit/wire-tree.ts'
import { notifyRequestAccepted } from '../mail/request-mails.ts'
import { ownProjects, seesAll } from './visibility.ts'

/** Which task it became is not said: the caller may be one who does not see that task. */
export const notAccepted: RecordRule = {
  where: () => sql`not exists (select 1 from task accepted
    where accepted.accountid = request.accountid and accepted.queueid = request.id)`,
  readsOtherRows: () => null,
  error: ({ id }) => badRequest(`id: request ${id} has been accepted already`),
}

const firstOpenStatus = statement(sql`select taskstatus.id from taskstatus
  where taskstatus.accountid = ${accountSlot} and taskstatus.closed = 'f' and taskstatus.active = 't'
  order by taskstatus.priority, taskstatus.id limit 1`)

const modulesOf = (seen: boolean) =>
  statement(sql`select projectmodule.moduleid from projectmodule where projectmodule.accountid = ${accountSlot}
    and ${allConditions([
      sql`projectmodule.projectid = ${slot('projectid')}`,
      sql`projectmodule.active = 't'`,
      ...(seen ? [] : [sql`projectmodule.projectid in ${ownProjects}`]),
    ])} limit 2`)
const allModules = modulesOf(true)
/** Modules of a project the caller does not see are none: what is missing from their body must not tell of them (T-22). */
const visibleModules = modulesOf(false)

/** The module of a project that has only one in use. */
async function singleModule(tx: ReadTransaction, actor: Actor, projectid: number): Promise<number | null> {
  const rows = await tx.all(seesAll(actor) ? allModules : visibleModules, { me: actor.personid, projectid })
  return rows.length === 1 ? Number(rows[0]?.[0]) : null
}

const requestedProject = (was: StoredRecord, sent: WireRecord): number | null => {
  const wire = sent.get('projectid')
  const project = wire === undefined ? was.projectid : idKind.parse(wire)
  return typeof project === 'number' ? project : null
}

async function taskFromRequest(
  { tx, actor, previous }: Removal,
  sent: WireRecord,
): Promise<Readonly<Record<string, WireValue>>> {
  const status = await tx.first(firstOpenStatus)
  const projectid = requestedProject(previous, sent)
  const moduleid = projectid === null ? null : await singleModule(tx, actor, projectid)
  const known = {
    title: previous.title,
    summary: previous.description,
    datedue: previous.datedue,
    dateopen: actor.today,
    priorityid: previous.priorityid,
    projectid: previous.projectid,
    statusid: status?.[0],
    moduleid,
    ownerid: actor.personid,
  }
  return Object.fromEntries(
    Object.entries(known).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])),
  )
}

const moveDocumentsToTask = statement(sql`update document set taskid = ${slot('taskid')}
  where accountid = ${accountSlot} and queueid = ${slot('id')} and taskid is null`)

export const acceptRequest: CreateAction = {
  doc: 'Makes a task from the request. The body is that of a task; what it leaves out comes from the request.',
  roles: ['Administrator', 'Manager', 'Resource'],
  creates: 'task',
  prepare: taskFromRequest,
  afterCreate: async (act, taskid) => {
    const { tx, id } = act
    await tx.update('task', taskid, { queueid: id })
    await tx.run('document', moveDocumentsToTask, { id, taskid })
    await notifyRequestAccepted(act)
  },
}

const returnDocuments = (removed: Fragment) =>
  statement(
    sql`update document set taskid = null where accountid = ${accountSlot} and queueid is not null and ${removed}`,
  )

const returnDocumentsOfTask = returnDocuments(sql`taskid = ${slot('id')}`)
const returnDocumentsOfProject = returnDocuments(sql`taskid in (select task.id from task
  where task.accountid = ${accountSlot} and task.projectid = ${slot('id')})`)

/** A task that is removed leaves its request, and the request's documents, as they were before it was accepted. */
export async function returnTaskDocuments({ tx, id, previous }: Removal): Promise<void> {
  if (previous.queueid !== null) await tx.run('document', returnDocumentsOfTask, { id })
}

/** The same for all tasks of a project that is removed: their requests may be those of no project. */
export const returnProjectDocuments = ({ tx, id }: Removal): Promise<void> =>
  tx.run('document', returnDocumentsOfProject, { id })
