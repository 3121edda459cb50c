// Limits how many requests are worked on at the same time: in total, of one person and of one account (T-86, T-87).
// Others wait a moment; those that would wait too long get 503 with Retry-After before they cost anything. Limits per
// minute are in rate-limit.ts, limits of the arriving bytes in request-timeout.ts.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, tryLater } from '../define/api-error.ts'
import { chooseFormat, type Format } from '../kit/accept-header.ts'
import type { PipeliningOptions } from './http1-connection.ts'
import { readOneByOne } from './pipelining.ts'
import { isFileUpload } from './request-timeout.ts'
import { contentType, serializeError } from './response-serializer.ts'
import { type QueuedWork, type QueueLimits, WorkQueue } from './work-queue.ts'

export interface LoadLimits extends QueueLimits {
  /** A request that waited longer gets 503 if the same connection has sent a newer one meanwhile. */
  readonly rejectAfterMs: number
  /** Requests without a finished response, which includes responses that the client does not read. */
  readonly openPerPerson: number
  readonly openPerAccount: number
}

/**
 * More requests in work would be no faster, and collecting garbage would take longer: with 128, an overloaded server
 * answered a quarter less. One person may have more open requests than run, so that only unread responses make their
 * other requests wait (docs/adr/0062-load-limits.md).
 */
export const defaultLoadLimits: LoadLimits = {
  running: 64,
  startsPerTurn: 64,
  waiting: 1000,
  waitingPerConnection: 100,
  waitMs: 800,
  rejectAfterMs: 200,
  openPerPerson: 192,
  openPerAccount: 256,
}

/** The same response for every rejected request, made once: under overload most requests get it. */
class Rejection {
  readonly #status: number
  readonly #head: string[]
  readonly #body: Buffer
  /** The whole response over HTTP/1. */
  readonly bytes: Buffer

  constructor(format: Format, common: Headers) {
    const { status, headers } = overloaded()
    this.#body = Buffer.from(serializeError(format, null, overloaded()))
    this.#status = status
    const head = Object.entries({
      ...common,
      ...headers,
      'content-type': contentType(format),
      'content-length': String(this.#body.length),
    })
    this.#head = head.flat()
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head.map(([name, value]) => `${name}: ${value}`)]
    this.bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), this.#body])
  }

  send(response: ServerResponse): void {
    response.writeHead(this.#status, this.#head).end(this.#body)
  }
}

const overloaded = (): ApiError => tryLater('the server is overloaded; nothing was changed, try again in a second')

/** Whether the request is worked on and counted by the work queue. */
const isRunning = Symbol('is running')

type RawRequest = (IncomingMessage | Http2ServerRequest) & { [isRunning]?: boolean }

/** One object per connection: the session of HTTP/2, the socket of HTTP/1. */
const connectionOf = (raw: RawRequest): object => ('stream' in raw ? raw.stream.session : undefined) ?? raw.socket

const isClosed = (raw: RawRequest): boolean => ('stream' in raw ? raw.stream : raw.socket).destroyed

/** The health checks must tell the truth about a busy server, so they never wait. */
const isHealthCheck = (url = ''): boolean => url === '/healthz' || url === '/readyz'

const hasBody = (raw: RawRequest): boolean =>
  'stream' in raw
    ? !raw.stream.endAfterHeaders
    : raw.headers['transfer-encoding'] !== undefined || (raw.headers['content-length'] ?? '0') !== '0'

/** A request with another method has no body for Fastify, whatever its headers say. */
const isUnreadUpload = (request: FastifyRequest): boolean => isFileUpload(request) && request.body instanceof Readable

type Headers = Readonly<Record<string, string>>

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

  /** Takes a slot of an owner if one is free. It must be released by one `finish`. */
  beginNow(ownerId: number): boolean {
    return this.#queueOf(ownerId).beginNow()
  }

  /** The work begins at once or when it gets a slot, which must be released by one `finish`. */
  add(ownerId: number, connection: object, work: QueuedWork): void {
    const queue = this.#queueOf(ownerId)
    if (queue.isFull(connection)) work.expire()
    else queue.add(connection, work)
    this.#removeIfIdle(ownerId, queue)
  }

  finish(ownerId: number): void {
    const queue = this.#queueOf(ownerId)
    queue.finish()
    this.#removeIfIdle(ownerId, queue)
  }

  #queueOf(ownerId: number): WorkQueue {
    let queue = this.#queues.get(ownerId)
    if (queue === undefined) {
      queue = new WorkQueue(this.#limits)
      this.#queues.set(ownerId, queue)
    }
    return queue
  }

  #removeIfIdle(ownerId: number, queue: WorkQueue): void {
    if (queue.isIdle) this.#queues.delete(ownerId)
  }
}

/** Passes each request through the queues: all requests, then those of its person, then those of its account. */
class LoadLimiter {
  readonly #rejections: Readonly<Record<Format, Rejection>>
  readonly #all: WorkQueue
  readonly #byPerson: QueuesByOwner
  readonly #byAccount: QueuesByOwner

  /** A listener of responses: one for all, because every request needs it. */
  readonly #finishClosed: (this: ServerResponse) => void

