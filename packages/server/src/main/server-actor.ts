// The server itself as an actor, for what no request causes.
// Several servers may do the same at the same time; the database lets one of them write.
import { accountActor } from '../accounts/account-actor.ts'
import { accountIds } from '../accounts/create-account.ts'
import type { Actor } from '../define/actor.ts'
import { ConstraintViolation, type Database } from '../io/database.ts'
import { tryEach } from '../kit/try-each.ts'

/** The server itself. It is no person, so everybody is told, also whoever changed the record last. */
export const serverActor = (database: Database, accountid: number, now: number): Promise<Actor> =>
  accountActor(database, accountid, now, { channel: 'schedule', requestid: null })

/** Does the work in every account. An account where it fails does not stop the others. */
export async function inEachAccount(
  database: Database,
  now: number,
  work: (actor: Actor) => Promise<void>,
): Promise<void> {
  await tryEach(await accountIds(database), async (id) => work(await serverActor(database, id, now)))
}

/** One server writes; another one that tries the same at the same time fails by the primary key. */
export async function unlessDoneElsewhere(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ConstraintViolation)) throw error
  })
}
