// Sign-in with a provider of OpenID Connect: sends the browser to the provider, and turns the answer that it brings
// back into a session, or connects it to the person who is signed in. Any failure is a word for the sign-in page; the
// reason is logged. The protocol is in io/oidc-client.ts, whose identity it is in auth/identity.ts.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  createPerson,
  findPerson,
  type IdentityOwner,
  isIdentityOf,
  linkIdentity,
  listIdentities,
  type ProvedIdentity,
  type SignInRefusal,
} from '../../auth/identity.ts'
import { readOwnLogin } from '../../auth/own-password.ts'
import { signInWith } from '../../auth/sign-in.ts'
import { badRequest, Invalid, notFound } from '../../define/api-error.ts'
import { parseWholeNumber } from '../../define/kinds.ts'
import type { Engine } from '../../engine/engine.ts'
import { AddressGuard } from '../../io/address-guard.ts'
import { systemClock } from '../../io/clock.ts'
import { ConstraintViolation } from '../../io/database.ts'
import { InvalidAnswer, type OidcClaims, OidcClient, ProviderError } from '../../io/oidc-client.ts'
import { utcText } from '../../kit/calendar.ts'
import { isEmailAddress } from '../../kit/email.ts'
import { notifyIdentityChanged } from '../../mail/login-mails.ts'
import { notifyNewBrowser } from '../../mail/security-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { actorForPerson } from './person-actor.ts'
import { type ActiveProvider, findProvider, onlyAccount, passwordsAllowed } from './providers.ts'
import { type Reauthentication, reauthenticationFields } from './reauthentication.ts'
import {
  expiredRequestCookie,
  readRequest,
  requestCookie,
  type SentRequest,
  type SignInPurpose,
} from './sealed-request.ts'
import type { SessionAuthenticator } from './session-authentication.ts'
import { parseSessionBody } from './session-body.ts'
import { noContent, type PublicHandler, pathId, type SessionHandler, type SessionResponse } from './session-response.ts'
import { newSession, sessionOrigin, setEntryCookie } from './sign-in.ts'

/** Why nobody is signed in, for the page, or what was done instead. */
export type SignInOutcome =
  | SignInRefusal
  | 'linked'
  | 'confirmed'
  | 'taken'
  | 'expired'
  | 'denied'
  | 'failed'
  | 'unavailable'

export interface FinishedSignIn {
  /** Null for a usual sign-in. */
  readonly outcome: SignInOutcome | null
  /** Who has a new session. */
  readonly person?: IdentityOwner
}

/** A confirmation is not older than this at the provider, if the provider says when it was. */
const confirmationMs = 10 * 60_000

const randomText = (): string => randomBytes(32).toString('base64url')

export class SingleSignOn {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #sessions: SessionAuthenticator
  readonly #again: Reauthentication
  /** For providers of the operator, and for those of Administrators. */
  readonly #trusted = new OidcClient(null)
  readonly #guarded: OidcClient

  constructor(options: ServerOptions, engine: Engine, sessions: SessionAuthenticator, again: Reauthentication) {
    this.#options = options
    this.#again = again
    this.#engine = engine
    this.#sessions = sessions
    this.#guarded = new OidcClient(options.singleSignOn?.guard ?? new AddressGuard([]))
  }

  clientFor({ isFixed }: Pick<ActiveProvider, 'isFixed'>): OidcClient {
    return isFixed ? this.#trusted : this.#guarded
  }

  /** Where the provider sends the browser back to; null if the server does not know its own address. */
  get redirectAddress(): string | null {
    const publicUrl = this.#options.mail?.publicUrl ?? null
    return publicUrl === null ? null : `${publicUrl}app/oidc/`
  }

