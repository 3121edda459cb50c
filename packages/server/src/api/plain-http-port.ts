// Plain HTTP on the port of TLS: the first byte of a connection tells the two apart. A program gets an error that names
// the HTTPS address, because a redirect would hide that its token was sent unencrypted (T-57). A browser that asks for
// a page without credentials is redirected.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { ApiError } from '../define/api-error.ts'
import { chooseFormat } from '../kit/accept-header.ts'
import { pathWithoutQuery } from './request-path.ts'
import { rejectMalformedHttp } from './request-timeout.ts'
import { contentType, serializeError } from './response-serializer.ts'
import { wantsHtml } from './session/web-app-files.ts'

/** Every HTTP method begins with a capital letter, which no TLS record does. */
const startsLikeHttp = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x41 && byte <= 0x5a

const hostPattern = /^(?:[a-z\d_.-]{1,253}|\[[a-f\d:.]{2,45}\])(?::\d{1,5})?$/i

/** The same address with HTTPS. A Host header that is no name is not repeated. */
function httpsAddress({ headers, socket, url = '/' }: IncomingMessage): {
  readonly origin: string
  readonly url: string
} {
  const { localAddress = 'localhost', localPort } = socket
  const local = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  const host = hostPattern.test(headers.host ?? '') ? headers.host : `${local}:${localPort}`
  return { origin: `https://${host}`, url: /^\/[\x21-\x7e]*$/.test(url) ? url.replace(/^\/+/, '/') : '/' }
}

function answer(request: IncomingMessage, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const { origin, url } = httpsAddress(request)
  const { authorization, cookie, accept } = request.headers
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && authorization === undefined && cookie === undefined && wantsHtml(request)) {
    response.writeHead(308, { ...headers, connection: 'close', location: origin + url, 'content-length': '0' }).end()
    return
  }
  const format = chooseFormat(accept) ?? 'json'
  const sentToken = authorization === undefined ? '' : '; replace the token, which was sent unencrypted'
  const sentence = `request: this port speaks HTTPS only; use ${origin}${pathWithoutQuery(url)}${sentToken}`
  const text = serializeError(format, null, new ApiError(400, 18, [sentence]))
  const body = request.method === 'HEAD' ? '' : text
  const length = String(Buffer.byteLength(text))
  response.writeHead(400, {
    ...headers,
    connection: 'close',
    'content-type': contentType(format),
    'content-length': length,
  })
  response.end(body)
}

/**
 * Answers plain HTTP on a server of TLS. All other connections continue as before, also those that send nothing, which
 * are closed after `timeoutMs`.
 */
export function answerPlainHttp(
  server: Server,
  { headers, timeoutMs }: { readonly headers: Readonly<Record<string, string>>; readonly timeoutMs: number },
): void {
  const plain = createServer({ requireHostHeader: false }, (request, response) => {
    // A client may read the response only after it has sent its body.
    request.resume().once('end', () => answer(request, response, headers))
  })
  plain.on('clientError', rejectMalformedHttp)
  const startTls = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const close = (): void => void socket.destroy()
    const timer = setTimeout(close, timeoutMs)
    socket.once('close', () => clearTimeout(timer)).once('error', close)
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null
      if (first === null) return close()
      socket.unshift(first)
      if (startsLikeHttp(first[0])) {
        plain.emit('connection', socket)
        return
      }
      clearTimeout(timer)
      socket.off('error', close)
      for (const start of startTls) start.call(server, socket)
    })
  })
}
