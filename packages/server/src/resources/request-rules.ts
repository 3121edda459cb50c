// Who may see, write and remove a work request. Who sees the project sees its requests. A request without a project is
// visible to the people on the mail-queue list and to the person who submitted it.
import { type Actor, me, type Viewer } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { type Change, changesField, type RecordRule, type StoredRecord } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, anyCondition, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { inVisibleProject } from './visibility.ts'

const onMailQueueList = (person: Fragment): Fragment => sql`select 1 from person caller
  where caller.accountid = ${accountSlot} and caller.id = ${person} and caller.mailqueue = 't'`

export function visibleRequest(viewer: Viewer): Fragment | null {
  const ofVisibleProject = inVisibleProject(viewer, 'request.projectid')
  if (ofVisibleProject === null) return null
  const visibleWithoutProject = anyCondition([sql`request.personid = ${me}`, sql`exists (${onMailQueueList(me)})`])
  return anyCondition([ofVisibleProject, sql`request.projectid is null and ${visibleWithoutProject}`])
}

const writesOwnOnly = ({ role }: Viewer): boolean => role === 'Resource' || role === 'Executive'

export const ownRequest = (verb: string): RecordRule => ({
  where: (viewer) => (writesOwnOnly(viewer) ? sql`request.personid = ${me}` : null),
  error: ({ actor }) => forbidden(`request: as ${actor.role} you can ${verb} only your own requests`),
})

const mailQueueMember = statement(onMailQueueList(slot('personid')))

/** Who takes a request out of its project must be able to see it afterwards (T-22). */
async function requireMailQueueAccess(tx: ReadTransaction, { personid }: Actor, request: StoredRecord): Promise<void> {
  if (request.personid === personid || (await tx.first(mailQueueMember, { personid })) !== undefined) return
  throw forbidden('projectid: only people who see requests without a project can remove the project of a request')
}

export async function enforceRequestRules(change: Change): Promise<void> {
  const { actor, previous, values, tx } = change
  if (actor.role === 'Administrator') return
  if (previous === null) {
    if (values.personid === actor.personid) return
    throw forbidden('personid: only an Administrator can submit a request for someone else')
  }
  if (changesField(change, 'personid'))
    throw forbidden('personid: only an Administrator can change who submitted a request')
  if (changesField(change, 'projectid') && values.projectid === null) await requireMailQueueAccess(tx, actor, previous)
}
