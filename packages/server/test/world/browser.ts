// A browser with our page open in it: it keeps the cookie it is given, says where its requests come from, and sends the header
// of our own scripts. What it asks for goes to the server it is pointed at.
import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { type JsonObject, type Reply, type Request, send } from './world.ts'

export const ownPage = { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin' }

export class Browser {
  readonly #app: FastifyInstance
  readonly #always: Readonly<Record<string, string>>
  /** The cookie as it is sent; none before signing in. */
  cookie: string | undefined

  constructor(app: FastifyInstance, always: Readonly<Record<string, string>> = {}) {
    this.#app = app
    this.#always = always
  }

  async ask(path: string, more: Omit<Request, 'path' | 'token'> = {}): Promise<Reply> {
    const headers: Record<string, string> = { ...ownPage, ...this.#always, ...more.headers }
    if (this.cookie !== undefined) headers.cookie ??= this.cookie
    const reply = await send(this.#app, { ...more, path, headers })
    const set = reply.headers['set-cookie']
    if (typeof set === 'string') this.cookie = /Max-Age=0/.test(set) ? undefined : set.split(';', 1)[0]
    return reply
  }

  post(path: string, body: JsonObject = {}): Promise<Reply> {
    return this.ask(path, { method: 'POST', body })
  }

  remove(path: string): Promise<Reply> {
    return this.ask(path, { method: 'DELETE' })
  }

  signIn(username: string, password: string, accountid?: number): Promise<Reply> {
    return this.post('/app/session', { username, password, ...(accountid === undefined ? {} : { accountid }) })
  }

  /** Whether the server knows who this is. */
  async isIn(): Promise<boolean> {
    return (await this.ask('/app/session')).json.session !== null
  }
}

/** A browser in which somebody has signed in. */
export async function signedIn(app: FastifyInstance, username: string, password: string, accountid?: number) {
  const browser = new Browser(app)
  const reply = await browser.signIn(username, password, accountid)
  assert.equal(reply.status, 201, `${username} could not sign in: ${reply.text}`)
  return browser
}
