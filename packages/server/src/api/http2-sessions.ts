// The sessions of HTTP/2 of a server, to close them at once. Node's own functions wait for the client, so the session
// of a client that reads nothing would stay open, with the slots of its requests (T-343). Requests are not looked at.
import type { Server } from 'node:http'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { monotonicMs } from '../io/clock.ts'

/** The end of a response may still be on its way to the client when its stream is closed. */
const idleAfterMs = 1000

interface OpenSession {
  readonly socket: Socket
  streams: number
  /** When the last stream was closed. */
  idleSince: number
}

export class Http2Sessions {
  readonly #open = new Map<object, OpenSession>()

  constructor(server: Server) {
    let newest: Socket | undefined
    // Before Node's listener, which creates the session. The session itself does not give its socket.
    server.prependListener('secureConnection', (socket: Socket) => {
      newest = socket
    })
    server.on('session', (session: ServerHttp2Session) => {
      if (newest === undefined) throw new Error('a session has no connection')
      this.#watch(session, newest)
    })
  }

  #watch(session: ServerHttp2Session, socket: Socket): void {
    const one: OpenSession = { socket, streams: 0, idleSince: monotonicMs() }
    this.#open.set(session, one)
    socket.once('close', () => this.#open.delete(session))
    session.on('stream', (stream: ServerHttp2Stream) => {
      one.streams++
      stream.once('close', () => {
        one.streams--
        one.idleSince = monotonicMs()
      })
    })
  }

  /** Closes the connection without waiting for the client. */
  destroy(session: object): void {
    this.#open.get(session)?.socket.destroy()
  }

  /** Closes the connections that have had no request for a moment. */
  destroyIdle(): void {
    const before = monotonicMs() - idleAfterMs
    for (const { socket, streams, idleSince } of this.#open.values()) {
      if (streams === 0 && idleSince < before) socket.destroy()
    }
  }
}
