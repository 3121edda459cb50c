// The way of an admitted request (admission.ts): it is parsed, its operation runs, and the response is serialized,
// compressed and sent.
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, methodNotAvailable } from '../define/api-error.ts'
import type { Method } from '../define/endpoint.ts'
import type { Engine, WriteOptions } from '../engine/engine.ts'
import { encodedEtag, matchesEtag, parseEtags } from '../engine/etag.ts'
import { keyTimes } from '../engine/idempotency.ts'
import type { OperationResult } from '../engine/operation-result.ts'
import { writePlan } from '../engine/write-plan.ts'
import { ClockBounds, monotonicMs } from '../io/clock.ts'
import { type ContentEncoding, chooseEncoding, contentEncodings } from '../kit/accept-encoding.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import type { AdmittedRequest } from './admission.ts'
import { allowedMethodsFor, type PathTarget, subResourceKind } from './allowed-methods.ts'
import { compressPieces, compressWhole, minCompressedLength } from './compression.ts'
import type { OperationCall } from './operation-call.ts'
import { runOperation } from './operations.ts'
import { largeBodyBytes, parseRequestBody, rejectLargeBody, unsupportedContentType } from './request-body.ts'
import { apiPath, type PathResolver, parsePath, parseQuery, type RequestPath } from './request-path.ts'
import {
  contentType,
  type EnvelopeContext,
  type HttpResponse,
  serializeResult,
  serializeToText,
} from './response-serializer.ts'
import { RunningRequests } from './running-requests.ts'
import type { ServerOptions } from './server-options.ts'
import { requireTokenAllows } from './token-limits.ts'
import { Upload } from './upload.ts'

export const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const

