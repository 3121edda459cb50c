// Limits how many requests are worked on at the same time: in total, of one person and of one account (T-86, T-87).
// Others wait a moment; those that would wait too long get 503 with Retry-After before they cost anything. Limits per
// minute are in rate-limit.ts, limits of the arriving bytes in request-timeout.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../define/api-error.ts'
import { chooseFormat } from '../kit/accept-header.ts'
import { isFileUpload } from './request-timeout.ts'
import { contentType, serializeError } from './response-serializer.ts'
import { type QueuedWork, type QueueLimits, WorkQueue } from './work-queue.ts'

export interface LoadLimits extends QueueLimits {
  /** Requests without a finished response, which includes responses that the client does not read. */
  readonly openPerPerson: number
  readonly openPerAccount: number
}

/** Long reads and connections to PostgreSQL have lines of up to 100 of their own, so `running` is larger than that. */
export const defaultLoadLimits: LoadLimits = {
  running: 192,
  waiting: 1000,
  waitingPerConnection: 100,
  waitMs: 800,
  openPerPerson: 64,
  openPerAccount: 256,
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request is worked on and counted by the work queue. */
    isRunning: boolean
  }
}

const overloaded = (): ApiError =>
  new ApiError(503, 20, ['the server has too much to do; nothing was changed, try again in a second'], {
    'retry-after': '1',
  })

type RawRequest = IncomingMessage | Http2ServerRequest

/** One object per connection: the session of HTTP/2, the socket of HTTP/1. */
const connectionOf = (raw: RawRequest): object => ('stream' in raw ? raw.stream.session : undefined) ?? raw.socket

const isClosed = (raw: RawRequest): boolean => ('stream' in raw ? raw.stream : raw.socket).destroyed

/** The health checks must tell the truth about a busy server, so they never wait. */
const isHealthCheck = (url = ''): boolean => url === '/healthz' || url === '/readyz'

const hasBody = ({ raw, headers }: FastifyRequest): boolean =>
  'stream' in raw
    ? !(raw as unknown as Http2ServerRequest).stream.endAfterHeaders
    : headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

type Done = (error?: Error) => void

const workOf = ({ raw }: FastifyRequest, done: Done, start: () => void): QueuedWork => ({
  start,
  expire: () => done(overloaded()),
  isAbandoned: () => isClosed(raw),
})

/** One queue per person or account. It exists only while a request of its owner is open. */
class QueuesByOwner {
  readonly #limits: QueueLimits
  readonly #queues = new Map<number, WorkQueue>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** The work is over when the response is closed, so responses that the client does not read count too. */
  add(ownerId: number, { raw }: FastifyReply, connection: object, work: QueuedWork): void {
    const queue = this.#queues.get(ownerId) ?? new WorkQueue(this.#limits)
    this.#queues.set(ownerId, queue)
    if (queue.isFull(connection)) {
      work.expire()
      return
    }
    queue.add(connection, {
      ...work,
      start: () => {
        raw.once('close', () => {
          queue.finish()
          if (queue.isIdle) this.#queues.delete(ownerId)
        })
        work.start()
      },
    })
    if (queue.isIdle) this.#queues.delete(ownerId)
  }
}

/** Passes each request through the queues: all requests, then those of its person, then those of its account. */
class LoadLimiter {
  readonly #all: WorkQueue
  readonly #byPerson: QueuesByOwner
  readonly #byAccount: QueuesByOwner

  constructor(limits: LoadLimits) {
    this.#all = new WorkQueue(limits)
    this.#byPerson = new QueuesByOwner({ ...limits, running: limits.openPerPerson })
    this.#byAccount = new QueuesByOwner({ ...limits, running: limits.openPerAccount })
  }

  isFull(raw: RawRequest): boolean {
    return this.#all.isFull(connectionOf(raw))
  }

  begin(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const connection = connectionOf(request.raw)
    this.#all.add(
      connection,
      workOf(request, done, () => {
        request.isRunning = true
        reply.raw.once('close', () => this.finish(request))
        done()
      }),
    )
  }

  finish(request: FastifyRequest): void {
    if (!request.isRunning) return
    request.isRunning = false
    this.#all.finish()
  }

  /** A request that must wait for others of its person or account gives its turn to other people meanwhile. */
  waitForOwner(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    if (request.admitted === null) {
      done()
      return
    }
    const { personid, accountid } = request.admitted.actor
    const connection = connectionOf(request.raw)
    let mayProceed = false
    let gaveUpTurn = false
    const proceed = (): void => {
      mayProceed = true
      if (gaveUpTurn) this.begin(request, reply, done)
      else done()
    }
    const waitForAccount = (): void => this.#byAccount.add(accountid, reply, connection, workOf(request, done, proceed))
    this.#byPerson.add(personid, reply, connection, workOf(request, done, waitForAccount))
    if (mayProceed || !request.isRunning) return
    gaveUpTurn = true
    this.finish(request)
  }
}

export function limitLoad(app: FastifyInstance, limits: LoadLimits): void {
  const limiter = new LoadLimiter(limits)
  app.decorateRequest('isRunning', false)
  shedBeforeFastify(app, limiter)
  // A body may arrive slowly, so work on such a request begins when it is there. A file is read by the operation, which
  // limits itself; it must not keep others waiting.
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request) || isHealthCheck(request.url)) done()
    else limiter.begin(request, reply, done)
  })
  app.addHook('preParsing', (request, reply, _payload, done) => limiter.waitForOwner(request, reply, done))
  app.addHook('preHandler', (request, reply, done) => {
    if (request.isRunning || isFileUpload(request) || isHealthCheck(request.url)) done()
    else limiter.begin(request, reply, done)
  })
  // From here on the client decides how long it takes to read the response.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    limiter.finish(request)
    done()
  })
}

/** A rejection by Fastify costs several times as much. It matters when most requests are rejected. */
function shedBeforeFastify(app: FastifyInstance, limiter: LoadLimiter): void {
  const [handle] = app.server.listeners('request')
  if (handle === undefined) throw new Error('the server has no handler of requests')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: RawRequest, response: ServerResponse) => {
    if (!limiter.isFull(request) || isHealthCheck(request.url)) handle.call(app.server, request, response)
    else shed(request, response)
  })
}

function shed({ headers }: RawRequest, response: ServerResponse): void {
  const format = chooseFormat(headers.accept) ?? 'json'
  const error = overloaded()
  const body = serializeError(format, null, error)
  response.writeHead(error.status, {
    ...error.headers,
    'content-type': contentType(format),
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}
