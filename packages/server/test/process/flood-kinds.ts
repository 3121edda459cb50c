// Floods of a server over TLS: HTTP/2 streams, cancelled streams, pings and unread responses, and pipelined requests
// over HTTP/1.1. Each sends what one connection of a flood sends. It checks nothing.
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { basicAuth } from '../fixture/request-parts.ts'

const streamsPerConnection = 500

export interface FloodTarget {
  readonly url: string
  readonly port: number
}

type Headers = Readonly<Record<string, string>>

type Flood = (session: ClientHttp2Session, headers: Headers) => Promise<unknown>

/** Requests as many streams at once as the client allows; the server limits how many are open. */
const streams =
  (use: (stream: ReturnType<ClientHttp2Session['request']>) => void): Flood =>
  (session, headers) =>
    Promise.all(
      Array.from(
        { length: streamsPerConnection },
        () =>
          new Promise<void>((resolve) => {
            if (session.destroyed) return resolve()
            const stream = session.request({ ':path': '/task/?limit=50', accept: 'application/json', ...headers })
            stream.on('error', () => undefined).once('close', resolve)
            use(stream)
          }),
      ),
    )

const http2Floods: Readonly<Record<string, Flood>> = {
  requests: streams((stream) => stream.resume()),
  'cancelled requests': streams((stream) => setImmediate(() => stream.close(constants.NGHTTP2_CANCEL))),
  // The session is closed by the caller, so unread streams end with it.
  'unread responses': (session, headers) => {
    void streams(() => undefined)(session, headers)
    return new Promise((resolve) => setTimeout(resolve, 2000))
  },
  pings: async (session) => {
    const closed = new Promise((resolve) => session.once('close', resolve))
    for (let round = 0; round < 200 && !session.destroyed; round++) {
      await Promise.race([closed, new Promise<void>((resolve) => session.ping(() => resolve()))])
    }
  },
}

async function floodFrom(server: FloodTarget, flood: Flood, headers: Headers): Promise<void> {
  const settings = flood === http2Floods['unread responses'] ? { initialWindowSize: 0 } : {}
  const session = connectHttp2(server.url, { rejectUnauthorized: false, settings })
  session.on('error', () => undefined)
  await new Promise((resolve) => session.once('connect', resolve).once('close', resolve))
  if (!session.destroyed)
    await Promise.race([flood(session, headers), new Promise((end) => session.once('close', end))])
  session.destroy()
}

/** Sends many requests over one connection without waiting for the responses, and then leaves. */
function pipelineFrom(server: FloodTarget, headers: Headers): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
    const authorization = headers.authorization === undefined ? '' : `Authorization: ${headers.authorization}\r\n`
    const request = `GET /task/?limit=50 HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n${authorization}\r\n`
    socket.on('error', () => undefined).once('close', () => resolve())
    socket.once('secureConnect', () => socket.write(request.repeat(streamsPerConnection)))
    socket.resume()
    setTimeout(() => socket.destroy(), 2000)
  })
}

/** From one connection, which is closed afterwards. */
type ConnectionFlood = (server: FloodTarget, headers: Headers) => Promise<void>

export const floodKinds: ReadonlyMap<string, ConnectionFlood> = new Map([
  ...Object.entries(http2Floods).map(
    ([kind, flood]) => [kind, (server: FloodTarget, headers: Headers) => floodFrom(server, flood, headers)] as const,
  ),
  ['pipelined requests', pipelineFrom],
])

/** Who sends the floods. */
export const floodCallers: Readonly<Record<string, Headers>> = {
  'without a token': {},
  'with a token': { authorization: basicAuth('demo-restricted') },
}

export const floodConnections = 20
