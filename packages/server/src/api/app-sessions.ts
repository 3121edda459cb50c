// Who a session of the web application belongs to. Every request asks the database, by one look-up that says at once whether
// the session lives and its person may still come in: so one that was ended counts from the next request on, also when
// another process ended it (T-50). What tokens are worth is not known here, nor are cookies known to the API.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../define/refusal.ts'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { slot, sql, statement } from '../io/sql.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import { cookieIn, cookieText } from '../kit/cookie.ts'
import { tokenHash } from '../kit/token.ts'
import { lifeOf, sessionSeen, wholeMs } from '../resources/session.ts'
import { type Caller, callerColumns, callerOf } from './callers.ts'

const cookieName = '__Host-stint'

/** How old the last sight of a session may be before it is written down: not every request is worth a write. */
const sightMs = 5 * 60_000

const byHash = statement(sql`select ${callerColumns}, 0, session.id, session.lastseen
  from session
  join person on person.accountid = session.accountid and person.id = session.personid
  join account on account.id = person.accountid
  where session.hash = ${slot('hash')} and session.datecreated > ${slot('begun')} and session.lastseen > ${slot('seen')}`)

export interface Signed {
  readonly caller: Caller
  readonly sessionid: number
}

/** The service code says that nobody is known; the words are those of people, not of programs. */
export const nobody = (sentence: string): Refusal =>
  Object.assign(new Refusal(401, 9, [sentence]), { message: 'You are not signed in' })

export const cookieHeader = (secret: string): string => cookieText(cookieName, secret, wholeMs / 1000)
export const noCookieHeader = cookieText(cookieName, '', 0)

/** Random bytes as a cookie carries them, and what is kept of it. */
export const sessionHash = (secret: string): string => tokenHash(`session ${secret}`)

export class AppSessions {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  async find({ headers }: FastifyRequest): Promise<Signed | null> {
    const secret = cookieIn(headers.cookie, cookieName)
    if (secret === null || secret === '') return null
    const now = this.#clock.now()
    const values = { hash: sessionHash(secret), ...lifeOf(now) }
    const row = await this.#database.read(0, (tx) => tx.first(byHash, values))
    const caller = row === undefined ? undefined : callerOf(row)
    if (row === undefined || caller === undefined || !caller.active) return null
    const [sessionid, lastseen] = row.slice(-2)
    const signed = { caller, sessionid: Number(sessionid) }
    if (now - epochOf(String(lastseen)) >= sightMs) {
      await sessionSeen(this.#database, caller.accountid, signed.sessionid, utcText(now))
    }
    return signed
  }

  async need(request: FastifyRequest): Promise<Signed> {
    const signed = await this.find(request)
    if (signed === null) throw nobody('session: it is over, or never was; sign in')
    return signed
  }
}
