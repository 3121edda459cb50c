// An actor who is no person of the account: the server itself, or the reader of a public page. It has the calendar of
// the account.
import { type Actor, serverId } from '../define/actor.ts'
import type { Database } from '../io/database.ts'
import { accountSlot, sql, statement } from '../io/sql.ts'
import { dayInZone, utcText } from '../kit/calendar.ts'

const zoneOfAccount = statement(sql`select account.timezone from account where account.id = ${accountSlot}`)

export async function accountActor(
  database: Database,
  accountid: number,
  now: number,
  origin: Pick<Actor, 'channel' | 'requestid'>,
): Promise<Actor> {
  const [zone] = (await database.read(accountid, (tx) => tx.first(zoneOfAccount))) ?? []
  const timezone = String(zone ?? 'UTC')
  const who = { accountid, personid: serverId, clientid: null, role: 'Administrator', restricted: false } as const
  return { ...who, timezone, today: dayInZone(now, timezone), now: utcText(now), ...origin }
}
