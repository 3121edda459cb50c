// Finds the caller of a session. Every request makes one query, which says whether the session exists and its person
// may still sign in, so that an ended session is rejected from the next request on, also when another process ended it
// (T-50). Tokens are not accepted here, and the REST API accepts no cookies.
import type { FastifyRequest } from 'fastify'
import { liveSessionBounds, maxSessionMs, touchSession } from '../../auth/session.ts'
import { ApiError } from '../../define/api-error.ts'
import type { Clock } from '../../io/clock.ts'
import type { Database } from '../../io/database.ts'
import { slot, sql, statement } from '../../io/sql.ts'
import { epochOf, utcText } from '../../kit/calendar.ts'
import { formatCookie, readCookie } from '../../kit/cookie.ts'
import { tokenHash } from '../../kit/token.ts'
import { type Caller, callerColumns, callerFromRow } from '../token-authentication.ts'

const cookieName = '__Host-stint'

/** The time of last use is written at most this often, so that not every request is a write. */
const lastSeenIntervalMs = 5 * 60_000

const sessionByHash = statement(sql`select ${callerColumns}, 0, session.id, session.lastseen
  from session
  join person on person.accountid = session.accountid and person.id = session.personid
  join account on account.id = person.accountid
  where session.hash = ${slot('hash')} and session.datecreated > ${slot('begun')} and session.lastseen > ${slot('seen')}`)

export interface AuthenticatedSession {
  readonly caller: Caller
  readonly sessionid: number
}

/** The service code is that of a missing token; the message is for people. */
export const notSignedIn = (sentence: string): ApiError =>
  Object.assign(new ApiError(401, 9, [sentence]), { message: 'You are not signed in' })

export const sessionCookie = (secret: string): string => formatCookie(cookieName, secret, maxSessionMs / 1000)
export const expiredSessionCookie = formatCookie(cookieName, '', 0)

/** The secret in the cookie, and the hash of it that is stored. */
export const sessionHash = (secret: string): string => tokenHash(`session ${secret}`)

export class SessionAuthenticator {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  async find({ headers }: FastifyRequest): Promise<AuthenticatedSession | null> {
    const secret = readCookie(headers.cookie, cookieName)
    if (secret === null || secret === '') return null
    const now = this.#clock.now()
    const values = { hash: sessionHash(secret), ...liveSessionBounds(now) }
    const row = await this.#database.read(0, (tx) => tx.first(sessionByHash, values))
    const caller = row === undefined ? undefined : callerFromRow(row)
    if (row === undefined || caller === undefined || !caller.active) return null
    const [sessionid, lastseen] = row.slice(-2)
    const signed = { caller, sessionid: Number(sessionid) }
    if (now - epochOf(String(lastseen)) >= lastSeenIntervalMs) {
      await touchSession(this.#database, caller.accountid, signed.sessionid, utcText(now))
    }
    return signed
  }

  async requireSession(request: FastifyRequest): Promise<AuthenticatedSession> {
    const signed = await this.find(request)
    if (signed === null) throw notSignedIn('session: it is over, or never was; sign in')
    return signed
  }
}
