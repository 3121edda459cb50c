// How a request arrives: as HTTP and in time (T-75). What does not is answered in our own form where it still can be, and
// its connection ends. What is asked is not looked at here.
import { type Http2ServerRequest, constants as http2 } from 'node:http2'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../define/api-error.ts'
import { serializeError } from './response-serializer.ts'
import type { RequestTimeouts } from './server-options.ts'

const messageOfErrorCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'headers: are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request: took too long to arrive',
}

/** Bytes that are not HTTP, or come too slowly, get an answer in our own form, and the connection ends. */
export function rejectMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const sentence = messageOfErrorCode[error.code ?? ''] ?? 'request: is not well-formed HTTP'
  const body = serializeError('json', null, new ApiError(400, 18, [sentence]))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const isFileUpload = ({ headers }: FastifyRequest): boolean =>
  /^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/**
 * Node's own clock knows HTTP/1 only, and one time for all: it has that of an upload. Every other body gets its shorter time
 * here, and so does every stream of HTTP/2.
 */
export function startBodyTimeout(request: FastifyRequest, reply: FastifyReply, patience: RequestTimeouts): void {
  const { stream } = request.raw as unknown as Partial<Http2ServerRequest>
  const { requestMs, uploadMs } = patience
  if (stream !== undefined) {
    if (stream.endAfterHeaders) return
    const ms = isFileUpload(request) ? uploadMs : requestMs
    const timer = setTimeout(() => stream.close(http2.NGHTTP2_CANCEL), ms)
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
 * An answer may be given before its request has come whole. Closing at once would take the answer away from a sender that is
 * still sending, so the rest is read for nothing, for a while.
 */
export function drainRequest({ raw, bodyTimer }: FastifyRequest, { requestMs }: RequestTimeouts): void {
  clearTimeout(bodyTimer)
  if (raw.complete !== false) return
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), requestMs).unref()
  raw.once('close', () => clearTimeout(timer))
}