  /** What the sign-in page offers. A secret that cannot be decrypted must not stop people who have passwords. */
  async offer(
    request: FastifyRequest,
  ): Promise<{ sso: { name: string; accountid: number | null } | null; passwords: boolean }> {
    const accountid = accountIn(request)
    try {
      const provider = await findProvider(this.#options, accountid)
      if (provider === null || this.redirectAddress === null) return { sso: null, passwords: true }
      return { sso: { name: provider.name, accountid: provider.accountid }, passwords: provider.passwords }
    } catch (error) {
      this.#options.log.error({ err: error, reqid: request.id }, 'the provider for sign-in cannot be read')
      return { sso: null, passwords: true }
    }
  }

  readonly start: PublicHandler = async (request, reply) => {
    const body = parseSessionBody(request, { accountid: false })
    body.errors.throwIfAny()
    const id = parseWholeNumber(body.text('accountid'))
    return this.#send(request, reply, 'signin', id instanceof Invalid ? null : id, null)
  }

  readonly list: SessionHandler = async ({ actor: { accountid, personid } }) => {
    const { database } = this.#options
    const provider = await findProvider(this.#options, accountid)
    const rows = await database.read(accountid, (tx) => listIdentities(tx, personid))
    const identities = rows.map((row) => ({
      ...row,
      name: row.issuer === provider?.issuer ? provider.name : row.issuer,
    }))
    const isOffered = provider !== null && this.redirectAddress !== null
    const offered = isOffered ? { name: provider.name, issuer: provider.issuer } : null
    const passwords = await passwordsAllowed(this.#options, accountid)
    return { status: 200, body: { identities, provider: offered, passwords } }
  }

  readonly startLink: SessionHandler = async ({ actor, sessionid }, request, reply) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    return this.#send(request, reply, 'link', actor.accountid, sessionid)
  }

  /** For people without a password: the provider confirms who they are, which then counts like the password. */
  readonly startConfirmation: SessionHandler = async ({ actor, sessionid }, request, reply) =>
    this.#send(request, reply, 'confirm', actor.accountid, sessionid)

  readonly unlink: SessionHandler = async ({ actor }, request) => {
    const { accountid, personid } = actor
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    const id = pathId(request)
    const mayUsePassword = await passwordsAllowed(this.#options, accountid)
    const provider = await findProvider(this.#options, accountid)
    await this.#engine.writeWithMailer(actor, async (tx, mailer) => {
      await tx.lock('person', personid)
      const identity = (await listIdentities(tx, personid)).find((one) => one.id === id)
      if (identity === undefined) throw notFound('identity', id)
      const hasPassword = (await readOwnLogin(tx, personid))?.password !== ''
      if (identity.issuer === provider?.issuer && !(mayUsePassword && hasPassword))
        throw badRequest('id: you could not sign in any more; choose a password first')
      await tx.remove('identity', id)
      const name = identity.issuer === provider?.issuer ? provider.name : identity.issuer
      await notifyIdentityChanged({ tx, actor, mailer }, { personid, provider: name, isLinked: false })
    })
    return noContent
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: SignInPurpose,
    accountid: number | null,
    sessionid: number | null,
  ): Promise<SessionResponse> {
    const { database, clock } = this.#options
    const provider = await findProvider(this.#options, accountid)
    const redirect = this.redirectAddress
    if (provider === null) throw badRequest('provider: single sign-on is not set up')
    if (redirect === null)
      throw badRequest('provider: this server does not know its own address; its operator can set STINT_PUBLIC_URL')
    const secrets = { state: randomText(), nonce: randomText(), verifier: randomText() }
    const { issuer, clientid } = provider
    const place = { redirect, again: purpose === 'confirm' }
    const url = await this.clientFor(provider)
      .authorizationUrl(provider, secrets, place)
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
        this.#options.log.warn({ reqid: request.id, reason: error.message }, 'the provider for sign-in cannot be used')
        throw badRequest(`provider: ${provider.name} cannot be used now: ${error.message}; try again later`)
      })
    const pending = { ...secrets, purpose, issuer, clientid, accountid: provider.accountid, sessionid, at: clock.now() }
    reply.header('set-cookie', requestCookie(request, database.vault, pending))
    return { status: 200, body: { url } }
  }

  /** The answer of the provider, which the browser brings back. */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<FinishedSignIn> {
    const { database, clock, log } = this.#options
    reply.header('set-cookie', expiredRequestCookie(request))
    const pending = readRequest(request, database.vault, clock.now())
    if (pending === null) return { outcome: 'expired' }
    const provider = await findProvider(this.#options, pending.accountid)
    const redirect = this.redirectAddress
    const isSame = provider?.issuer === pending.issuer && provider.clientid === pending.clientid
    if (provider === null || redirect === null || !isSame) return { outcome: 'expired' }
    const address = new URL(redirect)
    address.search = /\?.*$/s.exec(request.url)?.[0] ?? ''
    try {
      const claims = await this.clientFor(provider).claims(provider, pending, address)
      return await this.#complete(request, reply, { pending, provider, claims })
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof InvalidAnswer)) throw error
      log.warn({ reqid: request.id, address: request.ip, reason: error.message }, 'not signed in by the provider')
      if (error instanceof ProviderError) return { outcome: 'unavailable' }
      return { outcome: address.searchParams.get('error') === 'access_denied' ? 'denied' : 'failed' }
    }
  }

