// The HTTP server: Fastify with limits, and one pipeline for every request of the API: authenticate, count, parse, run,
// serialize. The definitions decide the routing, so Fastify has one route; health checks are separate routes.
import type { ServerResponse } from 'node:http'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Engine } from '../engine/engine.ts'
import { monotonicMs } from '../io/clock.ts'
import { errorMessage } from '../kit/error-message.ts'
import { Admission, type AdmittedRequest, errorFormat } from './admission.ts'
import { addCalendarRoutes } from './calendar-feed.ts'
import { connectionLimitsOf, limitConnections } from './connection-limits.ts'
import { toApiError } from './error-mapping.ts'
import { requireOneHost } from './header-count.ts'
import { Http2Sessions } from './http2-sessions.ts'
import { defaultLoadLimits, limitLoad } from './load-limits.ts'
import { addContractRoutes } from './openapi/contract-routes.ts'
import { allMethods, Pipeline } from './pipeline.ts'
import { answerPlainHttp } from './plain-http-port.ts'
import { type RateUse, rateHeaders } from './rate-limit.ts'
import { RequestLog } from './request-log.ts'
import { closeUnreadResponses, drainRequest, rejectMalformedHttp, startBodyTimeout } from './request-timeout.ts'
import { contentType, serializeError } from './response-serializer.ts'
import { defaultTimeouts, type ServerOptions } from './server-options.ts'
import { addSessionRoutes } from './session/session-routes.ts'
import { wantsHtml } from './session/web-app-files.ts'

const bodyLimit = 2 * 1024 * 1024
const headerLimit = 128 * 1024

/**
 * Streams of one connection, and how many of them a client may cancel: a burst, then so many a second (T-86). The
 * memory of a connection is in megabytes: 100 streams whose headers have the 64 KB that HTTP/2 allows need most of it.
 * Beyond it, new streams are refused.
 */
const http2Limits = {
  settings: { maxConcurrentStreams: 100 },
  streamResetBurst: 200,
  streamResetRate: 50,
  maxSessionMemory: 10,
}

/** Responses are data, not pages: they must not be executed, framed, cached or sniffed (T-33). */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** Browsers that have used TLS once use nothing else for a year (T-100). Only over TLS: elsewhere it is ignored. */
const tlsHeaders = { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AdmittedRequest | null
    /** What the caller has used of the limit per minute; null without a limit, and before the caller is known. */
    rate: RateUse | null
    startedAt: number
    /** Sent bytes of a response without a content-length. */
    streamedBytes: number
    /** The timeout of the body. */
    bodyTimer: NodeJS.Timeout | undefined
  }
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { timeouts = defaultTimeouts, metrics } = options
  const headers = options.tls === null ? securityHeaders : tlsHeaders
  const app = createFastify(options)
  const engine = new Engine(options.database, options.resources, options.mail, options.reports)
  const admission = new Admission(options)
  const pipeline = new Pipeline(options, engine)
  const requests = new RequestLog(options.log, options.clock)
  app.decorateRequest('admitted', null)
  app.decorateRequest('rate', null)
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('streamedBytes', 0)
  app.decorateRequest('bodyTimer', undefined)
  app.removeAllContentTypeParsers()
  // Named types are found at once; for the star Fastify parses the header of every request.
  const types = ['application/json', 'application/xml', '*']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // An upload is read later, after the permission of the caller is checked.
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = monotonicMs()
    startBodyTimeout(request, reply, timeouts)
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    metrics?.requestStarted(reply)
    requireOneHost(request)
    done()
  })
  limitLoad(app, options.loadLimits ?? defaultLoadLimits, securityHeaders, () => options.database.longReads)
  app.addHook('onSend', ({ rate }, reply, _payload, done) => {
    if (rate !== null) reply.headers(rateHeaders(rate))
    done()
  })
  addHealthRoutes(app, options)
  addContractRoutes(app, options)
  addCalendarRoutes(app, options, engine)
  addSessionRoutes(app, options, { admission, pipeline, engine })
  const sessions = new Http2Sessions(app.server)
  closeIdleConnections(app, sessions)
  closeUnreadResponses(app.server, sessions, timeouts)
  rejectExpectations(app, headers)
  if (options.tls !== null) answerPlainHttp(app.server, { headers: securityHeaders, timeoutMs: timeouts.headersMs })
  // After the line above, which takes over all listeners: a connection counts before it has sent anything.
  limitConnections(app.server, connectionLimitsOf(options))
  app.route({
    method: 'GET',
    url: '/',
    onRequest: async (request, reply) => {
      if (wantsHtml(request)) return reply.header('vary', 'accept').redirect('/app/', 302)
      request.admitted = await admission.admit(request)
    },
    handler: (request, reply) => pipeline.run(request, reply),
  })
  app.route({
    method: [...allMethods],
    url: '/*',
    onRequest: async (request) => {
      request.admitted = await admission.admit(request)
    },
    handler: (request, reply) => pipeline.run(request, reply),
  })
  app.setNotFoundHandler(async (request, reply) => {
    request.admitted = await admission.admit(request)
    return pipeline.run(request, reply)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(options.log, error, request, reply))
  app.addHook('onResponse', (request, reply, done) => {
    drainRequest(request, timeouts)
    requests.write(request, reply)
    metrics?.requestFinished(request, reply)
    done()
  })
  app.addHook('onClose', async () => requests.flush())
  return app
}

