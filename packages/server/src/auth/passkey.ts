// Passkeys of people, as rows: which ones a person has, whose a credential is, and that a use counts once. The protocol
// is in io/webauthn.ts; a passkey is a second factor, so recovery codes are in second-factor.ts.
import { hash } from 'node:crypto'
import { type Database, nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { lookUpFirst, lookup } from '../io/lookup.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { challengeMs, type KnownCredential, type NewCredential } from '../io/webauthn.ts'
import { utcText } from '../kit/calendar.ts'
import { tokenHash } from '../kit/token.ts'
import { mayHavePassword } from './link-code.ts'
import { deleteUnusedCodes, findSecondFactor, makeRecoveryCodes } from './second-factor.ts'

export const maxPasskeys = 20

export interface Passkey {
  readonly id: number
  readonly name: string
  readonly datecreated: string
  readonly lastused: string | null
}

const ofPerson = statement(sql`select passkey.id, passkey.name, passkey.datecreated, passkey.lastused,
    passkey.credentialid, passkey.transports
  from passkey where passkey.accountid = ${accountSlot} and passkey.personid = ${slot('personid')} order by passkey.id`)

export async function listPasskeys(tx: ReadTransaction, personid: number): Promise<Passkey[]> {
  const rows = await tx.all(ofPerson, { personid })
  return rows.map(([id, name, datecreated, lastused]) => ({
    id: Number(id),
    name: String(name),
    datecreated: String(datecreated),
    lastused: lastused === null ? null : String(lastused),
  }))
}

export async function credentialsOf(tx: ReadTransaction, personid: number): Promise<KnownCredential[]> {
  const rows = await tx.all(ofPerson, { personid })
  return rows.map(([, , , , credentialid, transports]) => ({
    credentialid: String(credentialid),
    transports: String(transports),
  }))
}

/** What a device stores as the person: it says nothing to somebody who reads it. */
export const handleOf = (accountid: number, personid: number): Buffer =>
  hash('sha256', `passkey of ${accountid}/${personid}`, 'buffer')

export interface OwnedCredential extends NewCredential {
  readonly accountid: number
  readonly personid: number
  readonly id: number
}

const byCredential = lookup(
  'passkey',
  (account) => sql`select passkey.accountid, passkey.personid, passkey.id, passkey.credentialid,
    passkey.publickey, passkey.counter, passkey.transports
  from passkey join person on person.accountid = passkey.accountid and person.id = passkey.personid
  where passkey.credentialid = ${slot('credentialid')} and ${account} and ${mayHavePassword}`,
)

/** In any account. Null also if its person may not sign in. */
export async function findCredential(database: Database, credentialid: string): Promise<OwnedCredential | null> {
  const row = await lookUpFirst(database, byCredential, { credentialid })
  if (row === undefined) return null
  const [accountid, personid, id, found, publickey, counter, transports] = row
  return {
    accountid: Number(accountid),
    personid: Number(personid),
    id: Number(id),
    credentialid: String(found),
    publickey: String(publickey),
    counter: Number(counter),
    transports: String(transports),
  }
}

const isTaken = statement(sql`select 1 from passkey where passkey.credentialid = ${slot('credentialid')}`)

export interface AddedPasskey {
  /** Null if the person has some already. */
  readonly codes: string[] | null
}

/** Null if the credential is stored already, for anybody. The first factor of a person comes with recovery codes. */
export async function addPasskey(
  tx: WriteTransaction,
  personid: number,
  credential: NewCredential & { readonly name: string; readonly now: number },
): Promise<AddedPasskey | null> {
  const { now, ...columns } = credential
  await tx.lock('person', personid)
  if ((await tx.first(isTaken, { credentialid: columns.credentialid })) !== undefined) return null
  const hadFactor = (await findSecondFactor(tx, personid)) !== null
  await tx.insert('passkey', { id: nextId, personid, ...columns, datecreated: utcText(now) })
  tx.nameEvent({ resource: 'person', id: personid, kind: 'passkeyadded' })
  return { codes: hadFactor ? null : await makeRecoveryCodes(tx, personid) }
}

const usable = statement(sql`select passkey.counter from passkey
  join person on person.accountid = passkey.accountid and person.id = passkey.personid
  where passkey.accountid = ${accountSlot} and passkey.personid = ${slot('personid')} and passkey.id = ${slot('id')}
    and ${mayHavePassword}`)
const noteUse = statement(sql`update passkey set counter = ${slot('counter')}, lastused = ${slot('now')}
  where accountid = ${accountSlot} and id = ${slot('id')}`)
const usedBefore = statement(sql`select 1 from usedchallenge where usedchallenge.hash = ${slot('hash')}`)
const noteChallenge = statement(sql`insert into usedchallenge (hash, datecreated)
  values (${slot('hash')}, ${slot('now')})`)

const challengeHash = (challenge: string): string => tokenHash(`challenge ${challenge}`)

/** False if the challenge was answered before. Two answers at the same time violate the primary key. */
export async function useUpChallenge(tx: WriteTransaction, challenge: string, now: number): Promise<boolean> {
  const hash = challengeHash(challenge)
  if ((await tx.first(usedBefore, { hash })) !== undefined) return false
  await tx.run('usedchallenge', noteChallenge, { hash, now: utcText(now) })
  return true
}

/** A use of a passkey whose signature is right. */
export interface ProvedUse {
  readonly owner: OwnedCredential
  readonly challenge: string
  readonly counter: number
}

/** False if the passkey was removed or used meanwhile, if its person may not sign in, or if the answer is not new. */
export async function acceptUse(
  tx: WriteTransaction,
  { owner: { personid, id }, challenge, counter }: ProvedUse,
  now: number,
): Promise<boolean> {
  await tx.lock('person', personid)
  const [stored] = (await tx.first(usable, { personid, id })) ?? []
  if (stored === undefined) return false
  if ((counter > 0 || Number(stored) > 0) && counter <= Number(stored)) return false
  if (!(await useUpChallenge(tx, challenge, now))) return false
  await tx.run('passkey', noteUse, { id, counter, now: utcText(now) })
  return true
}

const nameOf = statement(sql`select passkey.name from passkey where passkey.accountid = ${accountSlot}
  and passkey.personid = ${slot('personid')} and passkey.id = ${slot('id')}`)
const deleteOne = statement(sql`delete from passkey where accountid = ${accountSlot}
  and personid = ${slot('personid')} and id = ${slot('id')}`)

export interface RemovedPasskey {
  readonly name: string
  /** Whether it was the only second factor. */
  readonly wasLast: boolean
}

/** Null if the person has no such passkey. With the last factor, the recovery codes go too. */
export async function removePasskey(
  tx: WriteTransaction,
  personid: number,
  id: number,
): Promise<RemovedPasskey | null> {
  await tx.lock('person', personid)
  const [name] = (await tx.first(nameOf, { personid, id })) ?? []
  if (name === undefined) return null
  await tx.run('passkey', deleteOne, { personid, id })
  tx.nameEvent({ resource: 'person', id: personid, kind: 'passkeyremoved' })
  return { name: String(name), wasLast: await deleteUnusedCodes(tx, personid) }
}

const deleteOldChallenges = statement(sql`delete from usedchallenge
  where datecreated <= ${slot('over')} or datecreated > ${slot('ahead')}`)

/** A challenge that was used stays at least as long as its cookie is valid. */
export const deleteUsedChallenges = (database: Database, now: number): Promise<void> => {
  const bounds = { over: utcText(now - 2 * challengeMs), ahead: utcText(now + 2 * challengeMs) }
  return database.write(0, (tx) => tx.run('usedchallenge', deleteOldChallenges, bounds))
}
