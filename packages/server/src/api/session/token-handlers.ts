// The API tokens in the web application: people create, reissue and revoke their own; Administrators list and revoke
// those of the account. A new token needs the password again, because it outlives the session.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  addOwnToken,
  findToken,
  listAccountTokens,
  listOwnTokens,
  maxTokensPerPerson,
  type TokenSettings,
} from '../../auth/own-token.ts'
import { type Actor, originOf } from '../../define/actor.ts'
import { badRequest, forbidden, Invalid, notFound } from '../../define/api-error.ts'
import { date, flag, plainText } from '../../define/kinds.ts'
import type { Mailer } from '../../define/mailer.ts'
import type { Engine } from '../../engine/engine.ts'
import type { WriteTransaction } from '../../io/database.ts'
import { instantsOfDay } from '../../kit/day-in-zone.ts'
import { mintToken, tokenHash } from '../../kit/token.ts'
import { notifyNewToken } from '../../mail/security-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { type Reauthentication, reauthenticationFields } from './reauthentication.ts'
import { parseSessionBody, type SessionBody } from './session-body.ts'
import { noContent, pathId, type SessionHandler, type SessionResponse } from './session-response.ts'

const tokenName = plainText(255)

export class TokenHandlers {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #again: Reauthentication

  constructor(options: ServerOptions, engine: Engine, again: Reauthentication) {
    this.#options = options
    this.#engine = engine
    this.#again = again
  }

  readonly list: SessionHandler = async ({ actor: { accountid, personid } }) => {
    const tokens = await this.#options.database.read(accountid, (tx) => listOwnTokens(tx, personid))
    return { status: 200, body: { tokens } }
  }

  readonly create: SessionHandler = async ({ actor }, request) => {
    const fields = { name: true, ...reauthenticationFields, expires: false, readonly: false, resources: false }
    const body = parseSessionBody(request, fields)
    const settings = this.#settings(body, actor)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    return this.#add(actor, settings, null)
  }

  /** Another token with the same settings takes the place of this one, in one transaction. */
  readonly reissue: SessionHandler = async ({ actor }, request) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    const id = pathId(request)
    const { accountid, personid } = actor
    const token = await this.#options.database.read(accountid, (tx) => findToken(tx, id, personid))
    if (token === null) throw notFound('token', id)
    await this.#again.require(actor, request, body)
    const { name, dateexpires, readonly, resources } = token
    return this.#add(actor, { name, dateexpires, readonly, resources }, id)
  }

  readonly remove: SessionHandler = ({ actor }, request) => this.#remove(actor, request, actor.personid)

  readonly listAll: SessionHandler = async ({ actor }) => {
    requireAdministrator(actor)
    const tokens = await this.#options.database.read(actor.accountid, (tx) => listAccountTokens(tx))
    return { status: 200, body: { tokens } }
  }

  readonly removeAny: SessionHandler = async ({ actor }, request) => {
    requireAdministrator(actor)
    return this.#remove(actor, request, null)
  }

  async #remove(actor: Actor, request: FastifyRequest, personid: number | null): Promise<SessionResponse> {
    const id = pathId(request)
    const remove = async (tx: WriteTransaction): Promise<boolean> => {
      const isThere = (await findToken(tx, id, personid)) !== null
      if (isThere) await tx.remove('token', id)
      return isThere
    }
    const removed = await this.#options.database.write(actor.accountid, remove, originOf(actor))
    if (!removed) throw notFound('token', id)
    return noContent
  }

  /** The only response that contains the token. */
  async #add(actor: Actor, settings: TokenSettings, replaced: number | null): Promise<SessionResponse> {
    const { personid, now } = actor
    const token = mintToken(randomBytes(32))
    const add = async (tx: WriteTransaction, mailer: Mailer): Promise<number> => {
      await tx.lock('person', personid)
      if (replaced !== null) await tx.remove('token', replaced)
      if ((await listOwnTokens(tx, personid)).length >= maxTokensPerPerson)
        throw badRequest(`name: you have ${maxTokensPerPerson} tokens, which is the most; revoke one first`)
      const id = await addOwnToken(tx, personid, { ...settings, hash: tokenHash(token), now })
      await notifyNewToken({ tx, actor, mailer }, settings.name)
      return id
    }
    const id = await this.#engine.writeWithMailer(actor, add)
    return { status: 201, body: { token: { id, ...settings, datecreated: now, token } } }
  }

  #settings(body: SessionBody, { timezone, today }: Actor): TokenSettings {
    const name = tokenName.parse(body.text('name').trim())
    if (name instanceof Invalid) body.errors.addInvalid('name', body.text('name'), name.reason)
    else if (name === null) body.errors.addOnce('name', 'is required')
    const readonly = flag.parse(body.text('readonly'))
    if (readonly instanceof Invalid) body.errors.addInvalid('readonly', body.text('readonly'), readonly.reason)
    const expires = date.parse(body.text('expires'))
    if (expires instanceof Invalid) body.errors.addInvalid('expires', body.text('expires'), expires.reason)
    else if (expires !== null && String(expires) < today)
      body.errors.addInvalid('expires', String(expires), 'is in the past')
    return {
      name: String(name),
      // The last day counts whole, in the time zone of the account.
      dateexpires: typeof expires === 'string' ? instantsOfDay(expires, timezone).last : null,
      readonly: readonly === 't' ? 't' : 'f',
      resources: this.#resourceNames(body).join(','),
    }
  }

  #resourceNames(body: SessionBody): string[] {
    const { resources, endpoints, reports } = this.#options
    const names = body
      .text('resources')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    const unknown = names.filter((name) => !resources.has(name) && !endpoints.has(name) && !reports.has(name))
    for (const name of unknown) body.errors.addInvalid('resources', name, 'is not a resource of this service')
    return [...new Set(names)]
  }
}

function requireAdministrator({ role }: Actor): void {
  if (role !== 'Administrator') throw forbidden('only an Administrator may see and revoke the tokens of everybody')
}
