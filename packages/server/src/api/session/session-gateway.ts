// The API of the web application: sign-in and sign-out, the caller's sessions, password and tokens, the set-up of a
// new account, and access to the REST API by session. It is not part of the REST API and cannot be used with a token,
// because a token could otherwise create further tokens. Every call must come from our own page (T-51).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasPendingSetup } from '../../auth/link-code.ts'
import type { PendingSignIn } from '../../auth/pending-sign-in.ts'
import { endSession, endSessions, listSessions, readSessionLimits } from '../../auth/session.ts'
import { demoLogins, readSessionView } from '../../auth/session-view.ts'
import type { Entry } from '../../auth/sign-in.ts'
import { type Actor, originOf } from '../../define/actor.ts'
import { notFound } from '../../define/api-error.ts'
import { activeSite } from '../../define/mailer.ts'
import type { Engine } from '../../engine/engine.ts'
import type { WriteTransaction } from '../../io/database.ts'
import { utcText } from '../../kit/calendar.ts'
import type { Admission } from '../admission.ts'
import { requireOwnPage } from '../cross-site.ts'
import { toApiError } from '../error-mapping.ts'
import { rejectPlainHttp } from '../plain-http.ts'
import type { ServerOptions } from '../server-options.ts'
import { setUpAccount } from './account-setup.ts'
import { LiveUpdates } from './live-updates.ts'
import { type PasskeyChecks, passkeySite } from './passkey-checks.ts'
import type { Passkeys } from './passkeys.ts'
import { mailsLinks, type PasswordLinks } from './password-links.ts'
import type { Reauthentication } from './reauthentication.ts'
import { type AuthenticatedSession, expiredSessionCookie, SessionAuthenticator } from './session-authentication.ts'
import { noContent, type PublicHandler, pathId, type SessionActor, type SessionHandler } from './session-response.ts'
import { sessionOrigin, signIn, triedNameHash } from './sign-in.ts'
import { type SetUp, SignInSteps } from './sign-in-steps.ts'
import { SingleSignOn } from './single-sign-on.ts'

export const apiPrefix = '/app/api'

interface GatewayParts {
  readonly links: PasswordLinks
  readonly again: Reauthentication
  readonly passkeys: Passkeys
  readonly checks: PasskeyChecks
}

export class SessionGateway {
  readonly #options: ServerOptions
  readonly #admission: Admission
  readonly #sessions: SessionAuthenticator
  readonly #live: LiveUpdates
  readonly #links: PasswordLinks
  readonly #passkeys: Passkeys
  readonly #steps: SignInSteps
  readonly #signOn: SingleSignOn
  readonly #engine: Engine

  constructor(
    options: ServerOptions,
    admission: Admission,
    engine: Engine,
    { links, again, passkeys, checks }: GatewayParts,
  ) {
    this.#options = options
    this.#engine = engine
    this.#links = links
    this.#passkeys = passkeys
    this.#steps = new SignInSteps(options, engine, checks)
    this.#admission = admission
    this.#sessions = new SessionAuthenticator(options.database, options.clock)
    this.#signOn = new SingleSignOn(options, engine, this.#sessions, again)
    this.#live = new LiveUpdates(options, this.#sessions)
  }

