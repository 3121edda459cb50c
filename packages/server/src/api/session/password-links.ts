// Links to choose a password: an Administrator creates one for a person, who has forgotten the password asks for one by
// mail, and whoever opens it sets the password and is signed in (T-141 to T-145). A wrong code is counted and answered
// like a wrong password.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createPasswordLink, findPasswordLink, linkHash, passwordLinkKinds } from '../../auth/link-code.ts'
import { readOwnLogin } from '../../auth/own-password.ts'
import {
  type AddressOwner,
  choosePassword,
  findAddressOwners,
  type LinkPerson,
  passwordLinkPath,
  readLinkPerson,
} from '../../auth/password-link.ts'
import { countResetRequest, SignInAttempt } from '../../auth/sign-in.ts'
import { badRequest, forbidden, notFound } from '../../define/api-error.ts'
import { activeSite } from '../../define/mailer.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ChangeOrigin } from '../../io/change-log.ts'
import { hashPassword } from '../../io/password-hash.ts'
import { utcText } from '../../kit/calendar.ts'
import { isEmailAddress } from '../../kit/email.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { passwordError } from '../../kit/password-rules.ts'
import { mailInvitation, mailResetLink } from '../../mail/login-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { actorForPerson } from './person-actor.ts'
import { passwordsAllowed, passwordsOff, requirePasswords } from './providers.ts'
import { notSignedIn } from './session-authentication.ts'
import { parseSessionBody, type SessionBody } from './session-body.ts'
import { type PublicHandler, pathId, type SessionHandler } from './session-response.ts'
import { newSession, setEntryCookie, tooManyAttempts, withAttemptLimit } from './sign-in.ts'

/** Requests whose mails are not written yet. More of them are refused. */
const maxWaiting = 100

const wrongLink = () => notSignedIn('code: this link is invalid, was already used or has expired; ask for a new one')

/** Mails have links only if the server knows its own address; that of the request could be forged (T-144). */
export const mailsLinks = ({ mail }: Pick<ServerOptions, 'mail'>): boolean =>
  (activeSite(mail)?.publicUrl ?? null) !== null