  async #complete(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FinishedSignIn> {
    const { pending, provider, claims } = answer
    const identity = identityOf(claims, provider)
    if (pending.purpose === 'link') return { outcome: await this.#link(request, pending, provider, identity) }
    const scope = { accountid: provider.accountid, createIn: await this.#accountForNewPeople(provider, pending) }
    const found = await findPerson(this.#options.database, identity, scope)
    if ('refused' in found) return { outcome: found.refused }
    if (pending.purpose === 'confirm') {
      const isOwn = 'found' in found && (await this.#isSignedIn(request, pending, found.found))
      if (!isOwn) return { outcome: 'failed' }
    }
    const isProved = isRecent(claims)
    const person = await this.#signIn(request, reply, { provider, identity, isProved }, found)
    if (person === null) return { outcome: 'unknown' }
    return { outcome: pending.purpose === 'confirm' ? 'confirmed' : null, person }
  }

  /** With several accounts nobody could say to which one an unknown person belongs. */
  async #accountForNewPeople(provider: ActiveProvider, { purpose }: SentRequest): Promise<number | null> {
    if (provider.createRole === null || purpose !== 'signin') return null
    return provider.isFixed ? onlyAccount(this.#options) : provider.accountid
  }

  /** Opens the session. Null if the person or the identity was changed meanwhile. */
  async #signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, identity, isProved }: { provider: ActiveProvider; identity: ProvedIdentity; isProved: boolean },
    found: { readonly found: IdentityOwner } | { readonly link: IdentityOwner } | { readonly create: number },
  ): Promise<IdentityOwner | null> {
    const { clock } = this.#options
    const now = clock.now()
    const owner = 'create' in found ? await this.#create(request, found.create, provider, identity) : null
    const person = owner ?? ('found' in found ? found.found : 'link' in found ? found.link : null)
    const actor = person === null ? null : await actorForPerson(this.#options, person, now, String(request.id))
    if (person === null || actor === null) return null
    const { personid } = person
    const session = { ...newSession(request, personid, now), isProved }
    const isIn = await this.#engine.writeWithMailer(
      actor,
      async (tx, mailer) => {
        await tx.lock('person', personid)
        if ('link' in found && (await linkIdentity(tx, personid, identity, session.now)))
          await notifyIdentityChanged({ tx, actor, mailer }, { personid, provider: provider.name, isLinked: true })
        if (!(await isIdentityOf(tx, personid, identity))) return false
        if (await signInWith(tx, session)) await notifyNewBrowser({ tx, actor, mailer }, session)
        return true
      },
      sessionOrigin(request, session),
    )
    if (!isIn) return null
    await setEntryCookie(this.#options, reply, { accountid: person.accountid, entry: 'session', session })
    return person
  }

  /** Null if another request created the person at the same time: the next sign-in finds it. */
  async #create(
    request: FastifyRequest,
    accountid: number,
    { createRole }: ActiveProvider,
    identity: ProvedIdentity,
  ): Promise<IdentityOwner | null> {
    const { database, clock } = this.#options
    const now = utcText(clock.now())
    const origin = { personid: null, channel: 'session' as const, requestid: String(request.id), now: null }
    if (createRole === null) return null
    try {
      return await database.write(
        accountid,
        async (tx) => {
          const personid = await createPerson(tx, identity, createRole)
          await linkIdentity(tx, personid, identity, now)
          return { accountid, personid }
        },
        origin,
      )
    } catch (error) {
      if (error instanceof ConstraintViolation) return null
      throw error
    }
  }

  async #isSignedIn(request: FastifyRequest, pending: SentRequest, owner: IdentityOwner): Promise<boolean> {
    const session = await this.#sessions.find(request)
    const { accountid, personid } = session?.caller ?? {}
    return session?.sessionid === pending.sessionid && accountid === owner.accountid && personid === owner.personid
  }

  /** Connects the identity to the person who asked, if the same session is still open in this browser. */
  async #link(
    request: FastifyRequest,
    pending: SentRequest,
    provider: ActiveProvider,
    identity: ProvedIdentity,
  ): Promise<SignInOutcome> {
    const { clock } = this.#options
    const session = await this.#sessions.find(request)
    if (session === null || session.sessionid !== pending.sessionid) return 'expired'
    const { accountid, personid } = session.caller
    if (accountid !== pending.accountid) return 'expired'
    const actor = await actorForPerson(this.#options, { accountid, personid }, clock.now(), String(request.id))
    if (actor === null) return 'expired'
    const isLinked = await this.#engine.writeWithMailer(actor, async (tx, mailer) => {
      if (!(await linkIdentity(tx, personid, identity, actor.now))) return false
      await notifyIdentityChanged({ tx, actor, mailer }, { personid, provider: provider.name, isLinked: true })
      return true
    })
    return isLinked ? 'linked' : 'taken'
  }
}

interface Answer {
  readonly pending: SentRequest
  readonly provider: ActiveProvider
  readonly claims: OidcClaims
}

/** The account of a sign-in address such as /app/?company=7. */
function accountIn({ query }: FastifyRequest): number | null {
  const { company } = query as { company?: unknown }
  const id = typeof company === 'string' ? parseWholeNumber(company) : null
  return typeof id === 'number' && id > 0 ? id : null
}

/** An address that the provider has not verified proves nothing (T-179). */
function identityOf(claims: OidcClaims, { trustEmail }: ActiveProvider): ProvedIdentity {
  const { issuer, subject, email, isEmailVerified, firstname, lastname } = claims
  const isVerified = isEmailVerified ?? trustEmail
  return {
    issuer,
    subject,
    email: isVerified && email !== null && isEmailAddress(email) ? email : null,
    firstname,
    lastname,
  }
}

/** The tokens of a provider have the time of its machine, so they are compared with that of this one. */
const isRecent = ({ authenticatedAt }: OidcClaims): boolean =>
  authenticatedAt === null || systemClock.now() - authenticatedAt * 1000 < confirmationMs
