// Challenges for passkeys, and their answers. What was asked is remembered in an encrypted cookie: it is valid for five
// minutes, for this browser, this purpose and this person, on any server. That an answer counts once is checked with
// the database (T-201). Passkeys need a server with a name and a certificate, so there may be none.
import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readOwnLogin } from '../../auth/own-password.ts'
import { credentialsOf, findCredential, handleOf, type ProvedUse } from '../../auth/passkey.ts'
import { ApiError } from '../../define/api-error.ts'
import { DecryptionError } from '../../io/vault.ts'
import {
  type Challenge,
  challengeMs,
  claimedOwner,
  creationChallenge,
  InvalidPasskey,
  type NewCredential,
  type PasskeySite,
  useChallenge,
  verifyCreation,
  verifyUse,
} from '../../io/webauthn.ts'
import { formatCookie, readCookie } from '../../kit/cookie.ts'
import type { ServerOptions } from '../server-options.ts'

const cookieName = '__Host-stint-passkey'
const place = 'challenge of a passkey'
const expiredCookie = formatCookie(cookieName, '', 0)

/** What a challenge was asked for: an answer to another one is worth nothing. */
export interface Purpose {
  readonly what: 'signin' | 'code' | 'setup' | 'add' | 'confirm'
  /** Null if the passkey says who it is. */
  readonly person: { readonly accountid: number; readonly personid: number } | null
  /** The waiting sign-in or the session. */
  readonly within: string
}

export const signInPurpose: Purpose = { what: 'signin', person: null, within: '' }

const keyOf = ({ what, person, within }: Purpose): string =>
  [what, person?.accountid ?? '', person?.personid ?? '', within].join('/')

interface Asked {
  readonly challenge: string
  readonly key: string
  /** In milliseconds. */
  readonly at: number
}

/** Null if browsers would refuse: they want a name, and a certificate except on the machine itself. */
export function passkeySite({ mail }: Pick<ServerOptions, 'mail'>): PasskeySite | null {
  if (mail?.publicUrl == null) return null
  const { protocol, hostname, origin } = new URL(mail.publicUrl)
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  const isSafe = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  return isName && isSafe ? { rpId: hostname, origin } : null
}

const notOffered = (): ApiError =>
  new ApiError(404, 14, [
    'passkeys: this server has none; its operator can set STINT_PUBLIC_URL to an address with https and a name',
  ])

export class PasskeyChecks {
  readonly #options: ServerOptions

  constructor(options: ServerOptions) {
    this.#options = options
  }

  /** Throws if passkeys cannot be used. */
  site(): PasskeySite {
    const site = passkeySite(this.#options)
    if (site === null) throw notOffered()
    return site
  }

  /** What the browser needs for a new passkey of the person. */
  async askForNew(reply: FastifyReply, purpose: Purpose, owner: NonNullable<Purpose['person']>): Promise<unknown> {
    const site = this.site()
    const { accountid, personid } = owner
    const { login, known } = await this.#options.database.read(accountid, async (tx) => ({
      login: await readOwnLogin(tx, personid),
      known: await credentialsOf(tx, personid),
    }))
    const names = { username: login?.names.username ?? '', name: login?.names.person ?? '' }
    const user = { ...names, handle: handleOf(accountid, personid) }
    return this.#remember(reply, purpose, await creationChallenge(site, user, known))
  }

  /** What the browser needs to use a passkey of the person, or of anybody. */
  async askForUse(reply: FastifyReply, purpose: Purpose): Promise<unknown> {
    const site = this.site()
    const { person } = purpose
    const { database } = this.#options
    const known =
      person === null ? [] : await database.read(person.accountid, (tx) => credentialsOf(tx, person.personid))
    return this.#remember(reply, purpose, await useChallenge(site, known))
  }

  /** Null if the answer is wrong. */
  readNew(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: Purpose,
    answer: string,
  ): Promise<{ credential: NewCredential; challenge: string } | null> {
    return this.#check(request, reply, purpose, async (site, challenge) => ({
      credential: await verifyCreation(site, challenge, answer),
      challenge,
    }))
  }

  /** Null if the answer is wrong, or by a passkey of somebody else or of a person who may not sign in. */
  readUse(request: FastifyRequest, reply: FastifyReply, purpose: Purpose, answer: string): Promise<ProvedUse | null> {
    return this.#check(request, reply, purpose, async (site, challenge) => {
      const { credentialid, handle } = await claimedOwner(answer)
      const owner = await findCredential(this.#options.database, credentialid)
      if (owner === null) throw new InvalidPasskey('no person who may sign in has this passkey')
      const { person } = purpose
      const isOwn = person === null || (person.accountid === owner.accountid && person.personid === owner.personid)
      if (!isOwn) throw new InvalidPasskey('the passkey belongs to another person')
      const expected = handleOf(owner.accountid, owner.personid).toString('base64url')
      if (handle === null ? person === null : handle !== expected)
        throw new InvalidPasskey('the device names another person')
      return { owner, challenge, counter: await verifyUse(site, challenge, owner, answer) }
    })
  }

  #remember(reply: FastifyReply, purpose: Purpose, { challenge, options }: Challenge): unknown {
    const { database, clock } = this.#options
    const asked: Asked = { challenge, key: keyOf(purpose), at: clock.now() }
    const sealed = Buffer.from(database.vault.encrypt(JSON.stringify(asked), place)).toString('base64url')
    reply.header('set-cookie', formatCookie(cookieName, sealed, challengeMs / 1000))
    return options
  }

  async #check<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: Purpose,
    verify: (site: PasskeySite, challenge: string) => Promise<T>,
  ): Promise<T | null> {
    const site = this.site()
    const asked = this.#asked(request)
    reply.header('set-cookie', expiredCookie)
    try {
      if (asked === null || asked.key !== keyOf(purpose)) throw new InvalidPasskey('nothing was asked of this browser')
      return await verify(site, asked.challenge)
    } catch (error) {
      if (!(error instanceof InvalidPasskey)) throw error
      const { id: reqid, ip: address } = request
      this.#options.log.warn({ reqid, address, reason: error.message }, 'the passkey was not accepted')
      return null
    }
  }

  /** Null if there is none, if it is too old, or if this server has not made it. */
  #asked({ headers }: FastifyRequest): Asked | null {
    const { database, clock } = this.#options
    const value = readCookie(headers.cookie, cookieName)
    if (value === null || value === '') return null
    try {
      const asked = JSON.parse(database.vault.decrypt(Buffer.from(value, 'base64url').toString(), place)) as Asked
      return Math.abs(clock.now() - asked.at) < challengeMs ? asked : null
    } catch (error) {
      if (error instanceof DecryptionError || error instanceof SyntaxError) return null
      throw error
    }
  }
}