export class PasswordLinks {
  readonly #options: ServerOptions
  readonly #engine: Engine
  /** The requests for mails, one after the other. */
  #queue: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(options: ServerOptions, engine: Engine) {
    this.#options = options
    this.#engine = engine
  }

  /** An Administrator gets a link for a person, to pass it on; with `send` it is also mailed to the person. */
  readonly create: SessionHandler = async ({ actor }, request) => {
    if (actor.role !== 'Administrator') throw forbidden('only an Administrator may create a link for a person')
    const body = parseSessionBody(request, { kind: true, send: false })
    const { database, clock } = this.#options
    const [personid, now] = [pathId(request), clock.now()]
    const person = await database.read(actor.accountid, (tx) => readLinkPerson(tx, personid))
    if (person === null) throw notFound('person', personid)
    const kind = parseKind(body, person, personid === actor.personid)
    await requirePasswords(this.#options, actor.accountid)
    const address = mailsLinks(this.#options) && body.text('send') === 't' ? mailAddress(person) : null
    const link = await this.#engine.writeWithMailer(actor, async (tx, mailer) => {
      const { code, dateexpires } = await createPasswordLink(tx, { personid, kind, now, address })
      const path = passwordLinkPath(code)
      const write = kind === 'invite' ? mailInvitation : mailResetLink
      if (address !== null) await write({ tx, actor, mailer }, { personid, path, vault: database.vault })
      return { kind, path, dateexpires, sentto: address }
    })
    return { status: 201, body: { link } }
  }

  /**
   * Mails a link to the people with an address. The response does not wait for it, so that neither its content nor its
   * duration says whether the address is known (T-143).
   */
  readonly request: PublicHandler = async (request) => {
    const { database, clock, log } = this.#options
    const { errors, text } = parseSessionBody(request, { email: true })
    const email = text('email').trim()
    if (email !== '' && !isEmailAddress(email)) errors.add('email', 'must be an email address')
    errors.throwIfAny()
    if (this.#options.singleSignOn?.fixed?.passwords === false) throw passwordsOff()
    if (!mailsLinks(this.#options))
      throw badRequest('email: this server does not send links by email; ask an Administrator for a link')
    const wait = await countResetRequest(database, clock.now(), ipBlock(request.ip), email)
    if (wait > 0) throw tooManyAttempts(wait, 'requests')
    if (this.#waiting >= maxWaiting) throw tooManyAttempts(60, 'requests')
    this.#waiting += 1
    this.#queue = this.#queue
      .then(() => this.#mailLinks(email, String(request.id)))
      .catch((error: unknown) => log.error({ reqid: request.id, err: error }, 'links could not be mailed'))
      .finally(() => {
        this.#waiting -= 1
      })
    return { status: 202 }
  }

  /** Resolves when all requested mails are written. */
  readonly finish = (): Promise<void> => this.#queue

  async #mailLinks(email: string, requestid: string): Promise<void> {
    for (const owner of await findAddressOwners(this.#options.database, email)) await this.#mailLink(owner, requestid)
  }

  async #mailLink({ accountid, personid, address }: AddressOwner, requestid: string): Promise<void> {
    const { database, clock } = this.#options
    const now = clock.now()
    const actor = await actorForPerson(this.#options, { accountid, personid }, now, requestid)
    if (actor === null || !(await passwordsAllowed(this.#options, accountid))) return
    // Nobody knows who asked.
    const origin: ChangeOrigin = { personid: null, channel: 'session', requestid, now: utcText(now) }
    await this.#engine.writeWithMailer(
      actor,
      async (tx, mailer) => {
        if (mailer.site === null) return
        const { code } = await createPasswordLink(tx, { personid, kind: 'reset', now, address })
        const link = { personid, path: passwordLinkPath(code), vault: database.vault }
        await mailResetLink({ tx, actor, mailer }, link)
      },
      origin,
    )
  }

  /** Whose link it is, for the page that asks for the password. */
  readonly read: PublicHandler = async (request) => {
    const { accountid, personid, kind } = await this.#find(request, parseSessionBody(request, { code: true }))
    const login = await this.#options.database.read(accountid, (tx) => readOwnLogin(tx, personid))
    if (login === null) throw wrongLink()
    const { username, person = '', company } = login.names
    return { status: 200, body: { link: { kind, username, name: person.trim(), company } } }
  }

  async #find(request: FastifyRequest, body: SessionBody) {
    const { database, clock } = this.#options
    const now = clock.now()
    const attempt = new SignInAttempt(database, now, ipBlock(request.ip), 'link')
    const hash = linkHash(body.text('code'))
    return withAttemptLimit(attempt, () => findPasswordLink(database, hash, now), wrongLink)
  }

  /** Sets the password and signs the person in, or leads to one more step. Returns who it is. */
  async use(request: FastifyRequest, reply: FastifyReply) {
    const { database, clock } = this.#options
    const body = parseSessionBody(request, { code: true, password: true })
    const { accountid, personid, kind } = await this.#find(request, body)
    // A link for a new password also comes from the operator, for the time when the provider cannot be used.
    if (kind === 'invite') await requirePasswords(this.#options, accountid)
    const [hash, now] = [linkHash(body.text('code')), clock.now()]
    const login = await database.read(accountid, (tx) => readOwnLogin(tx, personid))
    const reason = body.text('password') === '' ? null : passwordError(body.text('password'), login?.names)
    if (reason !== null) body.errors.add('password', reason)
    body.errors.throwIfAny()
    const password = await hashPassword(body.text('password'))
    const actor = await actorForPerson(this.#options, { accountid, personid }, now, String(request.id))
    const session = newSession(request, personid, now)
    const entry =
      actor === null
        ? null
        : await this.#engine.writeWithMailer(actor, (tx, mailer) =>
            choosePassword(tx, mailer, { actor, hash, now, password, session }),
          )
    if (entry === null) throw wrongLink()
    await setEntryCookie(this.#options, reply, { accountid, entry, session })
    return { login: { accountid, personid }, entry }
  }
}

function parseKind({ errors, text }: SessionBody, person: LinkPerson, isOwn: boolean): 'invite' | 'reset' {
  const kind = passwordLinkKinds.find((one) => one === text('kind'))
  if (kind === undefined && text('kind') !== '')
    errors.addInvalid('kind', text('kind'), `must be ${passwordLinkKinds.join(' or ')}`)
  errors.throwIfAny()
  if (isOwn) throw badRequest('id: change your own password in your profile')
  if (!person.active) throw badRequest('id: this person is inactive; activate them first')
  if (person.username === '' || !person.hasRole) throw badRequest('id: this person has no username; add one first')
  if (kind === 'invite' && person.hasSignedIn)
    throw badRequest('kind: this person has already signed in; create a reset link instead')
  return kind ?? 'reset'
}

function mailAddress({ email }: LinkPerson): string {
  if (email !== null && isEmailAddress(email)) return email
  throw badRequest('send: this person has no email address; add one, or pass the link on yourself')
}
