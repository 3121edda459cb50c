// The browsers in which a person has signed in. A long-lived cookie with a random secret identifies a browser; only its
// hash is stored, so a cookie cannot be forged. It decides about delays and mails only, never about who gets in
// (T-166, T-167).
import { randomBytes } from 'node:crypto'
import type { Database, WriteTransaction } from '../io/database.ts'
import { lookUpFirst, lookup } from '../io/lookup.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { tokenHash } from '../kit/token.ts'

/** More than anybody uses; the oldest is forgotten. */
const maxBrowsers = 20

export const newBrowserSecret = (): string => randomBytes(32).toString('base64url')

export const browserHash = (secret: string): string => tokenHash(`browser ${secret}`)

const personOfBrowser = lookup(
  'person',
  (account) => sql`select 1 from knownbrowser
  join person on person.accountid = knownbrowser.accountid and person.id = knownbrowser.personid
  where knownbrowser.hash = ${slot('hash')} and lower(person.username) = lower(${slot('username')})
    and ${account} limit 1`,
)

/** Whether somebody with this user name has signed in with the browser. */
export const isKnownBrowser = async (database: Database, hash: string, username: string): Promise<boolean> =>
  (await lookUpFirst(database, personOfBrowser, { hash, username })) !== undefined

const known = statement(sql`select 1 from knownbrowser where knownbrowser.accountid = ${accountSlot}
  and knownbrowser.personid = ${slot('personid')} and knownbrowser.hash = ${slot('hash')}`)
const remember = statement(sql`insert into knownbrowser (accountid, personid, hash, lastused)
  values (${accountSlot}, ${slot('personid')}, ${slot('hash')}, ${slot('now')})
  on conflict (accountid, personid, hash) do update set lastused = excluded.lastused`)
const forgetOldest = statement(sql`delete from knownbrowser where accountid = ${accountSlot}
  and personid = ${slot('personid')} and hash not in (select newest.hash from knownbrowser newest
    where newest.accountid = ${accountSlot} and newest.personid = ${slot('personid')}
    order by newest.lastused desc, newest.hash limit ${sql.lit(maxBrowsers)})`)

/** Returns whether the person has signed in with it before. */
export async function rememberBrowser(
  tx: WriteTransaction,
  personid: number,
  hash: string,
  now: string,
): Promise<boolean> {
  const wasKnown = (await tx.first(known, { personid, hash })) !== undefined
  await tx.run('knownbrowser', remember, { personid, hash, now })
  if (!wasKnown) await tx.run('knownbrowser', forgetOldest, { personid })
  return wasKnown
}

const forgetAll = statement(
  sql`delete from knownbrowser where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)

/** Called with a new password: whoever knew the old one may have signed in. */
export const forgetBrowsers = (tx: WriteTransaction, personid: number): Promise<void> =>
  tx.run('knownbrowser', forgetAll, { personid })
