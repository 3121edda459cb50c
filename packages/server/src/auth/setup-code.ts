// The one-time set-up code of a new account: stored and looked up by its hash, and deleted once a password is set
// (T-56). The questions of the set-up are in `accounts/account-setup.ts`.
import type { Database, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { tokenHash } from '../kit/token.ts'

export const setupHash = (code: string): string => tokenHash(`set-up ${code}`)

/** Called in the transaction that creates the account. */
export const storeSetupCode = (tx: WriteTransaction, personid: number, hash: string, now: string): Promise<number> =>
  tx.insert('setupcode', { personid, hash, datecreated: now })

export interface PendingSetup {
  readonly accountid: number
  readonly personid: number
}

const setupByHash = statement(sql`select setupcode.accountid, setupcode.personid from setupcode
  where setupcode.hash = ${slot('hash')}`)

export async function findPendingSetup(database: Database, hash: string): Promise<PendingSetup | null> {
  const row = await database.read(0, (tx) => tx.first(setupByHash, { hash }))
  return row === undefined ? null : { accountid: Number(row[0]), personid: Number(row[1]) }
}

const anySetupCode = statement(sql`select 1 from setupcode limit 1`)

/** Whether there is an account that has not been set up yet. */
export const hasPendingSetup = async (database: Database): Promise<boolean> =>
  (await database.read(0, (tx) => tx.first(anySetupCode))) !== undefined

const setupCodeByHash = statement(sql`select 1 from setupcode where setupcode.accountid = ${accountSlot}
  and setupcode.hash = ${slot('hash')}`)

export const isSetupPending = async (tx: WriteTransaction, hash: string): Promise<boolean> =>
  (await tx.first(setupCodeByHash, { hash })) !== undefined

const deleteSetupCode = statement(
  sql`delete from setupcode where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)

export const invalidateSetupCode = (tx: WriteTransaction, personid: number): Promise<void> =>
  tx.run('setupcode', deleteSetupCode, { personid })
