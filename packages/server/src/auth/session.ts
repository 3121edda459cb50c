// Sessions of the web client: opened at sign-in and looked up with every request. A session ends when the person ends
// it, when it expires, or when the login is removed. Only the hash of its cookie is stored (T-50). Cookies are not
// handled here.
import { type Database, nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { utcText } from '../kit/calendar.ts'
import { endPendingOf } from './pending-sign-in.ts'

/** When sessions of an account end: after this time without requests, and in any case after `maxMs`. */
export interface SessionLimits {
  readonly idleMs: number
  readonly maxMs: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What a company can choose: minutes without a request, and days in any case. */
export const sessionBounds = { minutes: [15, 14 * 24 * 60], days: [1, 90] } as const
const [, mostMinutes] = sessionBounds.minutes
const [, mostDays] = sessionBounds.days

/** From the columns of the company; an account without one has the usual limits. */
export const limitsOf = (minutes: unknown, days: unknown): SessionLimits => ({
  idleMs: Number(minutes ?? 12 * 60) * minuteMs,
  maxMs: Number(days ?? 14) * dayMs,
})

/** The longest that any company can choose. */
export const longestLimits: SessionLimits = limitsOf(mostMinutes, mostDays)

interface TimeBounds {
  readonly begun: string
  readonly seen: string
  readonly ahead: string
}

/** The values of the slots of `isLiveSession`. */
export const liveSessionBounds = (now: number, { idleMs, maxMs }: SessionLimits): TimeBounds => ({
  begun: utcText(now - maxMs),
  seen: utcText(now - idleMs),
  ahead: utcText(now + idleMs),
})

/** The same as `isLiveSession`, for a row that was read. */
export function isLive(
  { datecreated, lastseen }: { readonly datecreated: string; readonly lastseen: string },
  limits: SessionLimits,
  now: number,
): boolean {
  const { begun, seen, ahead } = liveSessionBounds(now, limits)
  return datecreated > begun && lastseen > seen && datecreated <= ahead && lastseen <= ahead
}

const limitsOfAccount = statement(sql`select company.sessionidle, company.sessiondays from company
  where company.accountid = ${accountSlot}`)

export async function readSessionLimits(tx: ReadTransaction): Promise<SessionLimits> {
  const [minutes, days] = (await tx.first(limitsOfAccount)) ?? []
  return limitsOf(minutes, days)
}

/**
 * A clock that was ahead must not make a session live longer (T-80). A session in use cannot be seen further ahead than
 * the idle timeout, because a larger jump ends it.
 */
export const isLiveSession: Fragment = sql`session.datecreated > ${slot('begun')} and session.lastseen > ${slot('seen')}
  and session.datecreated <= ${slot('ahead')} and session.lastseen <= ${slot('ahead')}`

export interface NewSession {
  readonly personid: number
  readonly hash: string
  readonly now: string
  readonly browser: string
  readonly address: string
  /** The hash of the cookie by which the browser is known. */
  readonly browserHash?: string
  /** True if a provider confirmed who the person is. */
  readonly isProved?: boolean
}

export const openSession = (
  tx: WriteTransaction,
  { personid, hash, now, browser, address, isProved = false }: NewSession,
) =>
  tx.insert('session', {
    id: nextId,
    personid,
    hash,
    datecreated: now,
    lastseen: now,
    browser,
    address,
    dateproved: isProved ? now : null,
  })

const updateLastSeen = statement(
  sql`update session set lastseen = ${slot('now')} where accountid = ${accountSlot} and id = ${slot('id')}`,
)

export const touchSession = (database: Database, accountid: number, id: number, now: string): Promise<void> =>
  database.write(accountid, (tx) => tx.run('session', updateLastSeen, { id, now }))

const provedSession = statement(sql`select 1 from session where session.accountid = ${accountSlot}
  and session.personid = ${slot('personid')} and session.id = ${slot('id')}
  and session.dateproved > ${slot('since')} and session.dateproved <= ${slot('now')}`)

const markProved = statement(sql`update session set dateproved = ${slot('now')}
  where accountid = ${accountSlot} and personid = ${slot('personid')} and id = ${slot('id')}`)

/** The person has just confirmed in this session who they are, with a passkey. */
export const proveSession = (tx: WriteTransaction, personid: number, id: number, now: number): Promise<void> =>
  tx.run('session', markProved, { personid, id, now: utcText(now) })

/** How long the confirmation of a provider or a passkey counts like the password that somebody has just entered. */
const proofMs = 10 * 60_000

/** Whether a provider or a passkey has just confirmed who the person is. */
export const isProvedSession = async (
  tx: ReadTransaction,
  { personid, id }: { readonly personid: number; readonly id: number },
  now: number,
): Promise<boolean> =>
  (await tx.first(provedSession, { personid, id, since: utcText(now - proofMs), now: utcText(now) })) !== undefined

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

const nameSignOut = (tx: WriteTransaction, personid: number): void =>
  tx.nameEvent({ resource: 'person', id: personid, kind: 'signout' })

/** False if the person has no such session. */
export const endSession = (tx: WriteTransaction, personid: number, id: number): Promise<boolean> =>
  tx.first(sessionOfPerson, { personid, id }).then(async (row) => {
    if (row === undefined) return false
    await tx.run('session', deleteOne, { personid, id })
    nameSignOut(tx, personid)
    return true
  })

/** Also sign-ins that wait for a code. */
export async function endSessions(tx: WriteTransaction, personid: number): Promise<void> {
  nameSignOut(tx, personid)
  await endPendingOf(tx, personid)
  await tx.run('session', deleteAll, { personid })
}

export async function endOtherSessions(tx: WriteTransaction, personid: number, id: number): Promise<void> {
  await endPendingOf(tx, personid)
  await tx.run('session', deleteOthers, { personid, id })
}

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
  and ${isLiveSession}
  order by session.lastseen desc, session.id desc`)

export async function listSessions(tx: ReadTransaction, personid: number, now: number): Promise<SessionRow[]> {
  const limits = await readSessionLimits(tx)
  const rows = await tx.all(sessionsOfPerson, { personid, ...liveSessionBounds(now, limits) })
  return rows.map(([id, datecreated, lastseen, browser, address]) => ({
    id: Number(id),
    datecreated: String(datecreated),
    lastseen: String(lastseen),
    browser: String(browser),
    address: String(address),
  }))
}

const deleteExpired =
  statement(sql`delete from session where accountid = ${slot('owner')} and (datecreated <= ${slot('begun')}
  or lastseen <= ${slot('seen')} or datecreated > ${slot('ahead')} or lastseen > ${slot('ahead')})`)
const limitsOfAccounts = statement(sql`select company.accountid, company.sessionidle, company.sessiondays from company
  where company.accountid in (select session.accountid from session)`)
const correctFuture = statement(sql`update session set lastseen = ${slot('now')},
    datecreated = case when datecreated > ${slot('now')} then ${slot('now')} else datecreated end
  where lastseen > ${slot('now')}`)

/**
 * Deletes what is over at the earliest of the possible times, and corrects what is ahead of the latest. Account 0
 * stands for no account: the statements cover the sessions of all accounts.
 */
export const deleteExpiredSessions = (
  database: Database,
  { earliest, latest }: { readonly earliest: number; readonly latest: number },
): Promise<void> =>
  database.write(0, async (tx) => {
    for (const [owner, minutes, days] of await tx.all(limitsOfAccounts)) {
      const limits = limitsOf(minutes, days)
      const { ahead } = liveSessionBounds(latest, limits)
      await tx.run('session', deleteExpired, { ...liveSessionBounds(earliest, limits), ahead, owner: Number(owner) })
    }
    await tx.run('session', correctFuture, { now: utcText(latest) })
  })
