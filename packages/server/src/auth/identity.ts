// Who somebody is at a provider of OpenID Connect: the issuer and the subject, which no person chooses. A verified
// email address links a person once, at the first sign-in; a user name never does (T-179, T-180). Requests and the
// protocol are elsewhere.
import { groupOfRole, type Role } from '../define/actor.ts'
import { type Database, NextNumber, nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { lookUp, lookup } from '../io/lookup.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { withoutNonXml } from '../kit/text.ts'
import { firstEmail } from '../mail/email-contact.ts'
import { mayHavePassword } from './link-code.ts'

/** What a provider says about somebody. */
export interface ProvedIdentity {
  readonly issuer: string
  readonly subject: string
  /** Only an address that belongs to them for certain. */
  readonly email: string | null
  readonly firstname: string
  readonly lastname: string
}

export interface IdentityOwner {
  readonly accountid: number
  readonly personid: number
}

/** Why nobody is signed in: see the texts of the web application. */
export type SignInRefusal = 'unknown' | 'inactive' | 'several'

/** The person of an identity, or what to do with somebody who has none yet. */
export type FoundPerson =
  | { readonly found: IdentityOwner }
  | { readonly link: IdentityOwner }
  | { readonly create: number }
  | { readonly refused: SignInRefusal }

const inScope = sql`(cast(${slot('scope')} as bigint) = 0 or person.accountid = ${slot('scope')})`
const maySignIn = sql`case when ${mayHavePassword} then 't' else 'f' end`

const byIdentity = lookup(
  'identity',
  (account) => sql`select person.accountid, person.id, ${maySignIn}
  from identity join person on person.accountid = identity.accountid and person.id = identity.personid
  where identity.issuer = ${slot('issuer')} and identity.subject = ${slot('subject')} and ${account} and ${inScope}
  order by person.accountid limit 2`,
)

/** All people with the address, also those who may not sign in or have it beside another: nobody is created anew. */
const byEmail = statement(sql`select distinct person.accountid, person.id, ${maySignIn},
    case when contact.value = ${firstEmail} then 't' else 'f' end,
    (select count(*) from identity where identity.accountid = person.accountid and identity.personid = person.id
      and identity.issuer = ${slot('issuer')})
  from personcontact contact
  join person on person.accountid = contact.accountid and person.id = contact.personid
  where contact.contacttypeid = 1 and lower(contact.value) = lower(${slot('email')}) and ${inScope}
  order by person.accountid, person.id limit 20`)

/**
 * Finds whose identity it is, in one account or, without an account, in any. `createIn` is the account in which unknown
 * people with a verified address are created; null if they are not.
 */
export async function findPerson(
  database: Database,
  { issuer, subject, email }: ProvedIdentity,
  { accountid, createIn }: { readonly accountid: number | null; readonly createIn: number | null },
): Promise<FoundPerson> {
  const scope = accountid ?? 0
  const known = await lookUp(database, byIdentity, { issuer, subject, scope })
  if (known.length > 1) return { refused: 'several' }
  const [owner] = known
  if (owner !== undefined) return owner[2] === 't' ? { found: ownerOf(owner) } : { refused: 'inactive' }
  const people = email === null ? [] : await database.read(0, (tx) => tx.all(byEmail, { issuer, email, scope }))
  const candidates = people.filter(([, , may, isFirst]) => may === 't' && isFirst === 't')
  const [candidate] = candidates
  if (candidates.length > 1) return { refused: 'several' }
  if (candidate !== undefined) return Number(candidate[4]) === 0 ? { link: ownerOf(candidate) } : { refused: 'unknown' }
  if (people.length > 0) return { refused: people.some(([, , may]) => may === 't') ? 'unknown' : 'inactive' }
  return createIn === null || email === null ? { refused: 'unknown' } : { create: createIn }
}

const ownerOf = ([accountid, personid]: readonly unknown[]): IdentityOwner => ({
  accountid: Number(accountid),
  personid: Number(personid),
})

const stillLinked = statement(sql`select 1 from identity
  join person on person.accountid = identity.accountid and person.id = identity.personid
  where identity.accountid = ${accountSlot} and identity.personid = ${slot('personid')}
    and identity.issuer = ${slot('issuer')} and identity.subject = ${slot('subject')} and ${mayHavePassword}`)

/** Whether the person still has this identity and may sign in. The row of the person is locked before. */
export const isIdentityOf = async (
  tx: ReadTransaction,
  personid: number,
  { issuer, subject }: ProvedIdentity,
): Promise<boolean> => (await tx.first(stillLinked, { personid, issuer, subject })) !== undefined

export interface Identity {
  readonly id: number
  readonly issuer: string
  readonly datecreated: string
}

const ofPerson = statement(sql`select identity.id, identity.issuer, identity.datecreated from identity
  where identity.accountid = ${accountSlot} and identity.personid = ${slot('personid')} order by identity.id`)

export async function listIdentities(tx: ReadTransaction, personid: number): Promise<Identity[]> {
  const rows = await tx.all(ofPerson, { personid })
  return rows.map(([id, issuer, datecreated]) => ({
    id: Number(id),
    issuer: String(issuer),
    datecreated: String(datecreated),
  }))
}

const otherOwner = statement(sql`select 1 from identity where identity.accountid = ${accountSlot}
  and identity.issuer = ${slot('issuer')}
  and (identity.personid = ${slot('personid')} or identity.subject = ${slot('subject')})`)

/** False if the person has another identity of the issuer, or another person has this one. */
export async function linkIdentity(
  tx: WriteTransaction,
  personid: number,
  { issuer, subject }: ProvedIdentity,
  now: string,
): Promise<boolean> {
  await tx.lock('person', personid)
  if ((await tx.first(otherOwner, { personid, issuer, subject })) !== undefined) return false
  await tx.insert('identity', { id: nextId, personid, issuer, subject, datecreated: now })
  return true
}

const usernameTaken = statement(sql`select 1 from person where person.accountid = ${accountSlot}
  and lower(person.username) = lower(${slot('username')})`)

/** The part of the address before the @, with a number if somebody has it. */
async function freeUsername(tx: WriteTransaction, wanted: string): Promise<string> {
  const base = wanted.replaceAll(/[^A-Za-z0-9._-]/g, '').slice(0, 40) || 'person'
  for (let number = 1; ; number++) {
    const username = number === 1 ? base : `${base}${number}`
    if ((await tx.first(usernameTaken, { username })) === undefined) return username
  }
}

const plainName = (text: string, most: number): string => withoutNonXml(text).slice(0, most).toWellFormed().trim()

const accountZone = statement(sql`select account.timezone from account where account.id = ${accountSlot}`)

/** Creates a person with a role, who has no password. The lock keeps two sign-ins from choosing the same user name. */
export async function createPerson(
  tx: WriteTransaction,
  { email, firstname, lastname }: ProvedIdentity,
  role: Role,
): Promise<number> {
  await tx.lock('account', tx.accountid)
  const username = await freeUsername(tx, email?.split('@')[0] ?? '')
  const [timezone] = (await tx.first(accountZone)) ?? []
  const personid = await tx.insert('person', {
    id: nextId,
    localid: new NextNumber('person'),
    firstname: plainName(firstname, 65) || username,
    lastname: plainName(lastname, 85),
    allprojects: 'f',
    active: 't',
    private: 'f',
    username,
    groupid: groupOfRole[role],
    timezone: String(timezone),
  })
  if (email !== null)
    await tx.insert('personcontact', { id: nextId, personid, contacttypeid: 1, contactdescriptorid: 1, value: email })
  return personid
}
