// One-time links: the set-up of a new account, an invitation to choose the first password, and a new password for one
// that was forgotten. A link has 256 random bits, of which only the hash is stored, and is deleted when it is used or
// when the login changes (T-56, T-141). What a link allows is decided where it is used.
import { randomBytes } from 'node:crypto'
import { allRoles, groupsSql } from '../define/actor.ts'
import type { Database, ReadTransaction, Row, WriteTransaction } from '../io/database.ts'
import { Unavailable } from '../io/errors.ts'
import { lookUpFirst, lookup } from '../io/lookup.ts'
import { accountSlot, type Fragment, type SlotValues, slot, sql, statement } from '../io/sql.ts'
import { utcText } from '../kit/calendar.ts'
import { tokenHash } from '../kit/token.ts'
import { firstEmail } from '../mail/email-contact.ts'

/** The links with which a person chooses a password. */
export const passwordLinkKinds = ['invite', 'reset'] as const
export type PasswordLinkKind = (typeof passwordLinkKinds)[number]

const hourMs = 3_600_000
const validMs: Readonly<Record<PasswordLinkKind, number>> = { invite: 7 * 24 * hourMs, reset: hourMs }

export const newLinkCode = (): string => randomBytes(32).toString('base64url')

/** The word keeps the hash apart from those of tokens and sessions. Links of earlier versions have it too. */
export const linkHash = (code: string): string => tokenHash(`set-up ${code}`)

/** Called in the transaction that creates the account. */
export const storeSetupCode = (tx: WriteTransaction, personid: number, hash: string, now: string): Promise<number> =>
  tx.insert('linkcode', { personid, kind: 'setup', hash, datecreated: now })

const deleteLink = statement(sql`delete from linkcode
  where accountid = ${accountSlot} and personid = ${slot('personid')} and kind = ${slot('kind')}`)

export interface NewLink {
  readonly personid: number
  readonly kind: PasswordLinkKind
  readonly now: number
  /** The address that it is mailed to; null if it is only shown. */
  readonly address: string | null
}

/** Creates a link in place of an open one of the same kind. Only the caller gets the code. */
export async function createPasswordLink(
  tx: WriteTransaction,
  { personid, kind, now, address }: NewLink,
): Promise<{ code: string; dateexpires: string }> {
  const code = newLinkCode()
  const dateexpires = utcText(now + validMs[kind])
  await tx.lock('person', personid)
  await tx.run('linkcode', deleteLink, { personid, kind })
  await tx.insert('linkcode', { personid, kind, hash: linkHash(code), datecreated: utcText(now), dateexpires, address })
  tx.nameEvent({ resource: 'person', id: personid, kind: kind === 'invite' ? 'invitation' : 'resetlink' })
  return { code, dateexpires }
}

export interface OpenLink {
  readonly accountid: number
  readonly personid: number
}

const setupByHash = lookup(
  'linkcode',
  (account) => sql`select linkcode.accountid, linkcode.personid from linkcode
  where linkcode.hash = ${slot('hash')} and ${account} and linkcode.kind = 'setup'`,
)

export async function findPendingSetup(database: Database, hash: string): Promise<OpenLink | null> {
  const row = await lookUpFirst(database, setupByHash, { hash })
  return row === undefined ? null : { accountid: Number(row[0]), personid: Number(row[1]) }
}

const anySetupCode = statement(sql`select 1 from linkcode where linkcode.kind = 'setup' limit 1`)

/**
 * Whether there is an account that has not been set up yet. On a distributed database it is not known while a machine
 * is down; the others must be able to sign in meanwhile.
 */
export async function hasPendingSetup(database: Database): Promise<boolean> {
  try {
    return (await database.read(0, (tx) => tx.first(anySetupCode))) !== undefined
  } catch (error) {
    if (database.isDistributed && error instanceof Unavailable) return false
    throw error
  }
}

export const isSetupPending = async (tx: WriteTransaction, hash: string): Promise<boolean> =>
  (await tx.first(setupByHash.inAccount, { hash })) !== undefined

/** People who may sign in once they have a password. */
export const mayHavePassword: Fragment = sql`person.active = 't' and person.username <> ''
  and person.groupid in ${groupsSql(allRoles)}`

export interface OpenPasswordLink extends OpenLink {
  readonly kind: PasswordLinkKind
}

const passwordLinkByHash = lookup(
  'linkcode',
  (account) => sql`select linkcode.accountid, linkcode.personid, linkcode.kind
  from linkcode join person on person.accountid = linkcode.accountid and person.id = linkcode.personid
  where linkcode.hash = ${slot('hash')} and ${account} and linkcode.kind <> 'setup' and ${mayHavePassword}
    and linkcode.dateexpires > ${slot('now')} and linkcode.datecreated <= ${slot('ahead')}
    and (linkcode.address is null or linkcode.address = ${firstEmail})`,
)

/** A link that is dated more than an hour ahead was created under a wrong clock and would be open too long (T-80). */
const openAt = (hash: string, now: number): SlotValues => ({ hash, now: utcText(now), ahead: utcText(now + hourMs) })

/** The open link with the hash, in any account; null if there is none. */
export const findPasswordLink = async (
  database: Database,
  hash: string,
  now: number,
): Promise<OpenPasswordLink | null> =>
  passwordLinkFrom(await lookUpFirst(database, passwordLinkByHash, openAt(hash, now)))

/** The same in the account of the transaction. */
export const readPasswordLink = async (
  tx: ReadTransaction,
  hash: string,
  now: number,
): Promise<OpenPasswordLink | null> => passwordLinkFrom(await tx.first(passwordLinkByHash.inAccount, openAt(hash, now)))

function passwordLinkFrom(row: Row | undefined): OpenPasswordLink | null {
  if (row === undefined) return null
  const [accountid, personid, kind] = row
  return { accountid: Number(accountid), personid: Number(personid), kind: kind === 'invite' ? 'invite' : 'reset' }
}

const deleteLinksOfPerson = statement(
  sql`delete from linkcode where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)

/** Called when one of them was used, and whenever the password changes or the login is removed. */
export const invalidateLinks = (tx: WriteTransaction, personid: number): Promise<void> =>
  tx.run('linkcode', deleteLinksOfPerson, { personid })

const deleteExpired = statement(sql`delete from linkcode where dateexpires <= ${slot('now')}`)

/** `earliest` is the earliest time that it may be. Account 0 stands for no account: it covers the links of all. */
export const deleteExpiredLinks = (database: Database, earliest: number): Promise<void> =>
  database.write(0, (tx) => tx.run('linkcode', deleteExpired, { now: utcText(earliest) }))
