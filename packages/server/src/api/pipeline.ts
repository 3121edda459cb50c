// The way of a request: who asks and may they come in (enter), then what is asked, done and printed (run). Order matters: an
// unknown caller learns nothing, a refused format costs nothing, and a request is counted before it is looked at.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../define/actor.ts'
import { ApiError } from '../define/api-error.ts'
import type { Engine } from '../engine/engine.ts'
import { matchesEtag, parseEtags } from '../engine/etag.ts'
import type { Format } from '../engine/record-serializer.ts'
import { monotonicMs } from '../io/clock.ts'
import { chooseFormat } from '../kit/accept-header.ts'
import { addDays, dayInZone, daysBetween, utcText } from '../kit/calendar.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { rejectCrossSite } from './cross-site.ts'
import {
  allowedMethodsFor,
  methodNotAvailable,
  notAcceptable,
  type OperationCall,
  type OperationResponse,
  type PathTarget,
  runEndpointOperation,
  runResourceOperation,
  subResourceKind,
  withReplay,
} from './operations.ts'
import { rejectPlainHttp } from './plain-http.ts'
import { RateLimit } from './rate-limit.ts'
import { runReport } from './report-operation.ts'
import { parseRequestBody, unsupportedContentType } from './request-body.ts'
import { type PathResolver, parsePath, parseQuery, pathWithoutQuery } from './request-path.ts'
import { contentType } from './response-serializer.ts'
import type { ServerOptions } from './server-options.ts'
import { type Caller, TokenAuthenticator } from './token-authentication.ts'
import { Upload } from './upload.ts'

/** A request that was let in. */
export interface AdmittedRequest {
  readonly actor: Actor
  readonly format: Format
  readonly acceptsRecord: boolean
  readonly quota: { readonly limit: number; readonly used: number; readonly day: string }
  /** What is asked for, as the API names it. */
  readonly url: string
  resource: string
}

/** A request that may come in, by its place in the account's day. */
interface QuotaUse {
  readonly used: number
  readonly day: string
  readonly now: number
  readonly exempt: boolean
}

export const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const

const collectionPath = /^\/([^/]+)\/?$/
const memberPath = /^\/([^/]+)\/[^/]+/

export class Pipeline {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #tokenAuthenticator: TokenAuthenticator
  readonly #targets: ReadonlyMap<string, PathTarget>
  readonly #pathResolver: PathResolver
  readonly #rateLimit = new RateLimit()

