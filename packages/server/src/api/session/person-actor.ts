// The actor of a person who is not signed in yet: who uses a link or a code. Whether they may do that is decided
// elsewhere.
import type { Actor } from '../../define/actor.ts'
import { accountSlot, slot, sql, statement } from '../../io/sql.ts'
import { actorOf } from '../admission.ts'
import type { ServerOptions } from '../server-options.ts'
import { callerColumns, callerFromRow } from '../token-authentication.ts'

const callerById = statement(sql`select ${callerColumns}, 0 from person join account on account.id = person.accountid
  where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

/** Null for a person without a role. */
export async function actorForPerson(
  { database }: Pick<ServerOptions, 'database'>,
  { accountid, personid }: { readonly accountid: number; readonly personid: number },
  now: number,
  requestid: string,
): Promise<Actor | null> {
  const row = await database.read(accountid, (tx) => tx.first(callerById, { personid }))
  const caller = row === undefined ? undefined : callerFromRow(row)
  return caller === undefined ? null : actorOf(caller, now, 'session', requestid)
}
