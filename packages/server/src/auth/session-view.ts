// What the web client gets about the session: who is signed in to which account, or, before sign-in, the public logins
// of the demo company. It does not open or end sessions.
import { type Role, roleOfGroup } from '../define/actor.ts'
import type { Database, ReadTransaction } from '../io/database.ts'
import { lookUpFirst, lookup } from '../io/lookup.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { tokenHash } from '../kit/token.ts'
import { findSecondFactor } from './second-factor.ts'

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
  /** Whether they decide about weeks of others: Administrators, and Managers if the company lets them. */
  readonly approvesweeks: boolean
  /** Whether they see what people cost: Administrators, and Managers if the company lets them. */
  readonly seescosts: boolean
  /** Whether a code is asked for with the password. */
  readonly factor: boolean
  /** Whether the person has passkeys. */
  readonly haspasskeys: boolean
  /** False for people who only sign in with a provider. */
  readonly haspassword: boolean
  /** Whether this is an Administrator of a company that still lacks something that every company needs. */
  readonly firststeps: boolean
}

const sessionOfPerson = statement(sql`select person.groupid, person.restricttasks, person.firstname, person.lastname,
    person.username, account.name, company.currency, account.timezone, person.timezone,
    company.managersapprove, company.managersseecost, person.password
  from person join account on account.id = person.accountid
  left join company on company.accountid = person.accountid
  where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

const ofAccount = sql`accountid = ${accountSlot}`

/**
 * One row, if the company has details for its invoices, a client, a project, a colleague, time and an invoice, and no
 * sample data.
 */
const completeCompany = statement(sql`select 1 from company where ${ofAccount} and address <> ''
  and exists (select 1 from client where ${ofAccount}) and exists (select 1 from project where ${ofAccount})
  and exists (select 1 from person where ${ofAccount} and id <> ${slot('personid')})
  and exists (select 1 from time where ${ofAccount}) and exists (select 1 from invoice where ${ofAccount})
  and not exists (select 1 from samplerecord where ${ofAccount})`)

export async function readSessionView(tx: ReadTransaction, personid: number): Promise<SessionView | null> {
  const row = await tx.first(sessionOfPerson, { personid })
  if (row === undefined) return null
  const factor = await findSecondFactor(tx, personid)
  const [groupid, restricted, firstname, lastname, username, company, currency, timezone, persontimezone, ...more] = row
  const [approve, seecost, password] = more
  const role = roleOfGroup(Number(groupid)) ?? null
  const lets = (option: unknown): boolean =>
    role === 'Administrator' || (role === 'Manager' && restricted !== 't' && option === 't')
  return {
    personid,
    accountid: tx.accountid,
    role,
    restricted: restricted === 't',
    firstname: String(firstname),
    lastname: String(lastname),
    username: String(username),
    company: String(company),
    currency: String(currency ?? ''),
    timezone: String(timezone),
    persontimezone: String(persontimezone ?? timezone),
    approvesweeks: lets(approve),
    seescosts: lets(seecost),
    factor: factor !== null,
    haspasskeys: (factor?.passkeys ?? 0) > 0,
    haspassword: password !== '',
    firststeps: role === 'Administrator' && (await tx.first(completeCompany, { personid })) === undefined,
  }
}

export interface DemoLogin {
  readonly username: string
  readonly password: string
  readonly role: Role
  readonly restricted: boolean
  readonly name: string
}

const loginByToken = lookup(
  'token',
  (account) => sql`select person.username, person.groupid, person.restricttasks, person.firstname, person.lastname
  from token join person on person.accountid = token.accountid and person.id = token.personid
  where token.hash = ${slot('hash')} and ${account}
    and person.active = 't' and person.username <> '' and person.password <> ''`,
)

/**
 * The logins of the given tokens that exist on this server. In the demo company the token is also the password. For an
 * offer on the sign-in page not all machines are asked: hardly any server has these tokens.
 */
export async function demoLogins(database: Database, tokens: readonly string[], isOffer = false): Promise<DemoLogin[]> {
  const rows = await Promise.all(
    tokens.map((token) => lookUpFirst(database, loginByToken, { hash: tokenHash(token) }, isOffer)),
  )
  return rows.flatMap((row, index) => {
    const role = roleOfGroup(Number(row?.[1]))
    if (row === undefined || role === undefined) return []
    const [username, , restricted, firstname, lastname] = row
    const name = `${firstname} ${lastname}`.trim()
    return [{ username: String(username), password: tokens[index] ?? '', role, restricted: restricted === 't', name }]
  })
}
