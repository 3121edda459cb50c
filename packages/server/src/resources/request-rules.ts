// Who may see, write and remove a work request. Requests of a project belong to those who see the project; those without
// one to the people on the mail-queue list and to whoever handed them in.
import { type Actor, me, type Viewer } from '../define/actor.ts'
import { notAllowed } from '../define/refusal.ts'
import { type Change, changes, type Removal, type StoredRecord } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { account, anyOfThese, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { inVisibleProject } from './visibility.ts'

const onMailQueueList = (person: Fragment): Fragment => sql`select 1 from person asker
  where asker.accountid = ${account} and asker.id = ${person} and asker.mailqueue = 't'`

export function visibleRequest(viewer: Viewer): Fragment | null {
  const ofSeenProject = inVisibleProject(viewer, 'request.projectid')
  if (ofSeenProject === null) return null
  const ofNoProject = anyOfThese([sql`request.personid = ${me}`, sql`exists (${onMailQueueList(me)})`])
  return anyOfThese([ofSeenProject, sql`request.projectid is null and ${ofNoProject}`])
}

const writesOwnOnly = ({ role }: Actor): boolean => role === 'Resource' || role === 'Executive'

function refuseOthers(actor: Actor, was: StoredRecord, verb: string): void {
  if (writesOwnOnly(actor) && was.personid !== actor.personid) {
    throw notAllowed(`request: as ${actor.role} you may ${verb} only your own requests`)
  }
}

const watchesMailQueue = statement(onMailQueueList(slot('personid')))

/** Whoever takes a request out of its project needs sight of the requests without one (T-22). */
async function keepInSight(tx: ReadTransaction, { personid }: Actor, was: StoredRecord): Promise<void> {
  if (was.personid === personid || (await tx.first(watchesMailQueue, { personid })) !== undefined) return
  throw notAllowed('projectid: only people on the mail-queue list may take the requests of others out of their project')
}

export async function keepRequestRules(change: Change): Promise<void> {
  const { actor, was, values, tx } = change
  if (actor.role === 'Administrator') return
  if (was === null) {
    if (values.personid === actor.personid) return
    throw notAllowed('personid: only Administrators hand in requests for somebody else')
  }
  refuseOthers(actor, was, 'edit')
  if (changes(change, 'personid')) throw notAllowed('personid: only Administrators may change whose request it is')
  if (changes(change, 'projectid') && values.projectid === null) await keepInSight(tx, actor, was)
}

export async function permitRequestRemoval({ actor, was }: Removal): Promise<void> {
  refuseOthers(actor, was, 'delete')
}
