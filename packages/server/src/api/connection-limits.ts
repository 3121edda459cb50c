// Limits the connections in total and from one address (T-86). When there are too many, those without a request are
// closed first. It does not look at requests.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  readonly total: number
  /** Null where one address stands for many clients: behind a proxy. */
  readonly perAddress: number | null
}

/** Above the limit idle connections are closed, which takes a moment. Only this share more is then refused. */
const REFUSED_ABOVE = 1.1

const loopback = /^(127\.|::1$|::ffff:127\.)/

export function limitConnections(server: Server, { total, perAddress }: ConnectionLimits): void {
  const counts = new Map<string, number>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const ofAddress = counts.get(address) ?? 0
    const isCrowded = perAddress !== null && ofAddress >= perAddress && !loopback.test(address)
    if (open >= total) server.closeIdleConnections()
    if (isCrowded || open >= total * REFUSED_ABOVE) {
      socket.destroy()
      return
    }
    open++
    counts.set(address, ofAddress + 1)
    socket.once('close', () => {
      open--
      const rest = (counts.get(address) ?? 1) - 1
      if (rest > 0) counts.set(address, rest)
      else counts.delete(address)
    })
  })
}
