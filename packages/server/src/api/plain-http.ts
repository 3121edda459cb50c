// Checks that a request came over a connection on which a token may be sent: TLS, loopback, or a trusted proxy that
// says so (decision 21). It does not look at the caller or the content.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../define/api-error.ts'
import type { ServerOptions } from './server-options.ts'

/** True when the request was made on another machine, also if a local proxy forwarded it. */
const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined

/** A token must not be sent unencrypted; a redirect to HTTPS would come too late (T-57). */
export function rejectPlainHttp(
  request: FastifyRequest,
  { tls, loopbackOnly, trustProxy }: Pick<ServerOptions, 'tls' | 'loopbackOnly' | 'trustProxy'>,
): void {
  if (tls !== null || request.protocol === 'https') return
  if (loopbackOnly && !(trustProxy.length > 0 && isForwarded(request))) return
  throw new ApiError(400, 18, ['request: use HTTPS; plain HTTP is not allowed'])
}
