// The API of the web application: sign-in and sign-out, the caller's sessions, password and tokens, the set-up of a
// new account, and access to the REST API by session. It is not part of the REST API and cannot be used with a token,
// because a token could otherwise create further tokens. Every call must come from our own page (T-51).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endSession, endSessions, listSessions } from '../../auth/session.ts'
import { demoLogins, readSessionView } from '../../auth/session-view.ts'
import { hasPendingSetup } from '../../auth/setup-code.ts'
import type { Actor } from '../../define/actor.ts'
import { notFound } from '../../define/api-error.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Admission } from '../admission.ts'
import { requireOwnPage } from '../cross-site.ts'
import { toApiError } from '../error-mapping.ts'
import { allMethods, type Pipeline } from '../pipeline.ts'
import { rejectPlainHttp } from '../plain-http.ts'
import type { ServerOptions } from '../server-options.ts'
import { setUpAccount } from './account-setup.ts'
import { OwnLogin } from './own-login.ts'
import { type AuthenticatedSession, expiredSessionCookie, SessionAuthenticator } from './session-authentication.ts'
import {
  noContent,
  type PublicHandler,
  pathId,
  type SessionActor,
  type SessionHandler,
  sendResponse,
} from './session-response.ts'
import { signIn } from './sign-in.ts'
import { addWebAppRoutes } from './web-app-files.ts'

const apiPrefix = '/app/api'

class SessionGateway {
  readonly #options: ServerOptions
  readonly #admission: Admission
  readonly #sessions: SessionAuthenticator

  constructor(options: ServerOptions, admission: Admission) {
    this.#options = options
    this.#admission = admission
    this.#sessions = new SessionAuthenticator(options.database, options.clock)
  }

  /** The checks before anything else of the request is read. */
  checkOrigin(request: FastifyRequest): void {
    rejectPlainHttp(request, this.#options)
    requireOwnPage(request)
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
    const { database, demoTokens = [] } = this.#options
    const signed = await this.#sessions.find(request)
    if (signed !== null) {
      await this.#admit(request, signed, 'session')
      return { status: 200, body: { session: await this.#sessionView(signed.caller) } }
    }
    const [setup, demo] = await Promise.all([hasPendingSetup(database), demoLogins(database, demoTokens)])
    return { status: 200, body: { session: null, setup, demo } }
  }

  readonly signIn: PublicHandler = async (request, reply) => {
    const result = await this.#logFailure(request, () => signIn(this.#options, request, reply))
    if ('choose' in result) {
      const choose = result.choose.map(({ accountid, company }) => ({ accountid, company }))
      return { status: 200, body: { choose } }
    }
    await this.#endPreviousSession(request)
    this.#logSignIn(request, result.login)
    return { status: 201, body: { session: await this.#sessionView(result.login) } }
  }

  readonly setUp: PublicHandler = async (request, reply) => {
    const owner = await this.#logFailure(request, () => setUpAccount(this.#options, request, reply))
    await this.#endPreviousSession(request)
    this.#logSignIn(request, owner)
    return { status: 201, body: { session: await this.#sessionView(owner) } }
  }

  readonly signOut: SessionHandler = async ({ actor, sessionid }, _request, reply) => {
    await this.#options.database.write(actor.accountid, (tx) => endSession(tx, actor.personid, sessionid))
    reply.header('set-cookie', expiredSessionCookie)
    return noContent
  }

  readonly signOutEverywhere: SessionHandler = async ({ actor }, _request, reply) => {
    await this.#options.database.write(actor.accountid, (tx) => endSessions(tx, actor.personid))
    reply.header('set-cookie', expiredSessionCookie)
    return noContent
  }

  readonly listOwnSessions: SessionHandler = async ({ actor, sessionid }) => {
    const { database, clock } = this.#options
    const rows = await database.read(actor.accountid, (tx) => listSessions(tx, actor.personid, clock.now()))
    return { status: 200, body: { sessions: rows.map((row) => ({ ...row, current: row.id === sessionid })) } }
  }

  readonly endSessionById: SessionHandler = async ({ actor, sessionid }, request, reply) => {
    const id = pathId(request)
    const ended = await this.#options.database.write(actor.accountid, (tx) => endSession(tx, actor.personid, id))
    if (!ended) throw notFound('session', id)
    if (id === sessionid) reply.header('set-cookie', expiredSessionCookie)
    return noContent
  }

  /** The log names who signed in, and the address of a failed attempt; never the submitted name or password. */
  #logSignIn({ id }: FastifyRequest, { accountid, personid }: { accountid: number; personid: number }): void {
    this.#options.log.info({ reqid: id, account: accountid, person: personid }, 'signed in')
  }

  #logFailure<T>({ id, ip }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => {
      const { code } = toApiError(error, String(id))
      if (code === 9 || code === 12) this.#options.log.warn({ reqid: id, address: ip, code }, 'not signed in')
      throw error
    })
  }

  /** A new sign-in ends the previous session of the browser. */
  async #endPreviousSession(request: FastifyRequest): Promise<void> {
    const previous = await this.#sessions.find(request)
    if (previous === null) return
    const { accountid, personid } = previous.caller
    await this.#options.database.write(accountid, (tx) => endSession(tx, personid, previous.sessionid))
  }

  async #sessionView({ accountid, personid }: { accountid: number; personid: number }): Promise<unknown> {
    const { database, mail } = this.#options
    const view = await database.read(accountid, (tx) => readSessionView(tx, personid))
    return view === null ? null : { ...view, mail: mail !== undefined }
  }
}

export function addSessionRoutes(
  app: FastifyInstance,
  options: ServerOptions,
  { admission, pipeline, engine }: { admission: Admission; pipeline: Pipeline; engine: Engine },
): void {
  const gateway = new SessionGateway(options, admission)
  const own = new OwnLogin(options, engine)
  const onRequest = async (request: FastifyRequest): Promise<void> => gateway.checkOrigin(request)
  const open = (method: string, path: string, run: PublicHandler): void => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      sendResponse(reply, await run(request, reply))
    app.route({ method, url: `/app/${path}`, onRequest, handler })
  }
  const signed = (method: string, path: string, run: SessionHandler): void =>
    open(method, path, async (request, reply) => run(await gateway.requireSession(request, path), request, reply))
  open('GET', 'session', gateway.readSession)
  open('POST', 'session', gateway.signIn)
  open('POST', 'setup', gateway.setUp)
  signed('DELETE', 'session', gateway.signOut)
  signed('GET', 'sessions', gateway.listOwnSessions)
  signed('DELETE', 'sessions', gateway.signOutEverywhere)
  signed('DELETE', 'sessions/:id', gateway.endSessionById)
  signed('POST', 'password', own.changePassword)
  signed('GET', 'tokens', own.listTokens)
  signed('POST', 'tokens', own.createToken)
  signed('DELETE', 'tokens/:id', own.removeToken)
  signed('POST', 'mailtest', own.sendTestMail)
  app.route({
    method: [...allMethods],
    url: `${apiPrefix}/*`,
    onRequest: async (request) => {
      gateway.checkOrigin(request)
      await gateway.admitToApi(request)
    },
    handler: (request, reply) => pipeline.run(request, reply),
  })
  addWebAppRoutes(app, options)
}