  constructor(options: ServerOptions, engine: Engine) {
    this.#options = options
    this.#engine = engine
    this.#tokenAuthenticator = new TokenAuthenticator(options.database)
    const targets = new Map<string, PathTarget>([...options.resources, ...options.endpoints, ...options.reports])
    this.#targets = targets
    this.#pathResolver = {
      isResource: (name) => targets.has(name),
      isAction: (resource, name) => subResourceKind(targets.get(resource), name) !== undefined,
    }
  }

  /** The format of an error when the request did not come far enough to have one; JSON where nothing fits (decision 3). */
  static errorFormat({ url, headers }: FastifyRequest): Format {
    return url.startsWith('/app/') ? 'json' : (chooseFormat(headers.accept) ?? 'json')
  }

  static contentType(format: Format): string {
    return contentType(format)
  }

  async admit(request: FastifyRequest): Promise<AdmittedRequest> {
    rejectPlainHttp(request, this.#options)
    rejectCrossSite(request)
    const now = this.#options.clock.now()
    const { method, url } = request
    const exempt = (method === 'GET' || method === 'HEAD') && this.#isQuotaExempt(url)
    const day = utcText(now).slice(0, 10)
    const { caller, admission } = await this.#tokenAuthenticator.admit(singleAuthorization(request), day, exempt)
    return this.#admitCaller(request, url, caller, { used: admission.used, day: admission.day, now, exempt })
  }

  /** Lets in whom the web application knows by a session. The quota is for programs, so nothing is counted. */
  async admitSession(caller: Caller, request: FastifyRequest, url: string): Promise<AdmittedRequest> {
    const { clock, database } = this.#options
    const now = clock.now()
    const day = utcText(now).slice(0, 10)
    const { used } = this.#isQuotaExempt(url) ? await database.quotaUsage(caller.accountid, day) : { used: 0 }
    return this.#admitCaller(request, url, caller, { used, day, now, exempt: true })
  }

  #admitCaller(
    request: FastifyRequest,
    url: string,
    caller: Caller,
    { used, day, now, exempt }: QuotaUse,
  ): AdmittedRequest {
    const perMinute = caller.rateperminute ?? this.#options.ratePerMinute
    if (perMinute !== null) this.#rateLimit.take(request.ip, perMinute, now)
    const limit = caller.dailyquota ?? this.#options.dailyQuota
    if (!exempt && used > limit) throw quotaExceeded(limit, day, now)
    const format = chooseFormat(request.headers.accept)
    if (format === null && !this.#canReturnFile(request.method, url)) throw notAcceptable()
    return {
      actor: actorOf(caller, now),
      format: format ?? 'json',
      acceptsRecord: format !== null,
      quota: { limit, used, day },
      url,
      resource: '',
    }
  }

  async run(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { admitted } = request
    if (admitted === null) throw new Error('a request reached the pipeline without being let in')
    const answer = await this.#dispatch(request, reply, admitted)
    reply.code(answer.status)
    reply.header('server-timing', `app;dur=${(monotonicMs() - request.startedAt).toFixed(2)}`)
    if (answer.replayed === true) reply.header('idempotency-replayed', 'true')
    if (answer.etag !== undefined) {
      reply.header('etag', answer.etag)
      if (answer.status === 200 && matchesEtag(parseEtags(request.headers['if-none-match']), answer.etag)) {
        return reply.code(304).send()
      }
    }
    if (answer.body === undefined) return reply.header('content-length', '0').send('')
    if (answer.headers === undefined) reply.header('content-type', contentType(admitted.format))
    else reply.headers(answer.headers)
    if (typeof answer.body === 'string' || answer.body instanceof Readable) return reply.send(answer.body)
    // A HEAD of a long list gets its headers; reading the rows would be for nothing.
    const body = this.#options.metrics === undefined ? answer.body : countStreamedBytes(request, answer.body)
    return reply.send(Readable.from(request.method === 'HEAD' ? [] : body, { highWaterMark: 2 }))
  }

  async #dispatch(request: FastifyRequest, reply: FastifyReply, admitted: AdmittedRequest): Promise<OperationResponse> {
    const { database, files, log } = this.#options
    const place = parsePath(pathWithoutQuery(admitted.url), this.#pathResolver)
    admitted.resource = place.resource
    const target = this.#targets.get(place.resource)
    if (target === undefined) throw new Error(`no target for ${place.resource}`)
    const allowed = allowedMethodsFor(target, place)
    if (request.method === 'OPTIONS') {
      reply.header('allow', allowed.header)
      return { status: 200, body: undefined }
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (!allowed.methods.some((one) => one === method)) throw methodNotAvailable(request.method, allowed.header)
    const upload = this.#uploadOf(request, target)
    const { headers } = request
    const call: OperationCall = {
      engine: this.#engine,
      actor: admitted.actor,
      path: place,
      method,
      query: parseQuery(admitted.url),
      body: () => (upload === null ? parseBufferedBody(request, place.resource) : upload.read()),
      envelope: { format: admitted.format, personid: admitted.actor.personid, resource: place.resource },
      // Both spellings of our headers: `X-Service-...`, and the one that existing programs send (decision 20).
      sideEffects: {
        leaveNote: !isTrueHeader(
          headers['x-service-disable-action-notes'] ?? headers['x-intervals-disable-action-notes'],
        ),
        notify: isTrueHeader(headers['x-service-send-notifications'] ?? headers['x-intervals-send-notifications']),
      },
      ifMatch: method === 'GET' ? null : parseEtags(headers['if-match']),
      idempotencyKey: method === 'GET' ? null : idempotencyKeyOf(request),
      delivery: { files, log, headers, withBody: request.method !== 'HEAD' },
      acceptsRecord: admitted.acceptsRecord,
    }
    if ('columns' in target) return runReport(target, call, database)
    const running = withReplay(() =>
      'fields' in target
        ? runResourceOperation(target, call)
        : runEndpointOperation(target, call, { database, quota: admitted.quota }),
    )
    return upload === null ? running : running.finally(() => upload.discard())
  }

  /** What a request uploads to a resource that takes files; of any other the body is refused where it is read. */
  #uploadOf({ body, headers }: FastifyRequest, target: PathTarget): Upload | null {
    if (!(body instanceof Readable) || !('fields' in target)) return null
    const fileFields = new Map(
      Object.entries(target.fields).flatMap(([name, { kind }]) =>
        kind.upload === undefined ? [] : [[name, kind.upload] as const],
      ),
    )
    return fileFields.size === 0 ? null : new Upload(body, headers, { files: this.#options.files, fileFields })
  }

  /** True where an answer may be a file, of whatever type. */
  #canReturnFile(method: string, url: string): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false
    const path = pathWithoutQuery(url)
    if (this.#options.reports.has(collectionPath.exec(path)?.[1] ?? '')) return true
    const { download, renderings } = this.#options.resources.get(memberPath.exec(path)?.[1] ?? '') ?? {}
    return download !== undefined || renderings !== undefined
  }

  #isQuotaExempt(url: string): boolean {
    const name = collectionPath.exec(pathWithoutQuery(url))?.[1]
    return name !== undefined && this.#options.endpoints.get(name)?.quotaExempt === true
  }
}

async function* countStreamedBytes(
  request: FastifyRequest,
  body: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  for await (const piece of body) {
    request.streamedBytes += Buffer.byteLength(piece)
    yield piece
  }
}

function parseBufferedBody({ body, headers }: FastifyRequest, resource: string): WireValue | undefined {
  const { 'content-type': type, 'content-encoding': encoding } = headers
  if (body instanceof Readable) throw unsupportedContentType(type?.split(';', 1)[0] ?? '')
  return parseRequestBody(Buffer.isBuffer(body) ? body : undefined, type, encoding, resource)
}

/** Of two such headers Node keeps the first, and something on the way may have judged the second: then there is none (T-46). */
function singleAuthorization(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw
  let sent = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 'authorization'.length && name.toLowerCase() === 'authorization') sent++
  }
  return sent > 1 ? undefined : request.headers.authorization
}

/** The key of a request that may be sent again; it names the request and is kept, so it is short and plain. */
function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new ApiError(400, 18, ['Idempotency-Key: must be 1 to 255 visible ASCII characters, without blanks'])
}

const isTrueHeader = (value: string | string[] | undefined): boolean =>
  value === 't' || value === 'true' || value === '1'

const actorOf = (caller: Caller, now: number): Actor => ({
  accountid: caller.accountid,
  personid: caller.personid,
  role: caller.role,
  restricted: caller.restricted,
  clientid: caller.clientid,
  timezone: caller.timezone,
  today: dayInZone(now, caller.timezone),
  now: utcText(now),
})

/** The GMT day ends at midnight; a day further ahead than the clock (T-80) ends later still. */
function quotaExceeded(limit: number, day: string, now: number): ApiError {
  const [today = '', time = ''] = utcText(now).split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const left = daysBetween(today, addDays(day, 1)) * 86_400 - (hours * 3600 + minutes * 60 + seconds)
  return new ApiError(400, 11, [`the account's ${limit} requests of this GMT day are used up`], {
    'retry-after': String(left),
  })
}
