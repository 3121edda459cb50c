// The way of a request: who asks and may they come in (enter), then what is asked, done and printed (run). Order matters: an
// unknown caller learns nothing, a refused format costs nothing, and a request is counted before it is looked at.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../define/actor.ts'
import { Refusal } from '../define/refusal.ts'
import type { Engine } from '../engine/engine.ts'
import type { Format } from '../engine/record-print.ts'
import { isKnown, readTags } from '../engine/record-tag.ts'
import { monotonicMs } from '../io/clock.ts'
import { chooseFormat } from '../kit/accept.ts'
import { addDays, dayInZone, daysBetween, utcText } from '../kit/calendar.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { readRequestBody, wrongType } from './body-read.ts'
import { type Caller, Callers } from './callers.ts'
import { contentType } from './envelope.ts'
import {
  type Answer,
  allowedAt,
  answerOnce,
  behind,
  type Call,
  notAcceptable,
  runEndpoint,
  runResource,
  type Target,
  wrongMethod,
} from './operations.ts'
import type { ServerOptions } from './options.ts'
import { refuseOtherSites } from './other-sites.ts'
import { type Places, pathOf, readPlace, readQuery } from './path.ts'
import { refusePlainHttp } from './plain-http.ts'
import { RateLimit } from './rate-limit.ts'
import { runReport } from './report-answer.ts'
import { Upload } from './upload.ts'

/** A request that was let in. */
export interface Passing {
  readonly actor: Actor
  readonly format: Format
  readonly acceptsRecord: boolean
  readonly quota: { readonly limit: number; readonly used: number; readonly day: string }
  /** What is asked for, as the API names it. */
  readonly url: string
  resource: string
}

/** A request that may come in, by its place in the account's day. */
interface Admitted {
  readonly used: number
  readonly day: string
  readonly now: number
  readonly free: boolean
}

export const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const

const collectionPath = /^\/([^/]+)\/?$/
const memberPath = /^\/([^/]+)\/[^/]+/

export class Pipeline {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #callers: Callers
  readonly #targets: ReadonlyMap<string, Target>
  readonly #places: Places
  readonly #rates = new RateLimit()

