// Rejects requests that are not HTTP or arrive too slowly (T-75): an error response where one can still be sent, then
// the connection is closed. The content of a request is not checked here.
import type { Server, ServerResponse } from 'node:http'
import { type Http2ServerRequest, constants as http2, type ServerHttp2Stream } from 'node:http2'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../define/api-error.ts'
import type { Http2Sessions } from './http2-sessions.ts'
import { serializeError } from './response-serializer.ts'
import type { RequestTimeouts } from './server-options.ts'

const messageOfErrorCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'headers: are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request: took too long to arrive',
}

/** The unfinished response of a connection over HTTP/1. No function of Node gives it. */
const openResponse = (socket: Socket): ServerResponse | null =>
  (Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined) ?? null

/** The unfinished response to an earlier request, in whose place an error would be read. */
function earlierResponse(socket: Socket): ServerResponse | null {
  const response = openResponse(socket)
  if (response === null) return null
  return response.headersSent || response.req.complete ? response : null
}

/** After an error, what a client still sends is read and ignored for a while: closing at once could lose the error. */
const ignoreMs = 1000

/** Connections with an error that waits for an earlier response. What they send meanwhile is ignored. */
const rejectedLater = new WeakSet<Socket>()

/** Sends an error in the format of the API and closes the connection, after earlier responses (T-312). */
export function rejectMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const earlier = earlierResponse(socket)
  if (earlier !== null) {
    if (rejectedLater.has(socket)) return
    rejectedLater.add(socket)
    earlier.once('close', () => {
      rejectedLater.delete(socket)
      rejectMalformedHttp(error, socket)
    })
    return
  }
  const sentence = messageOfErrorCode[error.code ?? ''] ?? 'request: is not well-formed HTTP'
  const body = serializeError('json', null, new ApiError(400, 18, [sentence]))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  // The rest of the request must not be parsed: it would run although its client was told that it failed (T-344).
  socket.removeAllListeners('data')
  socket.on('data', () => undefined).resume()
  setTimeout(() => socket.destroy(), ignoreMs).unref()
}

const methodsOfUploads: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

export const isFileUpload = ({ method, headers }: FastifyRequest): boolean =>
  methodsOfUploads.has(method) && /^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** `close` alone waits until the client reads what was sent before. */
function cancel(stream: ServerHttp2Stream): void {
  stream.close(http2.NGHTTP2_CANCEL)
  stream.destroy()
}

/**
 * Node's own timeout is for HTTP/1 only and the same for all requests, so it is set for uploads. Other bodies get a
 * shorter timeout here, and so do all streams of HTTP/2.
 */
export function startBodyTimeout(request: FastifyRequest, reply: FastifyReply, timeouts: RequestTimeouts): void {
  const { stream } = request.raw as unknown as Partial<Http2ServerRequest>
  const { requestMs, uploadMs } = timeouts
  if (stream !== undefined) {
    // A client that does not read its response must not keep it in memory. Every byte restarts this timeout.
    stream.setTimeout(requestMs, () => cancel(stream))
    if (stream.endAfterHeaders) return
    const ms = isFileUpload(request) ? uploadMs : requestMs
    const timer = setTimeout(() => cancel(stream), ms)
    const arrived = (): void => clearTimeout(timer)
    stream.once('end', arrived).once('close', arrived)
    return
  }
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if ((length === '0' && coding === undefined) || isFileUpload(request)) return
  request.bodyTimer = setTimeout(() => timeOutRequest(request, reply), requestMs).unref()
}

function timeOutRequest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || raw.destroyed) return
  if (reply.raw.headersSent) raw.destroy()
  else rejectMalformedHttp(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
}

/**
 * A client that does not read its response must not keep it in memory, nor the slots of its person and account. Every
 * byte that is read or written begins this time again. Streams of HTTP/2 also have their own timeout
 * (startBodyTimeout).
 */
export function closeUnreadResponses(server: Server, sessions: Http2Sessions, { requestMs }: RequestTimeouts): void {
  server.setTimeout(requestMs, (connection: object) => {
    if (!(connection instanceof Socket)) sessions.destroy(connection)
    else if (openResponse(connection) === null || connection.writableLength > 0) connection.destroy()
  })
}

/**
 * A response may be sent before the request has arrived completely. Closing at once could lose the response for a
 * client that is still sending, so the rest is read and ignored for a while.
 */
export function drainRequest({ raw, bodyTimer }: FastifyRequest, { requestMs }: RequestTimeouts): void {
  clearTimeout(bodyTimer)
  if (raw.complete !== false) return
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), requestMs).unref()
  raw.once('close', () => clearTimeout(timer))
}
