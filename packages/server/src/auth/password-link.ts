// What the links to choose a password do: who may get one, who has an address that asked for one, and the new password
// itself. The links are stored and found in link-code.ts; requests are read elsewhere.

import type { Actor } from '../define/actor.ts'
import type { Mailer } from '../define/mailer.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { firstEmail } from '../mail/email-contact.ts'
import { notifyPasswordChanged } from '../mail/login-mails.ts'
import { forgetBrowsers } from './known-browser.ts'
import { invalidateLinks, mayHavePassword, readPasswordLink } from './link-code.ts'
import { readOwnLogin } from './own-password.ts'
import { endSessions } from './session.ts'
import { type Entrance, type Entry, enterWithPassword } from './sign-in.ts'

/** The page of the web application for a link. The code is after the #, which browsers do not send to a server. */
export const passwordLinkPath = (code: string): string => `app/password#${code}`

export interface LinkPerson {
  readonly username: string
  readonly active: boolean
  readonly hasRole: boolean
  readonly hasSignedIn: boolean
  readonly email: string | null
}

const personForLink =
  statement(sql`select person.username, person.active, person.groupid, person.lastlogin, ${firstEmail}
  from person where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

export async function readLinkPerson(tx: ReadTransaction, personid: number): Promise<LinkPerson | null> {
  const row = await tx.first(personForLink, { personid })
  if (row === undefined) return null
  const [username, active, groupid, lastlogin, email] = row
  return {
    username: String(username),
    active: active === 't',
    hasRole: groupid !== null,
    hasSignedIn: lastlogin !== null,
    email: email === null ? null : String(email),
  }
}

const maxMatches = 10

const peopleByEmail = statement(sql`select person.accountid, person.id, contact.value
  from personcontact contact
  join person on person.accountid = contact.accountid and person.id = contact.personid
  where contact.contacttypeid = 1 and lower(contact.value) = lower(${slot('email')})
    and contact.value = ${firstEmail} and ${mayHavePassword}
  order by person.accountid, person.id limit ${sql.lit(maxMatches)}`)

export interface AddressOwner {
  readonly accountid: number
  readonly personid: number
  readonly address: string
}

/** The people whose mails go to the address, in any account. */
export async function findAddressOwners(database: Database, email: string): Promise<AddressOwner[]> {
  const rows = await database.read(0, (tx) => tx.all(peopleByEmail, { email }))
  return rows.map(([accountid, personid, address]) => ({
    accountid: Number(accountid),
    personid: Number(personid),
    address: String(address),
  }))
}

export interface ChosenPassword {
  readonly actor: Actor
  readonly hash: string
  readonly now: number
  /** The hash of the new password. */
  readonly password: string
  readonly session: Entrance
}

/**
 * Sets the password, ends all sessions and links of the person and opens a new session, or leads to one more step: a
 * link does not replace the second factor (T-163). Null if the link was used or invalidated since it was found.
 */
export async function choosePassword(
  tx: WriteTransaction,
  mailer: Mailer,
  { actor, hash, now, password, session }: ChosenPassword,
): Promise<Entry | null> {
  const { personid } = actor
  await tx.lock('person', personid)
  if ((await readPasswordLink(tx, hash, now))?.personid !== personid) return null
  const hadPassword = (await readOwnLogin(tx, personid))?.password !== ''
  // The first name of an event is that of the changed record.
  tx.nameEvent({ resource: 'person', id: personid, kind: 'passwordset' })
  await tx.update('person', personid, { password })
  if (hadPassword) await endSessions(tx, personid)
  await invalidateLinks(tx, personid)
  await forgetBrowsers(tx, personid)
  if (hadPassword) await notifyPasswordChanged({ tx, actor, mailer }, personid)
  return enterWithPassword(tx, session)
}