  constructor(options: ServerOptions, engine: Engine) {
    this.#options = options
    this.#engine = engine
    this.#callers = new Callers(options.database)
    const targets = new Map<string, Target>([...options.resources, ...options.endpoints, ...options.reports])
    this.#targets = targets
    this.#places = {
      isResource: (name) => targets.has(name),
      isAction: (resource, name) => behind(targets.get(resource), name) !== undefined,
    }
  }

  /** The format of an error when the request did not come far enough to have one; JSON where nothing fits (decision 3). */
  static errorFormat({ url, headers }: FastifyRequest): Format {
    return url.startsWith('/app/') ? 'json' : (chooseFormat(headers.accept) ?? 'json')
  }

  static contentType(format: Format): string {
    return contentType(format)
  }

  async enter(request: FastifyRequest): Promise<Passing> {
    refusePlainHttp(request, this.#options)
    refuseOtherSites(request)
    const now = this.#options.clock.now()
    const { method, url } = request
    const free = (method === 'GET' || method === 'HEAD') && this.#uncounted(url)
    const day = utcText(now).slice(0, 10)
    const { caller, admission } = await this.#callers.admit(authorizationOf(request), day, free)
    return this.#letIn(request, url, caller, { used: admission.used, day: admission.day, now, free })
  }

  /** Lets in whom the web application knows by a session. The quota is for programs, so nothing is counted. */
  async enterAs(caller: Caller, request: FastifyRequest, url: string): Promise<Passing> {
    const { clock, database } = this.#options
    const now = clock.now()
    const day = utcText(now).slice(0, 10)
    const { used } = this.#uncounted(url) ? await database.usage(caller.accountid, day) : { used: 0 }
    return this.#letIn(request, url, caller, { used, day, now, free: true })
  }

  #letIn(request: FastifyRequest, url: string, caller: Caller, { used, day, now, free }: Admitted): Passing {
    const perMinute = caller.rateperminute ?? this.#options.ratePerMinute
    if (perMinute !== null) this.#rates.take(request.ip, perMinute, now)
    const limit = caller.dailyquota ?? this.#options.dailyQuota
    if (!free && used > limit) throw quotaSpent(limit, day, now)
    const format = chooseFormat(request.headers.accept)
    if (format === null && !this.#mayBeFile(request.method, url)) throw notAcceptable()
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
    const { passing } = request
    if (passing === null) throw new Error('a request reached the pipeline without being let in')
    const answer = await this.#answer(request, reply, passing)
    reply.code(answer.status)
    reply.header('server-timing', `app;dur=${(monotonicMs() - request.began).toFixed(2)}`)
    if (answer.repeated === true) reply.header('idempotency-replayed', 'true')
    if (answer.tag !== undefined) {
      reply.header('etag', answer.tag)
      if (answer.status === 200 && isKnown(readTags(request.headers['if-none-match']), answer.tag)) {
        return reply.code(304).send()
      }
    }
    if (answer.body === undefined) return reply.header('content-length', '0').send('')
    if (answer.headers === undefined) reply.header('content-type', contentType(passing.format))
    else reply.headers(answer.headers)
    if (typeof answer.body === 'string' || answer.body instanceof Readable) return reply.send(answer.body)
    // A HEAD of a long list gets its headers; reading the rows would be for nothing.
    const body = this.#options.metrics === undefined ? answer.body : counted(request, answer.body)
    return reply.send(Readable.from(request.method === 'HEAD' ? [] : body, { highWaterMark: 2 }))
  }

  async #answer(request: FastifyRequest, reply: FastifyReply, passing: Passing): Promise<Answer> {
    const { database, files, log } = this.#options
    const place = readPlace(pathOf(passing.url), this.#places)
    passing.resource = place.resource
    const target = this.#targets.get(place.resource)
    if (target === undefined) throw new Error(`no target for ${place.resource}`)
    const allowed = allowedAt(target, place)
    if (request.method === 'OPTIONS') {
      reply.header('allow', allowed.header)
      return { status: 200, body: undefined }
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (!allowed.methods.some((one) => one === method)) throw wrongMethod(request.method, allowed.header)
    const upload = this.#uploadOf(request, target)
    const { headers } = request
    const call: Call = {
      engine: this.#engine,
      actor: passing.actor,
      place,
      method,
      query: readQuery(passing.url),
      body: () => (upload === null ? bodyOf(request, place.resource) : upload.read()),
      head: { format: passing.format, personid: passing.actor.personid, resource: place.resource },
      // Both spellings of our headers: `X-Service-...`, and the one that existing programs send (decision 20).
      manner: {
        leaveNote: !isOn(headers['x-service-disable-action-notes'] ?? headers['x-intervals-disable-action-notes']),
        notify: isOn(headers['x-service-send-notifications'] ?? headers['x-intervals-send-notifications']),
      },
      onlyIf: method === 'GET' ? null : readTags(headers['if-match']),
      key: method === 'GET' ? null : keyOf(request),
      delivery: { files, log, headers, withBody: request.method !== 'HEAD' },
      acceptsRecord: passing.acceptsRecord,
    }
    if ('columns' in target) return runReport(target, call, database)
    const running = answerOnce(() =>
      'fields' in target ? runResource(target, call) : runEndpoint(target, call, { database, quota: passing.quota }),
    )
    return upload === null ? running : running.finally(() => upload.discard())
  }

  /** What a request uploads to a resource that takes files; of any other the body is refused where it is read. */
  #uploadOf({ body, headers }: FastifyRequest, target: Target): Upload | null {
    if (!(body instanceof Readable) || !('fields' in target)) return null
    const fileFields = new Map(
      Object.entries(target.fields).flatMap(([name, { kind }]) =>
        kind.upload === undefined ? [] : [[name, kind.upload] as const],
      ),
    )
    return fileFields.size === 0 ? null : new Upload(body, headers, { files: this.#options.files, fileFields })
  }

  /** True where an answer may be a file, of whatever type. */
  #mayBeFile(method: string, url: string): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false
    const path = pathOf(url)
    if (this.#options.reports.has(collectionPath.exec(path)?.[1] ?? '')) return true
    const { download, sheets } = this.#options.resources.get(memberPath.exec(path)?.[1] ?? '') ?? {}
    return download !== undefined || sheets !== undefined
  }

  #uncounted(url: string): boolean {
    const name = collectionPath.exec(pathOf(url))?.[1]
    return name !== undefined && this.#options.endpoints.get(name)?.uncounted === true
  }
}

async function* counted(
  request: FastifyRequest,
  body: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  for await (const piece of body) {
    request.streamed += Buffer.byteLength(piece)
    yield piece
  }
}

function bodyOf({ body, headers }: FastifyRequest, resource: string): WireValue | undefined {
  const { 'content-type': type, 'content-encoding': encoding } = headers
  if (body instanceof Readable) throw wrongType(type?.split(';', 1)[0] ?? '')
  return readRequestBody(Buffer.isBuffer(body) ? body : undefined, type, encoding, resource)
}

/** Of two such headers Node keeps the first, and something on the way may have judged the second: then there is none (T-46). */
function authorizationOf(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw
  let sent = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 'authorization'.length && name.toLowerCase() === 'authorization') sent++
  }
  return sent > 1 ? undefined : request.headers.authorization
}

/** The key of a request that may be sent again; it names the request and is kept, so it is short and plain. */
function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Refusal(400, 18, ['Idempotency-Key: must be 1 to 255 visible ASCII characters, without blanks'])
}

const isOn = (value: string | string[] | undefined): boolean => value === 't' || value === 'true' || value === '1'

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
function quotaSpent(limit: number, day: string, now: number): Refusal {
  const [today = '', time = ''] = utcText(now).split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const left = daysBetween(today, addDays(day, 1)) * 86_400 - (hours * 3600 + minutes * 60 + seconds)
  return new Refusal(400, 11, [`the account's ${limit} requests of this GMT day are used up`], {
    'retry-after': String(left),
  })
}
