// What people do with their own login in the web application: change the password. The logins of other people are
// fields of person records, and are written there. Tokens are in token-handlers.ts.
import { browserHash } from '../../auth/known-browser.ts'
import { changeOwnPassword, readOwnLogin } from '../../auth/own-password.ts'
import type { Engine } from '../../engine/engine.ts'
import { hashPassword } from '../../io/password-hash.ts'
import { passwordError } from '../../kit/password-rules.ts'
import type { ServerOptions } from '../server-options.ts'
import { requirePasswords } from './providers.ts'
import { type Reauthentication, reauthenticationFields, wrongPassword } from './reauthentication.ts'
import { browserSecretOf } from './session-authentication.ts'
import { parseSessionBody } from './session-body.ts'
import { noContent, type SessionHandler } from './session-response.ts'

export class OwnLogin {
  readonly #options: ServerOptions
  readonly #engine: Engine

  readonly #again: Reauthentication

  constructor(options: ServerOptions, engine: Engine, again: Reauthentication) {
    this.#options = options
    this.#engine = engine
    this.#again = again
  }

  /** Attempts are limited here too, so that nobody can guess the password in a browser that is signed in. */
  readonly changePassword: SessionHandler = async ({ actor, sessionid }, request) => {
    const { database } = this.#options
    const { accountid, personid } = actor
    const body = parseSessionBody(request, { ...reauthenticationFields, password: true, revoketokens: false })
    const login = await database.read(accountid, (tx) => readOwnLogin(tx, personid))
    const reason = body.text('password') === '' ? null : passwordError(body.text('password'), login?.names)
    if (reason !== null) body.errors.add('password', reason)
    body.errors.throwIfAny()
    await requirePasswords(this.#options, accountid)
    const was = await this.#again.require(actor, request, body)
    const password = await hashPassword(body.text('password'))
    const browser = browserSecretOf(request)
    const change = {
      actor,
      sessionid,
      was,
      password,
      revokesTokens: body.text('revoketokens') === 't',
      browserHash: browser === null ? undefined : browserHash(browser),
    }
    const changed = await this.#engine.writeWithMailer(actor, (tx, post) => changeOwnPassword(tx, post, change))
    if (!changed) throw wrongPassword()
    return noContent
  }
}
