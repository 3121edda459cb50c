// What people do with their own login in the web application: change the password, create and revoke API tokens, send
// a test mail. The logins of other people are fields of person records, and are written there.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { changeOwnPassword, readOwnLogin } from '../../auth/own-password.ts'
import { addOwnToken, listOwnTokens, removeOwnToken } from '../../auth/own-token.ts'
import { SignInAttempt } from '../../auth/sign-in.ts'
import { badRequest, forbidden, Invalid, notFound } from '../../define/api-error.ts'
import { plainText } from '../../define/kinds.ts'
import type { Engine } from '../../engine/engine.ts'
import { hashPassword, verifyPassword } from '../../io/password-hash.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { passwordError } from '../../kit/password-rules.ts'
import { mintToken, tokenHash } from '../../kit/token.ts'
import { writeTestMail } from '../../mail/login-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { parseSessionBody } from './session-body.ts'
import { noContent, pathId, type SessionHandler, type SessionResponse } from './session-response.ts'
import { withAttemptLimit } from './sign-in.ts'

const wrongPassword = () => badRequest('current: is not your password')

const tokenName = plainText(255)

export class OwnLogin {
  readonly #options: ServerOptions
  readonly #engine: Engine

  constructor(options: ServerOptions, engine: Engine) {
    this.#options = options
    this.#engine = engine
  }

  /** Attempts are limited here too, so that nobody can guess the password in a browser that is signed in. */
  readonly changePassword: SessionHandler = async ({ actor, sessionid }, request) => {
    const { database, clock } = this.#options
    const { accountid, personid } = actor
    const body = parseSessionBody(request, { current: true, password: true })
    const login = await database.read(accountid, (tx) => readOwnLogin(tx, personid))
    const fault = body.text('password') === '' ? null : passwordError(body.text('password'), login?.names)
    if (fault !== null) body.errors.add('password', fault)
    body.errors.throwIfAny()
    const tried = new SignInAttempt(database, clock.now(), ipBlock(request.ip), `person ${personid}`)
    const was = login?.password ?? ''
    const compare = async (): Promise<true | null> => (await verifyPassword(was, body.text('current'))) || null
    await withAttemptLimit(tried, compare, wrongPassword)
    const password = await hashPassword(body.text('password'))
    const change = { actor, sessionid, was, password }
    const changed = await this.#engine.writeWithMailer(accountid, (tx, post) => changeOwnPassword(tx, post, change))
    if (!changed) throw wrongPassword()
    return noContent
  }

  readonly listTokens: SessionHandler = async ({ actor: { accountid, personid } }) => {
    const tokens = await this.#options.database.read(accountid, (tx) => listOwnTokens(tx, personid))
    return { status: 200, body: { tokens } }
  }

  /** The only response that contains the token. */
  readonly createToken: SessionHandler = async (
    { actor: { accountid, personid, now } },
    request,
  ): Promise<SessionResponse> => {
    const body = parseSessionBody(request, { name: true })
    const name = tokenName.parse(body.text('name').trim())
    if (name instanceof Invalid) body.errors.addInvalid('name', body.text('name'), name.reason)
    else if (name === null) body.errors.addOnce('name', 'is required')
    body.errors.throwIfAny()
    const token = mintToken(randomBytes(32))
    const stored = { hash: tokenHash(token), name: String(name), now }
    const id = await this.#options.database.write(accountid, (tx) => addOwnToken(tx, personid, stored))
    return { status: 201, body: { token: { id, name: stored.name, datecreated: now, token } } }
  }

  readonly removeToken: SessionHandler = async ({ actor: { accountid, personid } }, request: FastifyRequest) => {
    const id = pathId(request)
    const removed = await this.#options.database.write(accountid, (tx) => removeOwnToken(tx, personid, id))
    if (!removed) throw notFound('token', id)
    return noContent
  }

  readonly sendTestMail: SessionHandler = async ({ actor }) => {
    if (actor.role !== 'Administrator') throw forbidden('only an Administrator may try whether mails are sent')
    const login = await this.#options.database.read(actor.accountid, (tx) => readOwnLogin(tx, actor.personid))
    if (login?.email == null) throw badRequest('email: you have no e-mail address')
    await this.#engine.writeWithMailer(actor.accountid, async (tx, mailer) => {
      if (mailer === null) throw badRequest('mail: this server sends no mails; its operator can set STINT_SMTP_URL')
      await writeTestMail({ tx, actor, mailer })
    })
    return { status: 202 }
  }
}
