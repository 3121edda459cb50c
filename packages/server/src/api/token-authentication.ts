// Finds the caller of a token. A caller is cached by the hash of the token. The cache is valid for one version, which
// every write to people and tokens increments in the database, so that a revoked token or a changed role counts from
// the next request on (T-06), also when another process wrote it.
import { type Role, roleOfGroup } from '../define/actor.ts'
import { ApiError } from '../define/api-error.ts'
import type { Database, QuotaUsage } from '../io/database.ts'
import { callerVersion, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { tokenFromBasic } from '../kit/basic-auth.ts'
import { tokenHash } from '../kit/token.ts'

export interface Caller {
  readonly accountid: number
  readonly personid: number
  readonly role: Role
  readonly restricted: boolean
  readonly clientid: number | null
  readonly timezone: string
  readonly active: boolean
  readonly dailyquota: number | null
  readonly rateperminute: number | null
  readonly version: number
}

/** The columns of a caller, from the person and the account. */
export const callerColumns: Fragment = sql`person.accountid, person.id, person.groupid, person.restricttasks,
  person.clientid, account.timezone, person.active, person.username, account.dailyquota, account.rateperminute`

const callerByTokenHash = statement(sql`select ${callerColumns}, ${callerVersion(sql`person.accountid`)}
  from token
  join person on person.accountid = token.accountid and person.id = token.personid
  join account on account.id = person.accountid
  where token.hash = ${slot('hash')}`)

const invalidToken = (): ApiError =>
  new ApiError(401, 9, ['Authorization: a valid API token is needed as the user name of HTTP Basic'])

const callerCapacity = 50_000
/** Limits of the cache: a header can be long, and a token can be sent with many passwords. */
const headerCapacity = 5000

export class TokenAuthenticator {
  readonly #database: Database
  readonly #callersByHash = new Map<string, Caller>()
  /** The token hashes of headers that were accepted, so that a header is parsed and hashed once. */
  readonly #hashesByHeader = new Map<string, string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** True when this header was accepted before, so that checking it again costs nothing. */
  isKnown(authorization: string): boolean {
    return this.#hashesByHeader.has(authorization)
  }

  /** Identifies the caller and counts the request, unless it is exempt. */
  async admit(
    authorization: string | undefined,
    day: string,
    free: boolean,
  ): Promise<{ caller: Caller; hash: string; admission: QuotaUsage }> {
    if (authorization === undefined) throw invalidToken()
    const hash = this.#hashesByHeader.get(authorization) ?? tokenHashOf(authorization)
    const cached = this.#callersByHash.get(hash) ?? (await this.#load(hash, authorization))
    const admission = await (free
      ? this.#database.quotaUsage(cached.accountid, day)
      : this.#database.countRequest(cached.accountid, day))
    const caller = admission.version === cached.version ? cached : await this.#load(hash, authorization)
    return { caller, hash, admission }
  }

  async #load(hash: string, authorization: string): Promise<Caller> {
    const row = await this.#database.read(0, (tx) => tx.first(callerByTokenHash, { hash }))
    const caller = row === undefined ? undefined : callerFromRow(row)
    if (caller === undefined) {
      this.#callersByHash.delete(hash)
      this.#hashesByHeader.delete(authorization)
      throw invalidToken()
    }
    if (!caller.active) throw new ApiError(401, 8, ['Authorization: this person is not active'])
    if (this.#callersByHash.size >= callerCapacity) this.#callersByHash.clear()
    this.#callersByHash.set(hash, caller)
    if (this.#hashesByHeader.size >= headerCapacity) this.#hashesByHeader.clear()
    this.#hashesByHeader.set(authorization, hash)
    return caller
  }
}

function tokenHashOf(authorization: string): string {
  const token = tokenFromBasic(authorization)
  if (token === null) throw invalidToken()
  return tokenHash(token)
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** A person without a role or a user name is rejected, also with a valid token. */
export function callerFromRow(row: readonly unknown[]): Caller | undefined {
  const [accountid, personid, groupid, restricted, clientid, timezone, active, username, dailyquota, rate, version] =
    row
  const role = roleOfGroup(Number(groupid))
  if (role === undefined || username === '') return undefined
  return {
    accountid: Number(accountid),
    personid: Number(personid),
    role,
    restricted: restricted === 't',
    clientid: numberOrNull(clientid),
    timezone: String(timezone),
    active: active === 't',
    dailyquota: numberOrNull(dailyquota),
    rateperminute: numberOrNull(rate),
    version: Number(version),
  }
}
