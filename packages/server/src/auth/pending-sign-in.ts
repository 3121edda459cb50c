// Sign-ins with the right password that still need a code or a passkey, or a second factor to be set up. They are
// stored apart from sessions, so that nothing else accepts them (T-162). Any server can continue one, within five
// minutes.
import type { Database, ReadTransaction, WriteTransaction } from '../io/database.ts'
import { lookUpFirst, lookup } from '../io/lookup.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { utcText } from '../kit/calendar.ts'
import { mayHavePassword } from './link-code.ts'
import { findSecondFactor, needsFactor } from './second-factor.ts'

export const pendingMs = 5 * 60_000

/** What a person with the right password still has to do. Who has a passkey may also enter a code. */
export type PendingStep = 'code' | 'passkey' | 'setup'

/** Null if the password is enough. */
export async function pendingStep(tx: ReadTransaction, personid: number): Promise<PendingStep | null> {
  const factor = await findSecondFactor(tx, personid)
  if (factor !== null) return factor.passkeys > 0 ? 'passkey' : 'code'
  return (await needsFactor(tx, personid)) ? 'setup' : null
}

export const startPending = (tx: WriteTransaction, personid: number, hash: string, now: string): Promise<number> =>
  tx.insert('pendingsignin', { personid, hash, datecreated: now })

export interface PendingSignIn {
  readonly accountid: number
  readonly personid: number
}

const pendingByHash = lookup(
  'pendingsignin',
  (account) => sql`select pendingsignin.accountid, pendingsignin.personid
  from pendingsignin join person on person.accountid = pendingsignin.accountid and person.id = pendingsignin.personid
  where pendingsignin.hash = ${slot('hash')} and ${account} and ${mayHavePassword} and person.password <> ''
    and pendingsignin.datecreated > ${slot('begun')} and pendingsignin.datecreated <= ${slot('ahead')}`,
)

const bounds = (now: number): { begun: string; ahead: string } => ({
  begun: utcText(now - pendingMs),
  ahead: utcText(now + pendingMs),
})

/** In any account. */
export async function findPending(database: Database, hash: string, now: number): Promise<PendingSignIn | null> {
  const row = await lookUpFirst(database, pendingByHash, { hash, ...bounds(now) })
  return row === undefined ? null : { accountid: Number(row[0]), personid: Number(row[1]) }
}

/** Whether it is still open. */
export const isPending = async (tx: ReadTransaction, hash: string, now: number): Promise<boolean> =>
  (await tx.first(pendingByHash.inAccount, { hash, ...bounds(now) })) !== undefined

const deleteOfPerson = statement(
  sql`delete from pendingsignin where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)

/** Called whenever the sessions of the person end. */
export const endPendingOf = (tx: WriteTransaction, personid: number): Promise<void> =>
  tx.run('pendingsignin', deleteOfPerson, { personid })

const deleteOne = statement(sql`delete from pendingsignin where accountid = ${accountSlot} and hash = ${slot('hash')}`)

/** Called when it was completed. */
export const endPending = (tx: WriteTransaction, hash: string): Promise<void> =>
  tx.run('pendingsignin', deleteOne, { hash })

const deleteExpired = statement(sql`delete from pendingsignin
  where datecreated <= ${slot('begun')} or datecreated > ${slot('ahead')}`)

/** Account 0 stands for no account: it covers those of all. */
export const deleteExpiredPending = (database: Database, now: number): Promise<void> =>
  database.write(0, (tx) => tx.run('pendingsignin', deleteExpired, bounds(now)))
