// Sessions of the web client: opened at sign-in and looked up with every request. A session ends when the person ends
// it, when it expires, or when the login is removed. Only the hash of its cookie is stored (T-50). Cookies are not
// handled here.
import { type Database, nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { utcText } from '../kit/calendar.ts'

/** A session expires after this time without requests, and in any case after `maxSessionMs`. */
export const idleTimeoutMs = 12 * 3_600_000
export const maxSessionMs = 14 * 24 * 3_600_000

/** A session is live if it was opened and last seen after these instants. */
export const liveSessionBounds = (now: number): { begun: string; seen: string } => ({
  begun: utcText(now - maxSessionMs),
  seen: utcText(now - idleTimeoutMs),
})

export interface NewSession {
  readonly personid: number
  readonly hash: string
  readonly now: string
  readonly browser: string
  readonly address: string
}

export const openSession = (tx: WriteTransaction, { personid, hash, now, browser, address }: NewSession) =>
  tx.insert('session', { id: nextId, personid, hash, datecreated: now, lastseen: now, browser, address })

const updateLastSeen = statement(
  sql`update session set lastseen = ${slot('now')} where accountid = ${accountSlot} and id = ${slot('id')}`,
)

export const touchSession = (database: Database, accountid: number, id: number, now: string): Promise<void> =>
  database.write(accountid, (tx) => tx.run('session', updateLastSeen, { id, now }))

const deleteOne = statement(sql`delete from session where accountid = ${accountSlot} and personid = ${slot('personid')}
  and id = ${slot('id')}`)
const deleteAll = statement(
  sql`delete from session where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)
const deleteOthers =
  statement(sql`delete from session where accountid = ${accountSlot} and personid = ${slot('personid')}
  and id <> ${slot('id')}`)
const sessionOfPerson = statement(sql`select 1 from session where session.accountid = ${accountSlot}
  and session.personid = ${slot('personid')} and session.id = ${slot('id')}`)

/** False if the person has no such session. */
export const endSession = (tx: WriteTransaction, personid: number, id: number): Promise<boolean> =>
  tx.first(sessionOfPerson, { personid, id }).then(async (row) => {
    if (row === undefined) return false
    await tx.run('session', deleteOne, { personid, id })
    return true
  })

export const endSessions = (tx: WriteTransaction, personid: number): Promise<void> =>
  tx.run('session', deleteAll, { personid })

export const endOtherSessions = (tx: WriteTransaction, personid: number, id: number): Promise<void> =>
  tx.run('session', deleteOthers, { personid, id })

export interface SessionRow {
  readonly id: number
  readonly datecreated: string
  readonly lastseen: string
  readonly browser: string
  readonly address: string
}

const sessionsOfPerson =
  statement(sql`select session.id, session.datecreated, session.lastseen, session.browser, session.address
  from session where session.accountid = ${accountSlot} and session.personid = ${slot('personid')}
  and session.datecreated > ${slot('begun')} and session.lastseen > ${slot('seen')}
  order by session.lastseen desc, session.id desc`)

export async function listSessions(tx: ReadTransaction, personid: number, now: number): Promise<SessionRow[]> {
  const rows = await tx.all(sessionsOfPerson, { personid, ...liveSessionBounds(now) })
  return rows.map(([id, datecreated, lastseen, browser, address]) => ({
    id: Number(id),
    datecreated: String(datecreated),
    lastseen: String(lastseen),
    browser: String(browser),
    address: String(address),
  }))
}

const deleteExpired = statement(
  sql`delete from session where datecreated <= ${slot('begun')} or lastseen <= ${slot('seen')}`,
)

/** Account 0 stands for no account: the statement covers the sessions of all accounts. */
export const deleteExpiredSessions = (database: Database, now: number): Promise<void> =>
  database.write(0, (tx) => tx.run('session', deleteExpired, liveSessionBounds(now)))
