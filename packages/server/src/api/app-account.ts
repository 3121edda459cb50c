// What people do with their own login at the door of the web application: change the password, make and take back API tokens,
// ask for a mail to see whether any arrives. It is always one's own; others' logins are records, and written as such.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { text } from '../define/kinds.ts'
import { invalid, notAllowed, notFound, Unfit } from '../define/refusal.ts'
import type { Engine } from '../engine/engine.ts'
import { hashPassword, verifyPassword } from '../io/passwords.ts'
import { addressBlock } from '../kit/address-block.ts'
import { passwordFault } from '../kit/password-rules.ts'
import { mintToken, tokenHash } from '../kit/token.ts'
import { writeTestMail } from '../resources/mail-login.ts'
import { changeOwnPassword, readOwnLogin } from '../resources/own-password.ts'
import { addOwnToken, listOwnTokens, removeOwnToken } from '../resources/own-token.ts'
import { Try } from '../resources/signin.ts'
import { type Answered, done, idIn, type RunSigned } from './app-answer.ts'
import { readAppBody } from './app-body.ts'
import { counted } from './app-signin.ts'
import type { ServerOptions } from './options.ts'

const wrongPassword = () => invalid('current: is not your password')

const tokenName = text(255)

export class OwnLogin {
  readonly #options: ServerOptions
  readonly #engine: Engine

  constructor(options: ServerOptions, engine: Engine) {
    this.#options = options
    this.#engine = engine
  }

  /** Whoever sits down at a browser that is signed in must not be able to guess the password there either. */
  readonly changePassword: RunSigned = async ({ actor, sessionid }, request) => {
    const { database, clock } = this.#options
    const { accountid, personid } = actor
    const body = readAppBody(request, { current: true, password: true })
    const login = await database.read(accountid, (tx) => readOwnLogin(tx, personid))
    const fault = body.text('password') === '' ? null : passwordFault(body.text('password'), login?.username ?? '')
    if (fault !== null) body.faults.add('password', fault)
    body.faults.refuse()
    const tried = new Try(database, clock.now(), addressBlock(request.ip), `person ${personid}`)
    const was = login?.password ?? ''
    const compare = async (): Promise<true | null> => (await verifyPassword(was, body.text('current'))) || null
    await counted(tried, compare, wrongPassword)
    const password = await hashPassword(body.text('password'))
    const change = { actor, sessionid, was, password }
    const changed = await this.#engine.aside(accountid, (tx, post) => changeOwnPassword(tx, post, change))
    if (!changed) throw wrongPassword()
    return done
  }

  readonly listTokens: RunSigned = async ({ actor: { accountid, personid } }) => {
    const tokens = await this.#options.database.read(accountid, (tx) => listOwnTokens(tx, personid))
    return { status: 200, body: { tokens } }
  }

  /** The one time that a token is shown. */
  readonly makeToken: RunSigned = async ({ actor: { accountid, personid, now } }, request): Promise<Answered> => {
    const body = readAppBody(request, { name: true })
    const name = tokenName.parse(body.text('name').trim())
    if (name instanceof Unfit) body.faults.unfit('name', body.text('name'), name.reason)
    else if (name === null) body.faults.addOnce('name', 'is required')
    body.faults.refuse()
    const token = mintToken(randomBytes(32))
    const kept = { hash: tokenHash(token), name: String(name), now }
    const id = await this.#options.database.write(accountid, (tx) => addOwnToken(tx, personid, kept))
    return { status: 201, body: { token: { id, name: kept.name, datecreated: now, token } } }
  }

  readonly removeToken: RunSigned = async ({ actor: { accountid, personid } }, request: FastifyRequest) => {
    const id = idIn(request)
    const removed = await this.#options.database.write(accountid, (tx) => removeOwnToken(tx, personid, id))
    if (!removed) throw notFound('token', id)
    return done
  }

  readonly mailTest: RunSigned = async ({ actor }) => {
    if (actor.role !== 'Administrator') throw notAllowed('only an Administrator may try whether mails are sent')
    const login = await this.#options.database.read(actor.accountid, (tx) => readOwnLogin(tx, actor.personid))
    if (login?.email == null) throw invalid('email: you have no e-mail address')
    await this.#engine.aside(actor.accountid, async (tx, post) => {
      if (post === null) throw invalid('mail: this server sends no mails; its operator can set STINT_SMTP_URL')
      await writeTestMail({ tx, actor, post })
    })
    return { status: 202 }
  }
}
