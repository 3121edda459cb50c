// The second factor of people: a secret that an app turns into codes, and recovery codes for when the app or the
// passkeys are lost. The secret is encrypted in the database, recovery codes are hashed, and each code works once
// (T-160, T-161). Passkeys are in passkey.ts; limits of attempts and requests are handled elsewhere.

import { randomBytes } from 'node:crypto'
import { groupSql } from '../define/actor.ts'
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import type { SecretColumn } from '../io/secret-column.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'
import { utcText } from '../kit/calendar.ts'
import { tokenHash } from '../kit/token.ts'
import { base32, stepAt, stepOfCode } from '../kit/totp.ts'

const secretBytes = 20
const recoveryCodes = 10
const recoveryCodeBytes = 10
/** A secret that was not confirmed by a code within this time must be requested again. */
const setUpMs = 15 * 60_000
/** A last step further ahead than ten minutes was used under a wrong clock (T-80). */
const maxStepsAhead = 20

const placeOf = ({ accountid }: { readonly accountid: number }, personid: number): string =>
  `second factor of ${accountid}/${personid}`

export interface Factor {
  readonly datecreated: string
  /** Recovery codes that were not used yet. */
  readonly codes: number
}

const factorOfPerson = statement(sql`select factor.datecreated,
    (select count(*) from recoverycode where recoverycode.accountid = factor.accountid
      and recoverycode.personid = factor.personid)
  from factor where factor.accountid = ${accountSlot} and factor.personid = ${slot('personid')}
    and factor.confirmed = 't'`)

/** The app. Null if the person has none, or one that was not confirmed. */
export async function findFactor(tx: ReadTransaction, personid: number): Promise<Factor | null> {
  const row = await tx.first(factorOfPerson, { personid })
  return row === undefined ? null : { datecreated: String(row[0]), codes: Number(row[1]) }
}

export interface SecondFactorState extends Factor {
  readonly app: boolean
  readonly passkeys: number
}

const allFactors = statement(sql`select
    (select factor.datecreated from factor where factor.accountid = person.accountid and factor.personid = person.id
      and factor.confirmed = 't'),
    (select min(passkey.datecreated) from passkey where passkey.accountid = person.accountid
      and passkey.personid = person.id),
    (select count(*) from passkey where passkey.accountid = person.accountid and passkey.personid = person.id),
    (select count(*) from recoverycode where recoverycode.accountid = person.accountid
      and recoverycode.personid = person.id)
  from person where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

/** The app and the passkeys together. Null if the password alone is enough. */
export async function findSecondFactor(tx: ReadTransaction, personid: number): Promise<SecondFactorState | null> {
  const [app, passkey, passkeys, codes] = (await tx.first(allFactors, { personid })) ?? []
  const dates = [app, passkey].filter((date) => date !== null && date !== undefined).map(String)
  const [datecreated] = dates.sort()
  if (datecreated === undefined) return null
  return { datecreated, codes: Number(codes), app: app !== null, passkeys: Number(passkeys) }
}

const requirement = statement(sql`select 1 from person
  join company on company.accountid = person.accountid
  where person.accountid = ${accountSlot} and person.id = ${slot('personid')}
    and (company.secondfactor = 'everyone'
      or company.secondfactor = 'administrators' and person.groupid = ${groupSql('Administrator')})`)

/** Whether the company requires one of the person. */
export const needsFactor = async (tx: ReadTransaction, personid: number): Promise<boolean> =>
  (await tx.first(requirement, { personid })) !== undefined

const deleteFactor = statement(
  sql`delete from factor where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)
const insertFactor = statement(sql`insert into factor (accountid, personid, secret, confirmed, laststep, datecreated)
  values (${accountSlot}, ${slot('personid')}, ${slot('secret')}, 'f', 0, ${slot('now')})`)

/** Stores a new secret that waits for its first code, in place of an earlier one that waits. Null if one is on. */
export async function beginFactor(
  tx: WriteTransaction,
  vault: Vault,
  personid: number,
  now: number,
): Promise<Uint8Array | null> {
  await tx.lock('person', personid)
  if ((await findFactor(tx, personid)) !== null) return null
  const secret = randomBytes(secretBytes)
  await tx.run('factor', deleteFactor, { personid })
  const encrypted = vault.encrypt(secret.toString('base64'), placeOf(tx, personid))
  await tx.run('factor', insertFactor, { personid, secret: encrypted, now: utcText(now) })
  return secret
}

const storedSecret = statement(sql`select factor.secret, factor.laststep, factor.datecreated from factor
  where factor.accountid = ${accountSlot} and factor.personid = ${slot('personid')}
    and factor.confirmed = ${slot('confirmed')}`)
const confirmStep = statement(sql`update factor set laststep = ${slot('step')}, confirmed = 't'
  where accountid = ${accountSlot} and personid = ${slot('personid')}`)

/** Uses the code of the app up. False if it is wrong, or was used already. */
async function useAppCode(
  tx: WriteTransaction,
  vault: Vault,
  { personid, code, now }: CodeUse,
  confirmed: 't' | 'f',
): Promise<boolean> {
  const [encrypted, last, created] = (await tx.first(storedSecret, { personid, confirmed })) ?? []
  if (!isEncrypted(encrypted)) return false
  if (confirmed === 'f' && !isRecent(String(created), now)) return false
  const secret = Buffer.from(vault.decrypt(encrypted, placeOf(tx, personid)), 'base64')
  const lastStep = Number(last) > stepAt(now) + maxStepsAhead ? 0 : Number(last)
  const step = stepOfCode(secret, code, now, lastStep)
  if (step === null) return false
  await tx.run('factor', confirmStep, { personid, step })
  return true
}

