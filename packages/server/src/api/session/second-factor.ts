// The second factor in the web application: people turn their own on and off and get recovery codes; Administrators
// turn off that of somebody who lost it. All of it needs the password again, and a code where there is a factor.

import { listPasskeys } from '../../auth/passkey.ts'
import { readLinkPerson } from '../../auth/password-link.ts'
import {
  findFactor,
  findSecondFactor,
  needsFactor,
  removeApp,
  removeFactor,
  renewRecoveryCodes,
} from '../../auth/second-factor.ts'
import { endSessions } from '../../auth/session.ts'
import { SignInAttempt } from '../../auth/sign-in.ts'
import type { Actor } from '../../define/actor.ts'
import { badRequest, forbidden, notFound } from '../../define/api-error.ts'
import type { Engine } from '../../engine/engine.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { notifyAppOff, notifyFactorOff, notifyRecoveryCodes } from '../../mail/security-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { beginSetUp, confirmSetUp } from './factor-setup.ts'
import { passkeySite } from './passkey-checks.ts'
import { passwordsAllowed } from './providers.ts'
import { type Reauthentication, reauthenticationFields, wrongCodeText } from './reauthentication.ts'
import { expiredSessionCookie } from './session-authentication.ts'
import { parseSessionBody } from './session-body.ts'
import { noContent, pathId, type SessionHandler } from './session-response.ts'
import { withAttemptLimit } from './sign-in.ts'

const isOff = () => badRequest('factor: two-factor sign-in is off')

export class SecondFactor {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #again: Reauthentication

  constructor(options: ServerOptions, engine: Engine, again: Reauthentication) {
    this.#options = options
    this.#engine = engine
    this.#again = again
  }

  readonly read: SessionHandler = async ({ actor: { accountid, personid } }) => {
    const body = await this.#options.database.read(accountid, async (tx) => ({
      factor: await findFactor(tx, personid),
      required: await needsFactor(tx, personid),
      codes: (await findSecondFactor(tx, personid))?.codes ?? 0,
      passkeys: await listPasskeys(tx, personid),
    }))
    const isOffered = passkeySite(this.#options) !== null && (await passwordsAllowed(this.#options, accountid))
    return { status: 200, body: { ...body, offerspasskeys: isOffered } }
  }

  /** The only response with the secret. It counts once it was confirmed by a code. */
  readonly begin: SessionHandler = async ({ actor }, request) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    return { status: 201, body: { setup: await beginSetUp(this.#options, actor) } }
  }

  /** The only response with the recovery codes. All other sessions end: they began without the factor. */
  readonly confirm: SessionHandler = async ({ actor, sessionid }, request) => {
    const { errors, text } = parseSessionBody(request, { code: true })
    errors.throwIfAny()
    const { database, clock } = this.#options
    const now = clock.now()
    const attempt = SignInAttempt.withCode(database, now, ipBlock(request.ip), actor.personid)
    const confirm = () =>
      this.#engine.writeWithMailer(actor, (tx, mailer) =>
        confirmSetUp({ tx, actor, mailer }, database.vault, { code: text('code'), now, sessionid }),
      )
    const codes = await withAttemptLimit(attempt, confirm, () => badRequest(`code: ${wrongCodeText}`))
    return { status: 201, body: { codes } }
  }

  readonly renewCodes: SessionHandler = async ({ actor }, request) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    const codes = await this.#engine.writeWithMailer(actor, async (tx, mailer) => {
      const renewed = await renewRecoveryCodes(tx, actor.personid)
      if (renewed !== null) await notifyRecoveryCodes({ tx, actor, mailer }, actor.personid)
      return renewed
    })
    if (codes === null) throw isOff()
    return { status: 201, body: { codes } }
  }

  /**
   * Only the app: passkeys are removed one by one. Who must have a factor and has none left is signed out and sets up a
   * new one with the next sign-in.
   */
  readonly turnOff: SessionHandler = async ({ actor }, request, reply) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    const { personid } = actor
    const isRequired = await this.#engine.writeWithMailer(actor, async (tx, mailer) => {
      const removed = await removeApp(tx, personid)
      if (removed === null) throw isOff()
      await (removed.wasLast ? notifyFactorOff : notifyAppOff)({ tx, actor, mailer }, personid)
      if (!removed.wasLast || !(await needsFactor(tx, personid))) return false
      await endSessions(tx, personid)
      return true
    })
    if (isRequired) reply.header('set-cookie', expiredSessionCookie)
    return noContent
  }

  readonly readOf: SessionHandler = async ({ actor }, request) => {
    const personid = await this.#personOf(actor, pathId(request))
    const factor = await this.#options.database.read(actor.accountid, (tx) => findSecondFactor(tx, personid))
    return { status: 200, body: { factor } }
  }

  readonly turnOffOf: SessionHandler = async ({ actor }, request) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    const personid = await this.#personOf(actor, pathId(request))
    if (personid === actor.personid) throw badRequest('id: turn off your own two-factor sign-in in your profile')
    await this.#again.require(actor, request, body)
    await this.#engine.writeWithMailer(actor, async (tx, mailer) => {
      if (!(await removeFactor(tx, personid))) throw isOff()
      await notifyFactorOff({ tx, actor, mailer }, personid)
    })
    return noContent
  }

  async #personOf(actor: Actor, personid: number): Promise<number> {
    if (actor.role !== 'Administrator')
      throw forbidden('only an Administrator may see and turn off the two-factor sign-in of others')
    const person = await this.#options.database.read(actor.accountid, (tx) => readLinkPerson(tx, personid))
    if (person === null) throw notFound('person', personid)
    return personid
  }
}