function createFastify({ tls, trustProxy, timeouts = defaultTimeouts }: ServerOptions): FastifyInstance {
  let counter = 0
  const prefix = Math.random().toString(36).slice(2, 8)
  const common = {
    bodyLimit,
    requestTimeout: timeouts.uploadMs,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    exposeHeadRoutes: false,
    return503OnClosing: false,
    genReqId: ({ headers }: WithHeaders) =>
      acceptedRequestId(headers['x-request-id']) ?? `${prefix}-${(++counter).toString(36)}`,
    clientErrorHandler: rejectMalformedHttp,
    forceCloseConnections: 'idle' as const,
  }
  const limits = {
    maxHeaderSize: headerLimit,
    // It is required in requireOneHost, because Node's response has no security headers.
    requireHostHeader: false,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.uploadMs,
    // Node checks for overdue connections at this interval; the default is 30 seconds.
    connectionsCheckingInterval: Math.min(5000, timeouts.headersMs / 2),
  }
  if (tls === null) return Fastify({ ...common, http: limits })
  const tlsLimits = { minVersion: 'TLSv1.2' as const, handshakeTimeout: timeouts.headersMs }
  const https = { ...tls, ...limits, ...tlsLimits, ...http2Limits, allowHTTP1: true }
  // The types of a server over HTTP/2 differ from those over HTTP/1; the pipeline uses what both have.
  return Fastify({
    ...common,
    http2: true,
    http2SessionTimeout: timeouts.sessionMs,
    https,
  }) as unknown as FastifyInstance
}

interface WithHeaders {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Characters without a meaning in logs, headers and pages; other ids are not accepted (T-44). */
const requestIdPattern = /^[!#-%(-;=?-[\]-_a-~]{1,64}$/

/** The request id from the client or a proxy. */
const acceptedRequestId = (id: string | string[] | undefined): string | undefined =>
  typeof id === 'string' && requestIdPattern.test(id) ? id : undefined

/**
 * On close, Node closes the connections that are idle at that moment; those that become idle later are closed here.
 * Fastify tells the clients of requests that arrive now to use another connection; those of running requests are told
 * here, because their next request would be lost (T-110).
 */
function closeIdleConnections(app: FastifyInstance, sessions: Http2Sessions): void {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  // Node's function is for HTTP/1 only.
  server.closeIdleConnections = () => {
    closeIdle()
    sessions.destroyIdle()
  }
  let looking: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    looking = setInterval(() => server.closeIdleConnections(), 50)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (looking !== undefined && request.raw.httpVersionMajor === 1) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => clearInterval(looking))
}

/** For an Expect header that Node does not know. Its own response has no security headers. */
function rejectExpectations(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.server.on('checkExpectation', (_request: unknown, response: ServerResponse) => {
    response.writeHead(417, headers).end()
  })
}

function addHealthRoutes(app: FastifyInstance, { database, files, log }: ServerOptions): void {
  app.get('/healthz', async () => 'ok\n')
  const check = async (): Promise<boolean> => {
    const states = await Promise.all([database.isReady(), files.isWritable()].map((one) => one.catch(() => false)))
    const ready = states.every(Boolean)
    if (!ready) log.warn({ database: states[0], files: states[1] }, 'not ready: what is false cannot be used')
    return ready
  }
  // Requests at the same time share a check: they have no slots, so nothing else limits them (T-345).
  let running: Promise<boolean> | undefined
  app.get('/readyz', async (_request, reply) => {
    running ??= check().finally(() => {
      running = undefined
    })
    const ready = await running
    return reply.code(ready ? 200 : 503).send(ready ? 'ready\n' : 'not ready\n')
  })
}

function sendError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const apiError = toApiError(error, String(request.id))
  // Refusing for load is no failure of the program, and there are many at once, so the request log is enough.
  const reason = error === apiError ? apiError.verbose[0] : errorMessage(error)
  if (apiError.status === 503) log.debug({ reqid: request.id, reason }, 'request refused')
  else if (apiError.status >= 500) log.error({ err: error, reqid: request.id }, 'request failed')
  const format = request.admitted?.format ?? errorFormat(request)
  return reply
    .code(apiError.status)
    .headers(apiError.headers)
    .header('content-type', contentType(format))
    .send(serializeError(format, request.admitted?.actor.personid ?? null, apiError))
}
