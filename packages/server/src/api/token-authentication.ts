// Finds the caller of a token. A caller is cached by the hash of the token. The cache is valid for one version, which
// every write to people and tokens increments in the database, so that a revoked token or a changed role counts from
// the next request on (T-06), also when another process wrote it.

import { recordTokenUse } from '../auth/own-token.ts'
import { type Role, roleOfGroup } from '../define/actor.ts'
import { ApiError } from '../define/api-error.ts'
import type { Database, QuotaUsage } from '../io/database.ts'
import { lookUpFirst, lookup } from '../io/lookup.ts'
import { callerVersion, type Fragment, slot, sql } from '../io/sql.ts'
import { tokenFromHeader } from '../kit/basic-auth.ts'
import { utcText } from '../kit/calendar.ts'
import { LruCache } from '../kit/lru-cache.ts'
import { tokenHash } from '../kit/token.ts'

/** What a token may be used for. */
export interface TokenLimits {
  readonly id: number
  /** The instant from which it is not valid; null for never. */
  readonly expires: string | null
  readonly readonly: boolean
  /** The names of the resources it may be used for; null for all. */
  readonly resources: ReadonlySet<string> | null
}

export interface Caller {
  readonly accountid: number
  readonly personid: number
  readonly role: Role
  readonly restricted: boolean
  readonly clientid: number | null
  readonly timezone: string
  readonly active: boolean
  readonly dailyquota: number | null
  /** Per cent of the quota that one person may use; null for no limit, and for Administrators. */
  readonly quotashare: number | null
  readonly rateperminute: number | null
  readonly version: number
  /** Null for a session. */
  readonly token: TokenLimits | null
}

/** The columns of a caller, from the person and the account. */
export const callerColumns: Fragment = sql`person.accountid, person.id, person.groupid, person.restricttasks,
  person.clientid, account.timezone, person.active, person.username, account.dailyquota, account.quotashare,
  account.rateperminute`

const callerByTokenHash = lookup(
  'token',
  (account) => sql`select ${callerColumns}, ${callerVersion(sql`person.accountid`)},
    token.id, token.dateexpires, token.readonly, token.resources
  from token
  join person on person.accountid = token.accountid and person.id = token.personid
  join account on account.id = person.accountid
  where token.hash = ${slot('hash')} and ${account}`,
)

const invalidToken = (): ApiError =>
  new ApiError(401, 9, ['Authorization: send a valid API token as the username of HTTP Basic authentication'])

/** An expired token looks like one that does not exist. */
const isExpired = ({ token }: Caller, now: number): boolean =>
  token !== null && token.expires !== null && token.expires <= utcText(now)

/** The last use is written at most this often, so that not every request is a write. */
const useIntervalMs = 5 * 60_000

const callerCapacity = 50_000
/** Limits of the cache: a header can be long, and a token can be sent with many passwords. */
const headerCapacity = 5000

export class TokenAuthenticator {
  readonly #database: Database
  readonly #defaultQuota: number
  readonly #callersByHash = new Map<string, Caller>()
  /** The token hashes of headers that were accepted, so that a header is parsed and hashed once. */
  readonly #hashesByHeader = new Map<string, string>()
  /** When the last use of a token was written. */
  readonly #usedAt = new LruCache<number, number>(callerCapacity)

  constructor(database: Database, defaultQuota: number) {
    this.#database = database
    this.#defaultQuota = defaultQuota
  }

  /** True when this header was accepted before, so that checking it again costs nothing. */
  isKnown(authorization: string): boolean {
    return this.#hashesByHeader.has(authorization)
  }

  /**
   * Identifies the caller and counts the request, unless it is exempt. What is beyond the caller's share of the quota
   * is not counted for the account, so that it takes nothing from the others (T-115).
   */
  async admit(
    authorization: string | undefined,
    day: string,
    free: boolean,
    { now, address }: { readonly now: number; readonly address: string },
  ): Promise<{ caller: Caller; hash: string; admission: QuotaUsage; usedShare: number | null }> {
    if (authorization === undefined) throw invalidToken()
    const hash = this.#hashesByHeader.get(authorization) ?? tokenHashOf(authorization)
    const cached = this.#callersByHash.get(hash) ?? (await this.#load(hash, authorization))
    if (isExpired(cached, now)) throw invalidToken()
    const isLimited = !free && cached.quotashare !== null
    const { used } = isLimited ? await this.#database.countPersonRequest(cached.personid, day) : { used: 0 }
    const skipped = free || used > this.#shareOf(cached)
    let admission = await (skipped
      ? this.#database.quotaUsage(cached.accountid, day)
      : this.#database.countRequest(cached.accountid, day))
    const caller = admission.version === cached.version ? cached : await this.#load(hash, authorization)
    if (isExpired(caller, now)) throw invalidToken()
    this.#noteUse(caller, address, now)
    const share = this.#shareOf(caller)
    // The share was raised since the caller was cached.
    if (skipped && !free && used <= share) admission = await this.#database.countRequest(caller.accountid, day)
    return { caller, hash, admission, usedShare: used > share ? share : null }
  }

  /** Not awaited: a request neither waits for this write nor fails because of it. */
  #noteUse({ accountid, token }: Caller, address: string, now: number): void {
    if (token === null || Math.abs(now - (this.#usedAt.get(token.id) ?? 0)) < useIntervalMs) return
    this.#usedAt.set(token.id, now)
    const use = { id: token.id, now: utcText(now), address }
    this.#database.write(accountid, (tx) => tx.run('tokenuse', recordTokenUse, use)).catch(() => undefined)
  }

  /** The requests of one GMT day that this person may make. */
  #shareOf({ quotashare, dailyquota }: Caller): number {
    if (quotashare === null) return Number.POSITIVE_INFINITY
    return Math.ceil(((dailyquota ?? this.#defaultQuota) * quotashare) / 100)
  }

  async #load(hash: string, authorization: string): Promise<Caller> {
    const row = await lookUpFirst(this.#database, callerByTokenHash, { hash })
    const person = row === undefined ? undefined : callerFromRow(row)
    const caller =
      row === undefined || person === undefined ? undefined : { ...person, token: tokenLimits(row.slice(-4)) }
    if (caller === undefined) {
      this.#callersByHash.delete(hash)
      this.#hashesByHeader.delete(authorization)
      throw invalidToken()
    }
    if (!caller.active) throw new ApiError(401, 8, ['Authorization: this person is inactive'])
    if (this.#callersByHash.size >= callerCapacity) this.#callersByHash.clear()
    this.#callersByHash.set(hash, caller)
    if (this.#hashesByHeader.size >= headerCapacity) this.#hashesByHeader.clear()
    this.#hashesByHeader.set(authorization, hash)
    return caller
  }
}

function tokenHashOf(authorization: string): string {
  const token = tokenFromHeader(authorization)
  if (token === null) throw invalidToken()
  return tokenHash(token)
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** A person without a role or a user name is rejected, also with a valid token. */
export function callerFromRow(row: readonly unknown[]): Caller | undefined {
  const [accountid, personid, groupid, restricted, clientid, timezone, active, username, ...limits] = row
  const [dailyquota, quotashare, rate, version] = limits
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
    quotashare: role === 'Administrator' ? null : numberOrNull(quotashare),
    rateperminute: numberOrNull(rate),
    version: Number(version),
    token: null,
  }
}

function tokenLimits([id, expires, readonly, resources]: readonly unknown[]): TokenLimits {
  const names = String(resources)
  return {
    id: Number(id),
    expires: expires === null ? null : String(expires),
    readonly: readonly === 't',
    resources: names === '' ? null : new Set(names.split(',')),
  }
}
