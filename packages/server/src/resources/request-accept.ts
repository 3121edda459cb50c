// Accepting a request creates a task from it in one transaction: the task gets the request's values, its id and its
// documents. A request becomes one task at most; a unique index enforces it too.
import { type Actor, staff } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { recordId as idKind } from '../define/kinds.ts'
import type { CreateAction, RecordRule, Removal, StoredRecord } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, allConditions, type Fragment, slot, sql, statement, updateRows } from '../io/sql.ts'
import type { WireRecord, WireValue } from '../kit/wire-tree.ts'
import { notifyRequestAccepted } from '../mail/request-mails.ts'
import { firstOpenStatus } from './task-duplicate.ts'
import { ownProjects, seesAll } from './visibility.ts'

/** Which task it became is not said: the caller may be one who does not see that task. */
export const notAccepted: RecordRule = {
  where: () => sql`not exists (select 1 from task accepted
    where accepted.accountid = request.accountid and accepted.queueid = request.id)`,
  readsOtherRows: () => null,
  error: ({ id }) => badRequest(`id: request ${id} is already accepted`),
}

const modulesOf = (all: boolean) =>
  statement(sql`select projectmodule.moduleid from projectmodule where projectmodule.accountid = ${accountSlot}
    and ${allConditions([
      sql`projectmodule.projectid = ${slot('projectid')}`,
      sql`projectmodule.active = 't'`,
      ...(all ? [] : [sql`projectmodule.projectid in ${ownProjects}`]),
    ])} limit 2`)
const allModules = modulesOf(true)
/**
 * No modules for a project that the caller does not see: the error about missing fields must not reveal them (T-22).
 */
const visibleModules = modulesOf(false)

/** The module of a project that has exactly one active module, else null. */
async function singleModule(tx: ReadTransaction, actor: Actor, projectid: number): Promise<number | null> {
  const rows = await tx.all(seesAll(actor) ? allModules : visibleModules, { me: actor.personid, projectid })
  return rows.length === 1 ? Number(rows[0]?.[0]) : null
}

const requestedProject = (request: StoredRecord, submitted: WireRecord): number | null => {
  const wire = submitted.get('projectid')
  const project = wire === undefined ? request.projectid : idKind.parse(wire)
  return typeof project === 'number' ? project : null
}

async function taskFromRequest(
  { tx, actor, previous }: Removal,
  submitted: WireRecord,
): Promise<Readonly<Record<string, WireValue>>> {
  const status = await tx.first(firstOpenStatus)
  const projectid = requestedProject(previous, submitted)
  const moduleid = projectid === null ? null : await singleModule(tx, actor, projectid)
  const defaults = {
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
    Object.entries(defaults).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])),
  )
}

const moveDocumentsToTask = updateRows(
  'document',
  sql`taskid = ${slot('taskid')}`,
  sql`queueid = ${slot('id')} and taskid is null`,
)

export const acceptRequest: CreateAction = {
  doc: 'Creates a task from the request. The body has the fields of a task; fields that it leaves out come from the request.',
  roles: staff,
  creates: 'task',
  prepare: taskFromRequest,
  afterCreate: async (context, taskid) => {
    const { tx, id } = context
    await tx.update('task', taskid, { queueid: id })
    await tx.run('document', moveDocumentsToTask, { id, taskid })
    await notifyRequestAccepted(context)
  },
}

const returnDocuments = (removed: Fragment) =>
  updateRows('document', sql`taskid = null`, sql`queueid is not null and ${removed}`)

const returnDocumentsOfTask = returnDocuments(sql`taskid = ${slot('id')}`)
const returnDocumentsOfProject = returnDocuments(sql`taskid in (select task.id from task
  where task.accountid = ${accountSlot} and task.projectid = ${slot('id')})`)

/** When a task is removed, the documents of its request belong to the request again. */
export async function returnTaskDocuments({ tx, id, previous }: Removal): Promise<void> {
  if (previous.queueid !== null) await tx.run('document', returnDocumentsOfTask, { id })
}

/** The same for all tasks of a removed project, because their requests may stay: they may belong to no project. */
export const returnProjectDocuments = ({ tx, id }: Removal): Promise<void> =>
  tx.run('document', returnDocumentsOfProject, { id })
