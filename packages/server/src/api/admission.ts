// Admits a request: finds the caller, counts the request and chooses the format of the response. The order matters: an
// unknown caller learns nothing, and a request is counted before it is parsed (pipeline.ts).
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../define/actor.ts'
import { ApiError, notAcceptable } from '../define/api-error.ts'
import type { Channel } from '../io/change-log.ts'
import type { Format } from '../kit/accept-header.ts'
import { chooseFormat } from '../kit/accept-header.ts'
import { addDays, dayInZone, daysBetween, utcText } from '../kit/calendar.ts'
import { rejectCrossSite } from './cross-site.ts'
import { countHeader } from './header-count.ts'
import { rejectPlainHttp } from './plain-http.ts'
import { RateLimit } from './rate-limit.ts'
import { apiPath } from './request-path.ts'
import type { ServerOptions } from './server-options.ts'
import type { AuthenticatedSession } from './session/session-authentication.ts'
import { type Caller, TokenAuthenticator, type TokenLimits } from './token-authentication.ts'

/** A request whose caller was identified and counted. */
export interface AdmittedRequest {
  readonly actor: Actor
  readonly format: Format
  readonly acceptsRecord: boolean
  /** What the token may be used for; null for a session. */
  readonly token: TokenLimits | null
  readonly quota: { readonly limit: number; readonly used: number; readonly day: string }
  /** The URL relative to the root of the API. */
  readonly url: string
  resource: string
}

/** The quota of the account on the day of the request. */
interface QuotaUse {
  readonly used: number
  readonly day: string
  readonly now: number
  readonly exempt: boolean
  /** The number of requests of the caller's share, if they are used up. */
  readonly usedShare: number | null
  /** The token or session, for the limit per minute. */
  readonly key: string
}

const collectionPath = /^\/([^/]+)\/?$/
const memberPath = /^\/([^/]+)\/[^/]+/

/** The format of an error before the format is chosen; JSON if the Accept header allows none (decision 3). */
export const errorFormat = ({ url, headers }: FastifyRequest): Format =>
  url.startsWith('/app/') ? 'json' : (chooseFormat(headers.accept) ?? 'json')

export class Admission {
  readonly #options: ServerOptions
  readonly #tokenAuthenticator: TokenAuthenticator
  readonly #rateLimit: RateLimit

  constructor(options: ServerOptions) {
    this.#options = options
    this.#rateLimit = new RateLimit(options.database)
    this.#tokenAuthenticator = new TokenAuthenticator(options.database, options.dailyQuota)
  }

  /** Admits a request of a program, by its token. */
  async admit(request: FastifyRequest): Promise<AdmittedRequest> {
    rejectPlainHttp(request, this.#options)
    rejectCrossSite(request)
    const now = this.#options.clock.now()
    const { method, url } = request
    const exempt = (method === 'GET' || method === 'HEAD') && this.#isQuotaExempt(url)
    const day = utcText(now).slice(0, 10)
    const { caller, hash, admission, usedShare } = await this.#authenticate(request, now, day, exempt)
    const { used, day: countedDay } = admission
    return this.#admitCaller(request, url, caller, { used, day: countedDay, now, exempt, key: hash, usedShare })
  }

  /** An address with many invalid tokens is rejected before its next one is hashed and looked up. */
  async #authenticate(request: FastifyRequest, now: number, day: string, exempt: boolean) {
    const authorization = singleAuthorization(request)
    const isUnknown = authorization !== undefined && !this.#tokenAuthenticator.isKnown(authorization)
    if (isUnknown) this.#rateLimit.rejectAfterFailures(request.ip, now)
    try {
      return await this.#tokenAuthenticator.admit(authorization, day, exempt, { now, address: request.ip })
    } catch (error) {
      if (isUnknown && error instanceof ApiError && error.code === 9) this.#rateLimit.countFailure(request.ip, now)
      throw error
    }
  }

  /** Admits a request of the web application, by its session. The quota is for programs, so it is not counted. */
  async admitSession(
    { caller, sessionid }: AuthenticatedSession,
    request: FastifyRequest,
    url: string,
  ): Promise<AdmittedRequest> {
    const { clock, database } = this.#options
    const now = clock.now()
    const day = utcText(now).slice(0, 10)
    const { used } = this.#isQuotaExempt(url) ? await database.quotaUsage(caller.accountid, day) : { used: 0 }
    return this.#admitCaller(request, url, caller, {
      used,
      day,
      now,
      exempt: true,
      usedShare: null,
      key: `session ${sessionid}`,
    })
  }

  #admitCaller(
    request: FastifyRequest,
    url: string,
    caller: Caller,
    { used, day, now, exempt, usedShare, key }: QuotaUse,
  ): AdmittedRequest {
    const perMinute = caller.rateperminute ?? this.#options.ratePerMinute
    // Set at once, so that the responses to requests that are rejected later have the headers too.
    if (perMinute !== null) request.rate = this.#rateLimit.countRequest(key, perMinute, now)
    const limit = caller.dailyquota ?? this.#options.dailyQuota
    if (usedShare !== null) {
      throw quotaExceeded(`your ${usedShare} requests of this GMT day, your share of the quota, are used up`, day, now)
    }
    if (!exempt && used > limit) {
      throw quotaExceeded(`the account's ${limit} requests of this GMT day are used up`, day, now)
    }
    const format = chooseFormat(request.headers.accept)
    if (format === null && !this.#canReturnFile(request.method, url)) throw notAcceptable()
    return {
      actor: actorOf(caller, now, key.startsWith('session ') ? 'session' : 'token', String(request.id)),
      format: format ?? 'json',
      acceptsRecord: format !== null,
      token: caller.token,
      quota: { limit, used, day },
      url,
      resource: '',
    }
  }

  /** True where the response may be a file of any type. */
  #canReturnFile(method: string, url: string): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false
    const path = apiPath(url)
    if (this.#options.reports.has(collectionPath.exec(path)?.[1] ?? '')) return true
    const { download, renderings } = this.#options.resources.get(memberPath.exec(path)?.[1] ?? '') ?? {}
    return download !== undefined || renderings !== undefined
  }

  #isQuotaExempt(url: string): boolean {
    const name = collectionPath.exec(apiPath(url))?.[1]
    return name !== undefined && this.#options.endpoints.get(name)?.quotaExempt === true
  }
}

/**
 * Node keeps the first of two Authorization headers, a proxy may have checked the second: then neither counts (T-46).
 */
function singleAuthorization(request: FastifyRequest): string | undefined {
  return countHeader(request, 'authorization') > 1 ? undefined : request.headers.authorization
}

export const actorOf = (caller: Caller, now: number, channel: Channel, requestid: string): Actor => ({
  accountid: caller.accountid,
  personid: caller.personid,
  role: caller.role,
  restricted: caller.restricted,
  clientid: caller.clientid,
  timezone: caller.timezone,
  today: dayInZone(now, caller.timezone),
  now: utcText(now),
  channel,
  requestid,
})

/** The quota resets at midnight GMT; if the stored day is ahead of the clock (T-80), at the end of that day. */
function quotaExceeded(message: string, day: string, now: number): ApiError {
  const [today = '', time = ''] = utcText(now).split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const remaining = daysBetween(today, addDays(day, 1)) * 86_400 - (hours * 3600 + minutes * 60 + seconds)
  return new ApiError(400, 11, [message], { 'retry-after': String(remaining) })
}