  /** The checks before anything else of the request is read. */
  checkOrigin(request: FastifyRequest): void {
    rejectPlainHttp(request, this.#options)
    requireOwnPage(request)
  }

  get signOn(): SingleSignOn {
    return this.#signOn
  }

  /** Admits a request to the REST API. */
  async admitToApi(request: FastifyRequest): Promise<void> {
    const session = await this.#sessions.requireSession(request)
    request.admitted = await this.#admission.admitSession(session, request, request.url.slice(apiPrefix.length))
  }

  /** The caller of a call of this API, also for the log. All its responses are JSON. */
  async requireSession(request: FastifyRequest, path: string): Promise<SessionActor> {
    const session = await this.#sessions.requireSession(request)
    return { actor: await this.#admit(request, session, path), sessionid: session.sessionid }
  }

  async #admit(request: FastifyRequest, session: AuthenticatedSession, path: string): Promise<Actor> {
    const admitted = await this.#admission.admitSession(session, request, request.url)
    request.admitted = { ...admitted, format: 'json', resource: `app/${path}` }
    return admitted.actor
  }

  readonly readSession: PublicHandler = async (request) => {
    const { database, demoTokens = [], offersDemoLogins = false } = this.#options
    const signed = await this.#sessions.find(request)
    if (signed !== null) {
      await this.#admit(request, signed, 'session')
      return { status: 200, body: { session: await this.#sessionView(signed.caller) } }
    }
    const [setup, demo, offer] = await Promise.all([
      hasPendingSetup(database),
      demoLogins(database, offersDemoLogins ? demoTokens : [], true),
      this.#signOn.offer(request),
    ])
    const resetbymail = offer.passwords && mailsLinks(this.#options)
    const passkeyorigin = this.#passkeyOrigin()
    return { status: 200, body: { session: null, setup, demo, resetbymail, passkeyorigin, ...offer } }
  }

  readonly signIn: PublicHandler = async (request, reply) => {
    const enter = () => signIn(this.#options, this.#engine, request, reply)
    const result = await this.#logFailure(request, enter, triedNameHash)
    if ('choose' in result) {
      const choose = result.choose.map(({ accountid, company }) => ({ accountid, company }))
      return { status: 200, body: { choose } }
    }
    return this.#enter(request, result)
  }

  /** The response after the right password: the session, or which step is next. */
  async #enter(request: FastifyRequest, { login, entry }: { login: PendingSignIn; entry: Entry }) {
    if (entry !== 'session') return { status: 200, body: { next: entry } } as const
    return { status: 201, body: { session: await this.#entered(request, login) } } as const
  }

  async #entered(request: FastifyRequest, login: PendingSignIn): Promise<unknown> {
    await this.#endPreviousSession(request)
    this.#logSignIn(request, login)
    return this.#sessionView(login)
  }

  readonly useCode: PublicHandler = async (request, reply) => {
    const login = await this.#logFailure(request, () => this.#steps.useCode(request, reply))
    return { status: 201, body: { session: await this.#entered(request, login) } }
  }

  readonly beginFactor: PublicHandler = async (request) => ({
    status: 201,
    body: { setup: await this.#steps.beginSetUp(request) },
  })

  readonly confirmFactor: PublicHandler = (request, reply) =>
    this.#enterAfterSetUp(request, () => this.#steps.confirmSetUp(request, reply))

  async #enterAfterSetUp(request: FastifyRequest, confirm: () => Promise<SetUp>) {
    const { login, codes } = await this.#logFailure(request, confirm)
    return { status: 201, body: { session: await this.#entered(request, login), codes } } as const
  }

  readonly beginPasskeyStep: PublicHandler = async (request, reply) => ({
    status: 201,
    body: { options: await this.#steps.beginPasskey(request, reply) },
  })

  readonly usePasskey: PublicHandler = async (request, reply) => {
    const login = await this.#logFailure(request, () => this.#steps.usePasskey(request, reply))
    return { status: 201, body: { session: await this.#entered(request, login) } }
  }

  readonly beginPasskeySetUp: PublicHandler = async (request, reply) => ({
    status: 201,
    body: { options: await this.#steps.beginPasskeySetUp(request, reply) },
  })

  readonly confirmPasskeySetUp: PublicHandler = (request, reply) =>
    this.#enterAfterSetUp(request, () => this.#steps.confirmPasskeySetUp(request, reply))

  readonly signInWithPasskey: PublicHandler = async (request, reply) => {
    const login = await this.#logFailure(request, () => this.#passkeys.signIn(request, reply))
    return { status: 201, body: { session: await this.#entered(request, login) } }
  }

  readonly setUp: PublicHandler = async (request, reply) => {
    const owner = await this.#logFailure(request, () => setUpAccount(this.#options, request, reply))
    return { status: 201, body: { session: await this.#entered(request, owner) } }
  }

  /** A new password by a link; the person is then signed in, or asked for a code. */
  readonly usePasswordLink: PublicHandler = async (request, reply) =>
    this.#enter(request, await this.#logFailure(request, () => this.#links.use(request, reply)))

  /**
   * The one page that another site may open: the provider sends the browser here. It changes nothing without the
   * cookie that belongs to the answer, and leads to the application, never elsewhere (T-182).
   */
  readonly finishSignOn = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    rejectPlainHttp(request, this.#options)
    const { outcome, person } = await this.#signOn.finish(request, reply)
    if (person !== undefined) {
      await this.#endPreviousSession(request)
      this.#logSignIn(request, person)
    }
    return reply.redirect(outcome === null ? '/app/' : `/app/?oidc=${outcome}`, 303)
  }

  readonly signOut: SessionHandler = async ({ actor, sessionid }, _request, reply) => {
    await this.#options.database.write(
      actor.accountid,
      (tx) => endSession(tx, actor.personid, sessionid),
      originOf(actor),
    )
    reply.header('set-cookie', expiredSessionCookie)
    return noContent
  }

  readonly signOutEverywhere: SessionHandler = async ({ actor }, _request, reply) => {
    await this.#options.database.write(actor.accountid, (tx) => endSessions(tx, actor.personid), originOf(actor))
    reply.header('set-cookie', expiredSessionCookie)
    return noContent
  }

  readonly listOwnSessions: SessionHandler = async ({ actor, sessionid }) => {
    const { database, clock } = this.#options
    const { rows, limits } = await database.read(actor.accountid, async (tx) => ({
      rows: await listSessions(tx, actor.personid, clock.now()),
      limits: await readSessionLimits(tx),
    }))
    const sessions = rows.map((row) => ({ ...row, current: row.id === sessionid }))
    const ends = { idleminutes: limits.idleMs / 60_000, days: limits.maxMs / 86_400_000 }
    return { status: 200, body: { sessions, ends } }
  }

  readonly endSessionById: SessionHandler = async ({ actor, sessionid }, request, reply) => {
    const id = pathId(request)
    const end = (tx: WriteTransaction): Promise<boolean> => endSession(tx, actor.personid, id)
    const ended = await this.#options.database.write(actor.accountid, end, originOf(actor))
    if (!ended) throw notFound('session', id)
    if (id === sessionid) reply.header('set-cookie', expiredSessionCookie)
    return noContent
  }

  /** A stream of the names of changed lists. An open page is no use of the session, which expires without requests. */
  readonly streamChanges = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const session = await this.#sessions.requireSession(request, false)
    await this.#admit(request, session, 'live')
    const stream = await this.#live.open(request, session)
    return reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no').send(stream)
  }

  endStreams(): void {
    this.#live.close()
  }

  /** The log has who signed in, and the address and hashed name of a failed attempt; never the name or password. */
  #logSignIn({ id }: FastifyRequest, { accountid, personid }: { accountid: number; personid: number }): void {
    this.#options.log.info({ reqid: id, account: accountid, person: personid }, 'signed in')
  }

  #logFailure<T>(
    request: FastifyRequest,
    work: () => Promise<T>,
    nameHash?: (request: FastifyRequest) => string,
  ): Promise<T> {
    const { id, ip } = request
    return work().catch((error: unknown) => {
      const { code } = toApiError(error, String(id))
      const name = nameHash === undefined ? {} : { name: nameHash(request) }
      if (code === 9 || code === 12) this.#options.log.warn({ reqid: id, address: ip, code, ...name }, 'not signed in')
      throw error
    })
  }

  /** A new sign-in ends the previous session of the browser. */
  async #endPreviousSession(request: FastifyRequest): Promise<void> {
    const previous = await this.#sessions.find(request)
    if (previous === null) return
    const { accountid, personid } = previous.caller
    const end = (tx: WriteTransaction): Promise<boolean> => endSession(tx, personid, previous.sessionid)
    const now = utcText(this.#options.clock.now())
    await this.#options.database.write(accountid, end, sessionOrigin(request, { personid, now }))
  }

  async #sessionView({ accountid, personid }: { accountid: number; personid: number }): Promise<unknown> {
    const { database, mail } = this.#options
    // Before anything that the page shows is read.
    const position = await this.#live.position(accountid)
    const view = await database.read(accountid, (tx) => readSessionView(tx, personid))
    const ofServer = { mail: activeSite(mail) !== null, mailslinks: mailsLinks(this.#options) }
    return view === null ? null : { ...view, ...ofServer, passkeyorigin: this.#passkeyOrigin(), position }
  }

  /** Where browsers can use passkeys; null if nowhere. */
  #passkeyOrigin(): string | null {
    return passkeySite(this.#options)?.origin ?? null
  }
}
