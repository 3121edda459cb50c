// Who may see, write and remove a work request. Requests of a project belong to those who see the project; those without
// one to the people on the mail-queue list and to whoever handed them in.
import { type Actor, me, type Viewer } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { type Change, changesField, type RecordRule, type StoredRecord } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, anyCondition, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { inVisibleProject } from './visibility.ts'

const onMailQueueList = (person: Fragment): Fragment => sql`select 1 from person asker
  where asker.accountid = ${accountSlot} and asker.id = ${person} and asker.mailqueue = 't'`

export function visibleRequest(viewer: Viewer): Fragment | null {
  const ofSeenProject = inVisibleProject(viewer, 'request.projectid')
  if (ofSeenProject === null) return null
  const ofNoProject = anyCondition([sql`request.personid = ${me}`, sql`exists (${onMailQueueList(me)})`])
  return anyCondition([ofSeenProject, sql`request.projectid is null and ${ofNoProject}`])
}

const writesOwnOnly = ({ role }: Viewer): boolean => role === 'Resource' || role === 'Executive'

export const ownRequest = (verb: string): RecordRule => ({
  where: (viewer) => (writesOwnOnly(viewer) ? sql`request.personid = ${me}` : null),
  error: ({ actor }) => forbidden(`request: as ${actor.role} you may ${verb} only your own requests`),
})

const mailQueueMember = statement(onMailQueueList(slot('personid')))

/** Whoever takes a request out of its project needs sight of the requests without one (T-22). */
async function requireMailQueueAccess(tx: ReadTransaction, { personid }: Actor, was: StoredRecord): Promise<void> {
  if (was.personid === personid || (await tx.first(mailQueueMember, { personid })) !== undefined) return
  throw forbidden('projectid: only people on the mail-queue list may take the requests of others out of their project')
}

export async function enforceRequestRules(change: Change): Promise<void> {
  const { actor, previous, values, tx } = change
  if (actor.role === 'Administrator') return
  if (previous === null) {
    if (values.personid === actor.personid) return
    throw forbidden('personid: only Administrators hand in requests for somebody else')
  }
  if (changesField(change, 'personid')) throw forbidden('personid: only Administrators may change whose request it is')
  if (changesField(change, 'projectid') && values.projectid === null) await requireMailQueueAccess(tx, actor, previous)
}
