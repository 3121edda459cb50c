// The calendar address in the web application: people create, replace and revoke their own. A new one needs the
// password again, because it outlives the session.
import { randomBytes } from 'node:crypto'
import { findCalendarFeed, removeCalendarFeed, replaceCalendarFeed } from '../../auth/calendar-feed.ts'
import { originOf } from '../../define/actor.ts'
import { ApiError } from '../../define/api-error.ts'
import { tokenHash } from '../../kit/token.ts'
import type { ServerOptions } from '../server-options.ts'
import { type Reauthentication, reauthenticationFields } from './reauthentication.ts'
import { parseSessionBody } from './session-body.ts'
import { noContent, type SessionHandler } from './session-response.ts'

export class CalendarHandlers {
  readonly #options: ServerOptions
  readonly #again: Reauthentication

  constructor(options: ServerOptions, again: Reauthentication) {
    this.#options = options
    this.#again = again
  }

  /** Whether there is one and since when; never the address. */
  readonly read: SessionHandler = async ({ actor: { accountid, personid } }) => {
    const feed = await this.#options.database.read(accountid, (tx) => findCalendarFeed(tx, personid))
    return { status: 200, body: { calendar: feed === null ? null : { datecreated: feed.datecreated } } }
  }

  /** The only response that contains the address. */
  readonly create: SessionHandler = async ({ actor }, request) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    const { accountid, personid, now } = actor
    const secret = randomBytes(32).toString('base64url')
    const feed = { hash: tokenHash(secret), now }
    await this.#options.database.write(accountid, (tx) => replaceCalendarFeed(tx, personid, feed), originOf(actor))
    return { status: 201, body: { calendar: { datecreated: now, path: `/calendar/${secret}.ics` } } }
  }

  readonly remove: SessionHandler = async ({ actor }) => {
    const { accountid, personid } = actor
    const remove = this.#options.database.write(accountid, (tx) => removeCalendarFeed(tx, personid), originOf(actor))
    if (!(await remove)) throw new ApiError(404, 14, ['calendar: you have no calendar address'])
    return noContent
  }
}
