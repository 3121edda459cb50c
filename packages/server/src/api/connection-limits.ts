// Limits the connections in total and from one address or network of IPv6 (T-86, T-331). When there are too many, those
// without a request are closed first. It does not look at requests.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ipBlock } from '../kit/ip-block.ts'
import type { ServerOptions } from './server-options.ts'

export interface ConnectionLimits {
  readonly total: number
  /** Null where one address stands for many clients: behind a proxy. */
  readonly perAddress: number | null
}

type LimitingOptions = Pick<ServerOptions, 'maxConnections' | 'trustProxy'>

/** One address may have a quarter of the connections. */
export const connectionLimitsOf = ({ maxConnections = 1000, trustProxy }: LimitingOptions): ConnectionLimits => ({
  total: maxConnections,
  perAddress: trustProxy.length > 0 ? null : Math.ceil(maxConnections / 4),
})

/** Above the limit idle connections are closed, which takes a moment. Only this share more is then refused. */
const REFUSED_ABOVE = 1.1

const loopback = /^(127\.|::1$|::ffff:127\.)/

export function limitConnections(server: Server, { total, perAddress }: ConnectionLimits): void {
  const counts = new Map<string, number>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const address = ipBlock(remoteAddress)
    const ofAddress = counts.get(address) ?? 0
    const isCrowded = perAddress !== null && ofAddress >= perAddress && !loopback.test(remoteAddress)
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