const isRecent = (created: string, now: number): boolean =>
  created > utcText(now - setUpMs) && created <= utcText(now + setUpMs)

export interface CodeUse {
  readonly personid: number
  /** As it was typed. */
  readonly code: string
  readonly now: number
}

/** Turns the factor on with the first code of the app and returns its recovery codes; null if the code is wrong. */
export async function confirmFactor(tx: WriteTransaction, vault: Vault, use: CodeUse): Promise<string[] | null> {
  const { personid } = use
  await tx.lock('person', personid)
  if (!(await useAppCode(tx, vault, { ...use, code: typedCode(use.code) }, 'f'))) return null
  tx.nameEvent({ resource: 'person', id: personid, kind: 'factoron' })
  return makeRecoveryCodes(tx, personid)
}

const typedCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

const codeHash = (code: string): string => tokenHash(`recovery ${code}`)

const recoveryCode = statement(sql`select 1 from recoverycode where recoverycode.accountid = ${accountSlot}
  and recoverycode.personid = ${slot('personid')} and recoverycode.hash = ${slot('hash')}`)
const deleteRecoveryCode = statement(sql`delete from recoverycode where accountid = ${accountSlot}
  and personid = ${slot('personid')} and hash = ${slot('hash')}`)

/** Uses a code of the app or a recovery code up. Null if it is wrong or was used already. */
export async function useCode(tx: WriteTransaction, vault: Vault, use: CodeUse): Promise<'app' | 'recovery' | null> {
  const { personid } = use
  const code = typedCode(use.code)
  await tx.lock('person', personid)
  // Recovery codes work also when the key of the secret was lost.
  if (!/^[A-Z2-7]{16}$/.test(code)) return (await useAppCode(tx, vault, { ...use, code }, 't')) ? 'app' : null
  const hash = codeHash(code)
  if ((await findSecondFactor(tx, personid)) === null) return null
  if ((await tx.first(recoveryCode, { personid, hash })) === undefined) return null
  await tx.run('recoverycode', deleteRecoveryCode, { personid, hash })
  tx.nameEvent({ resource: 'person', id: personid, kind: 'recoveryused' })
  return 'recovery'
}

const deleteRecoveryCodes = statement(
  sql`delete from recoverycode where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)
const insertRecoveryCode = statement(sql`insert into recoverycode (accountid, personid, hash)
  values (${accountSlot}, ${slot('personid')}, ${slot('hash')})`)

/** In place of earlier ones. */
export async function makeRecoveryCodes(tx: WriteTransaction, personid: number): Promise<string[]> {
  await tx.run('recoverycode', deleteRecoveryCodes, { personid })
  const codes = Array.from({ length: recoveryCodes }, () => base32(randomBytes(recoveryCodeBytes)))
  for (const code of codes) await tx.run('recoverycode', insertRecoveryCode, { personid, hash: codeHash(code) })
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** New recovery codes in place of the old ones; null if the person has no factor. */
export async function renewRecoveryCodes(tx: WriteTransaction, personid: number): Promise<string[] | null> {
  await tx.lock('person', personid)
  if ((await findSecondFactor(tx, personid)) === null) return null
  tx.nameEvent({ resource: 'person', id: personid, kind: 'recoverycodes' })
  return makeRecoveryCodes(tx, personid)
}

/** Recovery codes are of no use without a factor. True if the person has none any more. */
export async function deleteUnusedCodes(tx: WriteTransaction, personid: number): Promise<boolean> {
  if ((await findSecondFactor(tx, personid)) !== null) return false
  await tx.run('recoverycode', deleteRecoveryCodes, { personid })
  return true
}

/** Null if the person had no app, else whether it was the only second factor. */
export async function removeApp(tx: WriteTransaction, personid: number): Promise<{ wasLast: boolean } | null> {
  await tx.lock('person', personid)
  if ((await findFactor(tx, personid)) === null) return null
  await tx.run('factor', deleteFactor, { personid })
  tx.nameEvent({ resource: 'person', id: personid, kind: 'factoroff' })
  return { wasLast: await deleteUnusedCodes(tx, personid) }
}

const deletePasskeys = statement(
  sql`delete from passkey where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)

/** The app, all passkeys and the recovery codes. False if the person had none. */
export async function removeFactor(tx: WriteTransaction, personid: number): Promise<boolean> {
  await tx.lock('person', personid)
  const had = (await findSecondFactor(tx, personid)) !== null
  await tx.run('factor', deleteFactor, { personid })
  await tx.run('passkey', deletePasskeys, { personid })
  await tx.run('recoverycode', deleteRecoveryCodes, { personid })
  if (had) tx.nameEvent({ resource: 'person', id: personid, kind: 'factoroff' })
  return had
}

export const factorSecrets: SecretColumn = {
  table: 'factor',
  column: 'secret',
  keys: ['personid'],
  place: (accountid, personid) => placeOf({ accountid }, Number(personid)),
}
