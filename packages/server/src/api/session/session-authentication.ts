// Finds the caller of a session. Every request makes one query, which says whether the session exists and its person
// may still sign in, so that an ended session is rejected from the next request on, also when another process ended it
// (T-50). Tokens are not accepted here, and the REST API accepts no cookies.
import type { FastifyRequest } from 'fastify'
import { pendingMs } from '../../auth/pending-sign-in.ts'
import {
  isLive,
  isLiveSession,
  limitsOf,
  liveSessionBounds,
  longestLimits,
  type SessionLimits,
  touchSession,
} from '../../auth/session.ts'
import { ApiError } from '../../define/api-error.ts'
import type { Clock } from '../../io/clock.ts'
import type { Database } from '../../io/database.ts'
import { lookUpFirst, lookup } from '../../io/lookup.ts'
import { slot, sql } from '../../io/sql.ts'
import { epochOf, utcText } from '../../kit/calendar.ts'
import { formatCookie, readCookie } from '../../kit/cookie.ts'
import { tokenHash } from '../../kit/token.ts'
import { type Caller, callerColumns, callerFromRow } from '../token-authentication.ts'

const cookieName = '__Host-stint'
/** The cookie of a sign-in that waits for a code. */
const pendingCookieName = '__Host-stint-code'

/** The cookie by which a browser is known that was used to sign in before. */
const browserCookieName = '__Host-stint-browser'

/** The time of last use is written at most this often, so that not every request is a write. */
const lastSeenIntervalMs = 5 * 60_000

/** The limits of the company are checked afterwards; the query has those that no company exceeds. */
const sessionByHash = lookup(
  'session',
  (account) => sql`select ${callerColumns}, 0, session.id, session.lastseen, session.datecreated,
    company.sessionidle, company.sessiondays
  from session
  join person on person.accountid = session.accountid and person.id = session.personid
  join account on account.id = person.accountid
  left join company on company.accountid = person.accountid
  where session.hash = ${slot('hash')} and ${account} and ${isLiveSession}`,
)

export interface AuthenticatedSession {
  readonly caller: Caller
  readonly sessionid: number
}

/** The service code is that of a missing token; the message is for people. */
export const notSignedIn = (sentence: string): ApiError =>
  Object.assign(new ApiError(401, 9, [sentence]), { message: 'You are not signed in' })

/** The cookie ends with the session; the server decides by its own clock. */
export const sessionCookie = (secret: string, { maxMs }: SessionLimits): string =>
  formatCookie(cookieName, secret, maxMs / 1000)
export const expiredSessionCookie = formatCookie(cookieName, '', 0)

/** The secret in the cookie, and the hash of it that is stored. */
export const sessionHash = (secret: string): string => tokenHash(`session ${secret}`)

export const pendingCookie = (secret: string): string => formatCookie(pendingCookieName, secret, pendingMs / 1000)
export const expiredPendingCookie = formatCookie(pendingCookieName, '', 0)
/** Another word than that of sessions: one secret is never valid as both (T-162). */
export const pendingHash = (secret: string): string => tokenHash(`pending sign-in ${secret}`)
/** Null if the browser has none. */
export function pendingHashOf({ headers }: FastifyRequest): string | null {
  const secret = readCookie(headers.cookie, pendingCookieName)
  return secret === null || secret === '' ? null : pendingHash(secret)
}

/** Browsers keep a cookie for 400 days at most. */
const browserCookieSeconds = 400 * 86_400

/** The secret by which this browser is known; null if it has none. */
export function browserSecretOf({ headers }: FastifyRequest): string | null {
  const secret = readCookie(headers.cookie, browserCookieName)
  return secret !== null && /^[\w-]{43}$/.test(secret) ? secret : null
}
export const browserCookie = (secret: string): string => formatCookie(browserCookieName, secret, browserCookieSeconds)

export class SessionAuthenticator {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** With `isUse` false, the request does not count as use of the session, which may expire meanwhile. */
  async find({ headers }: FastifyRequest, isUse = true): Promise<AuthenticatedSession | null> {
    const secret = readCookie(headers.cookie, cookieName)
    if (secret === null || secret === '') return null
    const now = this.#clock.now()
    const values = { hash: sessionHash(secret), ...liveSessionBounds(now, longestLimits) }
    const row = await lookUpFirst(this.#database, sessionByHash, values)
    const caller = row === undefined ? undefined : callerFromRow(row)
    if (row === undefined || caller === undefined || !caller.active) return null
    const [sessionid, lastseen, datecreated, minutes, days] = row.slice(-5)
    const times = { datecreated: String(datecreated), lastseen: String(lastseen) }
    if (!isLive(times, limitsOf(minutes, days), now)) return null
    const signed = { caller, sessionid: Number(sessionid) }
    if (isUse && Math.abs(now - epochOf(String(lastseen))) >= lastSeenIntervalMs) {
      await touchSession(this.#database, caller.accountid, signed.sessionid, utcText(now))
    }
    return signed
  }

  async requireSession(request: FastifyRequest, isUse = true): Promise<AuthenticatedSession> {
    const signed = await this.find(request, isUse)
    if (signed === null) throw notSignedIn('session: has expired; sign in again')
    return signed
  }
}