  constructor(limits: LoadLimits, headers: Headers, longReads: () => number) {
    const finish = (raw: RawRequest): void => this.finish(raw)
    this.#finishClosed = function (this: ServerResponse): void {
      finish(this.req)
    }
    this.#rejections = { json: new Rejection('json', headers), xml: new Rejection('xml', headers) }
    this.#all = new WorkQueue(limits, longReads)
    // What one of these starts has had a slot of the first queue, or waits for one.
    const perOwner = { ...limits, startsPerTurn: Number.POSITIVE_INFINITY }
    this.#byPerson = new QueuesByOwner({ ...perOwner, running: limits.openPerPerson })
    this.#byAccount = new QueuesByOwner({ ...perOwner, running: limits.openPerAccount })
  }

  #rejectionFor(accept: string | undefined): Rejection {
    return this.#rejections[chooseFormat(accept) ?? 'json']
  }

  /** How requests get a slot before they are parsed. */
  pipelining({ rejectAfterMs, waitingPerConnection }: LoadLimits): PipeliningOptions {
    return {
      openPerConnection: waitingPerConnection,
      rejectAfterMs,
      slots: this.#all,
      isExempt: isHealthCheck,
      rejection: (accept) => this.#rejectionFor(accept).bytes,
    }
  }

  /** For a request that has arrived completely. Before Fastify, a rejection costs a fraction. */
  beginRaw(raw: RawRequest, response: ServerResponse, run: () => void): void {
    const connection = connectionOf(raw)
    const shed = (): void => this.#rejectionFor(raw.headers.accept).send(response)
    if (this.#all.isFull(connection)) {
      shed()
      return
    }
    this.#all.add(connection, {
      start: () => this.start(raw, response, run),
      expire: shed,
      isAbandoned: () => isClosed(raw),
    })
  }

  begin(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const start = (): void => this.start(request.raw, reply.raw, done)
    const connection = connectionOf(request.raw)
    if (this.#all.isFull(connection)) done(overloaded())
    else this.#all.add(connection, workOf(request, done, start))
  }

  /** Runs a request that has a slot. */
  start(raw: RawRequest, response: ServerResponse, run: () => void): void {
    raw[isRunning] = true
    response.on('close', this.#finishClosed)
    run()
  }

  finish(raw: RawRequest): void {
    if (raw[isRunning] !== true) return
    raw[isRunning] = false
    this.#all.finish()
  }

  /** A request that must wait for others of its person or account releases its slot for other people meanwhile. */
  waitForOwner(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    if (request.admitted === null) {
      done()
      return
    }
    // The work ends when the response is closed. If the client has left, that has happened.
    if (isClosed(request.raw)) return
    const { personid, accountid } = request.admitted.actor
    const hasPersonSlot = this.#byPerson.beginNow(personid)
    if (hasPersonSlot && this.#byAccount.beginNow(accountid)) {
      reply.raw.on('close', () => {
        this.#byPerson.finish(personid)
        this.#byAccount.finish(accountid)
      })
      done()
      return
    }
    this.#waitInQueues(request, reply, done, hasPersonSlot)
  }

  /** `hasPersonSlot` is true if the request only waits for others of its account. */
  #waitInQueues(request: FastifyRequest, reply: FastifyReply, done: Done, hasPersonSlot: boolean): void {
    const { personid = 0, accountid = 0 } = request.admitted?.actor ?? {}
    const raw: RawRequest = request.raw
    const connection = connectionOf(raw)
    const hadSlot = raw[isRunning] === true
    const waitFor = (queues: QueuesByOwner, ownerId: number, proceed: () => void): void => {
      const start = (): void => {
        reply.raw.on('close', () => queues.finish(ownerId))
        proceed()
      }
      queues.add(ownerId, connection, workOf(request, done, start))
    }
    const waitForAccount = (): void =>
      waitFor(this.#byAccount, accountid, () => (hadSlot ? this.begin(request, reply, done) : done()))
    if (hasPersonSlot) {
      reply.raw.on('close', () => this.#byPerson.finish(personid))
      waitForAccount()
    } else {
      waitFor(this.#byPerson, personid, waitForAccount)
    }
    this.finish(raw)
  }
}

/** `headers` are those of every response. Long reads have their own limit, so they take no slot from others. */
export function limitLoad(
  app: FastifyInstance,
  limits: LoadLimits,
  headers: Headers = {},
  longReads: () => number = () => 0,
): void {
  const limiter = new LoadLimiter(limits, headers, longReads)
  limitBeforeFastify(app, limiter, limits)
  // A body may arrive slowly, so work on such a request begins when it is there. A file is read by the operation, and
  // must not keep others waiting; the pipeline limits the uploads of each person.
  app.addHook('preParsing', (request, reply, _payload, done) => limiter.waitForOwner(request, reply, done))
  app.addHook('preHandler', (request, reply, done) => {
    const raw: RawRequest = request.raw
    if (raw[isRunning] || isUnreadUpload(request) || isHealthCheck(request.url)) done()
    else limiter.begin(request, reply, done)
  })
  // From here on the client decides how long it takes to read the response.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    limiter.finish(request.raw)
    done()
  })
}

/** Requests without a body get their slot before Fastify: when most are rejected, Fastify would cost too much. */
function limitBeforeFastify(app: FastifyInstance, limiter: LoadLimiter, limits: LoadLimits): void {
  const [handle] = app.server.listeners('request')
  if (handle === undefined) throw new Error('the server has no handler of requests')
  app.server.removeAllListeners('request')
  const hasSlot = readOneByOne(app.server, limiter.pipelining(limits))
  app.server.on('request', (request: RawRequest, response: ServerResponse) => {
    const run = (): void => handle.call(app.server, request, response)
    if (hasSlot(request.socket, response)) limiter.start(request, response, run)
    else if (hasBody(request) || isHealthCheck(request.url)) run()
    else limiter.beginRaw(request, response, run)
  })
}