export class Pipeline {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #clockBounds: ClockBounds
  readonly #targets: ReadonlyMap<string, PathTarget>
  readonly #pathResolver: PathResolver
  /** Resources with fields that are stored encrypted. */
  readonly #secretResources: ReadonlySet<string>
  readonly #streams = new RunningRequests(
    2,
    'two lists of yours with limit=0 are still being sent, and more at the same time are not allowed',
  )
  readonly #uploads = new RunningRequests(16, 'sixteen uploads of yours are still running')
  readonly #largeBodies = new RunningRequests(1, 'another request of yours with a large body is still running')

  constructor(options: ServerOptions, engine: Engine) {
    this.#options = options
    this.#engine = engine
    this.#clockBounds = new ClockBounds(options.clock)
    const targets = new Map<string, PathTarget>([...options.resources, ...options.endpoints, ...options.reports])
    this.#targets = targets
    const secret = [...options.resources.values()].filter((one) => writePlan(one).encrypted.length > 0)
    this.#secretResources = new Set(secret.map(({ name }) => name))
    this.#pathResolver = {
      isResource: (name) => targets.has(name),
      namedId: (resource, word, actor) => {
        const { namedIds } = options.resources.get(resource) ?? {}
        return namedIds !== undefined && Object.hasOwn(namedIds, word) ? namedIds[word]?.(actor) : undefined
      },
      isAction: (resource, name) => subResourceKind(targets.get(resource), name) !== undefined,
    }
  }

  /** Runs an admitted request and sends its response. */
  async run(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { admitted } = request
    if (admitted === null) throw new Error('a request reached the pipeline without being admitted')
    const response = await this.#respond(request, reply, admitted)
    reply.code(response.status)
    reply.header('server-timing', `app;dur=${(monotonicMs() - request.startedAt).toFixed(2)}`)
    if (response.replayed === true) reply.header('idempotency-replayed', 'true')
    const encoding = this.#chooseEncoding(request, reply, response)
    if (response.etag !== undefined) {
      reply.header('etag', encoding === null ? response.etag : encodedEtag(response.etag, encoding))
      const isConditional = response.status === 200 && response.alwaysSent !== true
      if (isConditional && matchesEtag(parseEtags(request.headers['if-none-match']), response.etag)) {
        return reply.code(304).send()
      }
    }
    if (response.body === undefined) return reply.header('content-length', '0').send('')
    if (response.headers === undefined) reply.header('content-type', contentType(admitted.format))
    else reply.headers(response.headers)
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.send(await this.#payload(request, response.body, encoding))
  }

  /** A whole text is compressed before it is sent, so that its length is known; a long list while it is read. */
  async #payload(
    request: FastifyRequest,
    body: NonNullable<HttpResponse['body']>,
    encoding: ContentEncoding | null,
  ): Promise<string | Buffer | Readable> {
    if (typeof body === 'string') return encoding === null ? body : compressWhole(body, encoding)
    if (body instanceof Readable) return body
    // A HEAD of a long list has headers only, so its rows are not read.
    if (request.method === 'HEAD') return Readable.from([])
    const pieces = encoding === null ? body : compressPieces(body, encoding)
    const counted = this.#options.metrics === undefined ? pieces : countStreamedBytes(request, pieces)
    return counted instanceof Readable ? counted : Readable.from(counted, { highWaterMark: 2 })
  }

  /**
   * The encoding of the response; null if it is not compressed. The length of a compressed text reveals what it has in
   * common with a text that somebody else chose, so secrets are never compressed (T-113).
   */
  #chooseEncoding(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    { body, resource = '' }: HttpResponse,
  ): ContentEncoding | null {
    const isLong = typeof body === 'string' ? body.length > minCompressedLength : body !== undefined
    if (!isLong || body instanceof Readable || this.#secretResources.has(resource)) return null
    reply.header('vary', 'accept-encoding')
    return chooseEncoding(headers['accept-encoding'], contentEncodings)
  }

  /** Path and method choose the operation; its result becomes the response. */
  async #respond(request: FastifyRequest, reply: FastifyReply, admitted: AdmittedRequest): Promise<HttpResponse> {
    const path = parsePath(apiPath(admitted.url), this.#pathResolver, admitted.actor)
    admitted.resource = path.resource
    const target = this.#targets.get(path.resource)
    if (target === undefined) throw new Error(`no target for ${path.resource}`)
    const allowed = allowedMethodsFor(target, path)
    if (request.method === 'OPTIONS') {
      reply.header('allow', allowed.header)
      return { status: 200, body: undefined }
    }
    const requestedMethod = request.method === 'HEAD' ? 'GET' : request.method
    const method = allowed.methods.find((one) => one === requestedMethod)
    if (method === undefined) throw methodNotAvailable(request.method, allowed.header)
    requireTokenAllows(admitted.token, method, target, path)
    const upload = this.#uploadOf(request, target)
    const call = this.#callOf(request, reply, admitted, path, method, upload)
    const result = upload !== null ? this.#runUpload(upload, target, call) : this.#runBuffered(request, target, call)
    const response = await serializeResult(await result, call)
    return response.resource === undefined ? { ...response, resource: path.resource } : response
  }

  /** Uploads have no slot while they arrive, because they may be slow, so their number is limited here (T-346). */
  async #runUpload(upload: Upload, target: PathTarget, call: OperationCall): Promise<OperationResult> {
    const release = this.#uploads.start(call.actor.personid)
    try {
      return await runOperation(target, call)
    } finally {
      release()
      await upload.discard()
    }
  }

  /**
   * Large bodies one at a time for each person, so that nobody occupies the event loop with them. The next one is
   * refused and does not wait, because waiting bodies would fill the memory.
   */
  async #runBuffered(request: FastifyRequest, target: PathTarget, call: OperationCall): Promise<OperationResult> {
    if (!isLargeBody(request)) return runOperation(target, call)
    rejectLargeBody(target, (name) => this.#targets.get(name))
    const release = this.#largeBodies.start(call.actor.personid)
    return runOperation(target, call).finally(release)
  }

  #callOf(
    request: FastifyRequest,
    reply: FastifyReply,
    { url, actor, format, acceptsRecord, quota }: AdmittedRequest,
    path: RequestPath,
    method: Method,
    upload: Upload | null,
  ): OperationCall {
    const { database, files, log } = this.#options
    const { headers } = request
    return {
      engine: this.#engine,
      database,
      actor,
      path,
      method,
      query: parseQuery(url),
      body: () => (upload === null ? parseBufferedBody(request, path.resource) : upload.read()),
      format,
      writeOptions:
        method === 'GET' ? readOnly : writeOptionsOf(headers, { format, personid: actor.personid }, this.#clockBounds),
      delivery: { files, log, headers, withBody: request.method !== 'HEAD' },
      acceptsRecord,
      quota,
      // A response is closed once, whether it was sent, is a HEAD, or its client has disconnected.
      startStream: () => void reply.raw.once('close', this.#streams.start(actor.personid)),
    }
  }

  /** The upload of a request to a resource with files. For other resources, parsing the body rejects it. */
  #uploadOf({ body, headers }: FastifyRequest, target: PathTarget): Upload | null {
    if (!(body instanceof Readable) || !('fields' in target)) return null
    const fileFields = new Map(
      Object.entries(target.fields).flatMap(([name, { kind }]) =>
        kind.upload === undefined ? [] : [[name, kind.upload] as const],
      ),
    )
    return fileFields.size === 0 ? null : new Upload(body, headers, { files: this.#options.files, fileFields })
  }
}

const isLargeBody = ({ body }: FastifyRequest): boolean => Buffer.isBuffer(body) && body.length > largeBodyBytes

async function* countStreamedBytes(
  request: FastifyRequest,
  body: AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  for await (const piece of body) {
    request.streamedBytes += Buffer.byteLength(piece)
    yield piece
  }
}

async function parseBufferedBody({ body, headers }: FastifyRequest, resource: string): Promise<WireValue | undefined> {
  const { 'content-type': type, 'content-encoding': encoding } = headers
  if (body instanceof Readable) throw unsupportedContentType(type?.split(';', 1)[0] ?? '')
  return parseRequestBody(Buffer.isBuffer(body) ? body : undefined, type, encoding, resource)
}

/** The options of a request that writes nothing. */
const readOnly: WriteOptions = { sideEffects: { leaveNote: false, notify: false }, ifMatch: null, idempotency: null }

/** Each header of ours has two names: `X-Service-...`, and the one that existing client programs send (decision 20). */
function writeOptionsOf(headers: IncomingHttpHeaders, envelope: EnvelopeContext, clock: ClockBounds): WriteOptions {
  const noNotes = headers['x-service-disable-action-notes'] ?? headers['x-intervals-disable-action-notes']
  const notify = headers['x-service-send-notifications'] ?? headers['x-intervals-send-notifications']
  const ifMatch = parseEtags(headers['if-match'])
  const key = idempotencyKeyOf(headers)
  const { format } = envelope
  return {
    sideEffects: { leaveNote: !isTrueHeader(noNotes), notify: isTrueHeader(notify) },
    ifMatch,
    idempotency:
      key === null
        ? null
        : { key, times: keyTimes(clock.read()), format, serialize: (result) => serializeToText(result, envelope) },
  }
}

/** The key is stored and appears in error messages, so it must be short and printable. */
function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new ApiError(400, 18, ['Idempotency-Key: must be 1 to 255 visible ASCII characters, without blanks'])
}

const isTrueHeader = (value: string | string[] | undefined): boolean =>
  value === 't' || value === 'true' || value === '1'
