// Proves again that the person at the browser knows the password, before a change that outlives the session, and has
// the second factor, if there is one. Attempts are limited, so that nobody can guess in a browser that is signed in. A
// provider or a passkey that has just confirmed who the person is counts like both; people who sign in that way may
// have no password.
import type { FastifyRequest } from 'fastify'
import { readOwnLogin } from '../../auth/own-password.ts'
import { findSecondFactor, useCode } from '../../auth/second-factor.ts'
import { isProvedSession } from '../../auth/session.ts'
import { SignInAttempt } from '../../auth/sign-in.ts'
import type { Actor } from '../../define/actor.ts'
import { type ApiError, badRequest } from '../../define/api-error.ts'
import type { Engine } from '../../engine/engine.ts'
import { verifyPassword } from '../../io/password-hash.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { notifyRecoveryUsed } from '../../mail/security-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { SessionAuthenticator } from './session-authentication.ts'
import type { SessionBody } from './session-body.ts'
import { withAttemptLimit } from './sign-in.ts'

export const wrongPassword = () => badRequest('current: this is not your current password')

/** The names in the body of every request that needs the password again. */
export const reauthenticationFields = { current: false, code: false }

export class Reauthentication {
  readonly #options: ServerOptions
  readonly #engine: Engine

  constructor(options: ServerOptions, engine: Engine) {
    this.#options = options
    this.#engine = engine
  }

  /** Returns the hash that the password was compared with. */
  async require(actor: Actor, request: FastifyRequest, body: SessionBody): Promise<string> {
    const { database, clock } = this.#options
    const { accountid, personid } = actor
    const { login, factor } = await database.read(accountid, async (tx) => ({
      login: await readOwnLogin(tx, personid),
      factor: await findSecondFactor(tx, personid),
    }))
    const was = login?.password ?? ''
    if (body.text('current') === '') {
      await this.#requireProvedSession(actor, request, was !== '')
      return was
    }
    if (factor !== null && body.text('code') === '') throw badRequest('code: is required')
    const attempt = new SignInAttempt(database, clock.now(), ipBlock(request.ip), `person ${personid}`)
    const compare = async (): Promise<true | null> => (await verifyPassword(was, body.text('current'))) || null
    await withAttemptLimit(attempt, compare, wrongPassword)
    if (factor !== null) await this.#requireCode(actor, request, body.text('code'))
    return was
  }

  async #requireProvedSession({ accountid, personid }: Actor, request: FastifyRequest, hasPassword: boolean) {
    const { database, clock } = this.#options
    const { sessionid } = await new SessionAuthenticator(database, clock).requireSession(request, false)
    const proof = { personid, id: sessionid }
    if (await database.read(accountid, (tx) => isProvedSession(tx, proof, clock.now()))) return
    throw badRequest(
      hasPassword
        ? 'current: is required'
        : 'current: confirm with single sign-on or a passkey that it is you, then try again',
    )
  }

  async #requireCode(actor: Actor, request: FastifyRequest, code: string): Promise<void> {
    const { database, clock } = this.#options
    const { personid } = actor
    const now = clock.now()
    const attempt = SignInAttempt.withCode(database, now, ipBlock(request.ip), personid)
    const compare = () =>
      this.#engine.writeWithMailer(actor, async (tx, mailer) => {
        const used = await useCode(tx, database.vault, { personid, code, now })
        if (used === 'recovery') await notifyRecoveryUsed({ tx, actor, mailer }, personid)
        return used
      })
    await withAttemptLimit(attempt, compare, wrongCodeAgain)
  }
}

const wrongCodeAgain = (): ApiError => badRequest(`code: ${wrongCodeText}`)

export const wrongCodeText = 'is wrong or was already used; wait for the next code and try again'
