// The door of the web application: signing in and out, one's sessions, password and tokens, the set-up of a new account, and
// the way to the API for whoever is signed in. None of it is part of the API, and a token opens none of it: with a token one
// could otherwise make further tokens. Every call must come from our own page (T-51).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../define/actor.ts'
import { notFound } from '../define/refusal.ts'
import type { Engine } from '../engine/engine.ts'
import { endSession, endSessions, listSessions } from '../resources/session.ts'
import { knownLogins, readSessionView } from '../resources/session-view.ts'
import { waitsForSetup } from '../resources/setup-code.ts'
import { OwnLogin } from './app-account.ts'
import { answer, done, idIn, type Run, type RunSigned, type SignedActor } from './app-answer.ts'
import { addPages } from './app-pages.ts'
import { AppSessions, noCookieHeader } from './app-sessions.ts'
import { setUp } from './app-setup.ts'
import { signIn } from './app-signin.ts'
import type { Caller } from './callers.ts'
import type { ServerOptions } from './options.ts'
import { refuseForeignPages } from './other-sites.ts'
import { everyMethod, type Pipeline } from './pipeline.ts'
import { refusePlainHttp } from './plain-http.ts'
import { refusalOf } from './refusal-of.ts'

const apiPrefix = '/app/api'

class Door {
  readonly #options: ServerOptions
  readonly #pipeline: Pipeline
  readonly #sessions: AppSessions

  constructor(options: ServerOptions, pipeline: Pipeline) {
    this.#options = options
    this.#pipeline = pipeline
    this.#sessions = new AppSessions(options.database, options.clock)
  }

  /** Before anything of a request is looked at. */
  check(request: FastifyRequest): void {
    refusePlainHttp(request, this.#options)
    refuseForeignPages(request)
  }

  /** Lets a request on to the API. */
  async pass(request: FastifyRequest): Promise<void> {
    const { caller } = await this.#sessions.need(request)
    request.passing = await this.#pipeline.enterAs(caller, request, request.url.slice(apiPrefix.length))
  }

  /** Who asks for something of the door itself; the log is told as well. Here all answers are JSON. */
  async need(request: FastifyRequest, path: string): Promise<SignedActor> {
    const { caller, sessionid } = await this.#sessions.need(request)
    return { actor: await this.#know(request, caller, path), sessionid }
  }

  async #know(request: FastifyRequest, caller: Caller, path: string): Promise<Actor> {
    const passing = await this.#pipeline.enterAs(caller, request, request.url)
    request.passing = { ...passing, format: 'json', resource: `app/${path}` }
    return passing.actor
  }

  readonly read: Run = async (request) => {
    const { database, demoTokens = [] } = this.#options
    const signed = await this.#sessions.find(request)
    if (signed !== null) {
      await this.#know(request, signed.caller, 'session')
      return { status: 200, body: { session: await this.#view(signed.caller) } }
    }
    const [setup, demo] = await Promise.all([waitsForSetup(database), knownLogins(database, demoTokens)])
    return { status: 200, body: { session: null, setup, demo } }
  }

  readonly signIn: Run = async (request, reply) => {
    const made = await this.#told(request, () => signIn(this.#options, request, reply))
    if ('choose' in made) {
      const choose = made.choose.map(({ accountid, company }) => ({ accountid, company }))
      return { status: 200, body: { choose } }
    }
    await this.#leave(request)
    this.#logIn(request, made.login)
    return { status: 201, body: { session: await this.#view(made.login) } }
  }

  readonly setUp: Run = async (request, reply) => {
    const owner = await this.#told(request, () => setUp(this.#options, request, reply))
    await this.#leave(request)
    this.#logIn(request, owner)
    return { status: 201, body: { session: await this.#view(owner) } }
  }

  readonly signOut: RunSigned = async ({ actor, sessionid }, _request, reply) => {
    await this.#options.database.write(actor.accountid, (tx) => endSession(tx, actor.personid, sessionid))
    reply.header('set-cookie', noCookieHeader)
    return done
  }

  readonly signOutEverywhere: RunSigned = async ({ actor }, _request, reply) => {
    await this.#options.database.write(actor.accountid, (tx) => endSessions(tx, actor.personid))
    reply.header('set-cookie', noCookieHeader)
    return done
  }

  readonly list: RunSigned = async ({ actor, sessionid }) => {
    const { database, clock } = this.#options
    const rows = await database.read(actor.accountid, (tx) => listSessions(tx, actor.personid, clock.now()))
    return { status: 200, body: { sessions: rows.map((row) => ({ ...row, current: row.id === sessionid })) } }
  }

  readonly endOne: RunSigned = async ({ actor, sessionid }, request, reply) => {
    const id = idIn(request)
    const ended = await this.#options.database.write(actor.accountid, (tx) => endSession(tx, actor.personid, id))
    if (!ended) throw notFound('session', id)
    if (id === sessionid) reply.header('set-cookie', noCookieHeader)
    return done
  }

  /** The log has who came in, and from where somebody could not; what they said is not for it. */
  #logIn({ id }: FastifyRequest, { accountid, personid }: { accountid: number; personid: number }): void {
    this.#options.log.info({ reqid: id, account: accountid, person: personid }, 'signed in')
  }

  #told<T>({ id, ip }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => {
      const { code } = refusalOf(error, String(id))
      if (code === 9 || code === 12) this.#options.log.warn({ reqid: id, address: ip, code }, 'not signed in')
      throw error
    })
  }

  /** Whoever comes in anew has left the session that their browser had before. */
  async #leave(request: FastifyRequest): Promise<void> {
    const before = await this.#sessions.find(request)
    if (before === null) return
    const { accountid, personid } = before.caller
    await this.#options.database.write(accountid, (tx) => endSession(tx, personid, before.sessionid))
  }

  async #view({ accountid, personid }: { accountid: number; personid: number }): Promise<unknown> {
    const { database, mail } = this.#options
    const view = await database.read(accountid, (tx) => readSessionView(tx, personid))
    return view === null ? null : { ...view, mail: mail !== undefined }
  }
}

export function addApp(app: FastifyInstance, options: ServerOptions, pipeline: Pipeline, engine: Engine): void {
  const door = new Door(options, pipeline)
  const own = new OwnLogin(options, engine)
  const onRequest = async (request: FastifyRequest): Promise<void> => door.check(request)
  const open = (method: string, path: string, run: Run): void => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => answer(reply, await run(request, reply))
    app.route({ method, url: `/app/${path}`, onRequest, handler })
  }
  const signed = (method: string, path: string, run: RunSigned): void =>
    open(method, path, async (request, reply) => run(await door.need(request, path), request, reply))
  open('GET', 'session', door.read)
  open('POST', 'session', door.signIn)
  open('POST', 'setup', door.setUp)
  signed('DELETE', 'session', door.signOut)
  signed('GET', 'sessions', door.list)
  signed('DELETE', 'sessions', door.signOutEverywhere)
  signed('DELETE', 'sessions/:id', door.endOne)
  signed('POST', 'password', own.changePassword)
  signed('GET', 'tokens', own.listTokens)
  signed('POST', 'tokens', own.makeToken)
  signed('DELETE', 'tokens/:id', own.removeToken)
  signed('POST', 'mailtest', own.mailTest)
  app.route({
    method: [...everyMethod],
    url: `${apiPrefix}/*`,
    onRequest: async (request) => {
      door.check(request)
      await door.pass(request)
    },
    handler: (request, reply) => pipeline.run(request, reply),
  })
  addPages(app, options)
}
