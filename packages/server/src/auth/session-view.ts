// What the web client gets about the session: who is signed in to which account, or, before sign-in, the public logins
// of the demo company. It does not open or end sessions.
import { type Role, roleOfGroup } from '../define/actor.ts'
import type { Database, ReadTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { tokenHash } from '../kit/token.ts'

export interface SessionView {
  readonly personid: number
  readonly accountid: number
  readonly role: Role | null
  readonly restricted: boolean
  readonly firstname: string
  readonly lastname: string
  readonly username: string
  readonly company: string
  readonly currency: string
  /** The time zone of the account; the next one is that of the person. */
  readonly timezone: string
  readonly persontimezone: string
}

const sessionOfPerson = statement(sql`select person.groupid, person.restricttasks, person.firstname, person.lastname,
    person.username, account.name, company.currency, account.timezone, person.timezone
  from person join account on account.id = person.accountid
  left join company on company.accountid = person.accountid
  where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

export async function readSessionView(tx: ReadTransaction, personid: number): Promise<SessionView | null> {
  const row = await tx.first(sessionOfPerson, { personid })
  if (row === undefined) return null
  const [groupid, restricted, firstname, lastname, username, company, currency, timezone, persontimezone] = row
  return {
    personid,
    accountid: tx.accountid,
    role: roleOfGroup(Number(groupid)) ?? null,
    restricted: restricted === 't',
    firstname: String(firstname),
    lastname: String(lastname),
    username: String(username),
    company: String(company),
    currency: String(currency ?? ''),
    timezone: String(timezone),
    persontimezone: String(persontimezone ?? timezone),
  }
}

export interface DemoLogin {
  readonly username: string
  readonly password: string
  readonly role: Role
  readonly restricted: boolean
  readonly name: string
}

const loginByToken =
  statement(sql`select person.username, person.groupid, person.restricttasks, person.firstname, person.lastname
  from token join person on person.accountid = token.accountid and person.id = token.personid
  where token.hash = ${slot('hash')} and person.active = 't' and person.username <> '' and person.password <> ''`)

/** The logins of the given tokens that exist on this server. In the demo company the token is also the password. */
export const demoLogins = (database: Database, tokens: readonly string[]): Promise<DemoLogin[]> =>
  database.read(0, async (tx) => {
    const rows = await Promise.all(tokens.map((token) => tx.first(loginByToken, { hash: tokenHash(token) })))
    return rows.flatMap((row, index) => {
      const role = roleOfGroup(Number(row?.[1]))
      if (row === undefined || role === undefined) return []
      const [username, , restricted, firstname, lastname] = row
      const name = `${firstname} ${lastname}`.trim()
      return [{ username: String(username), password: tokens[index] ?? '', role, restricted: restricted === 't', name }]
    })
  })
