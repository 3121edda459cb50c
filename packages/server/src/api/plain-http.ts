// Whether a request came in a way on which a token may travel: over TLS, from this machine alone, or through a proxy that is
// trusted to say so (decision 21). Who asks and what for is not looked at.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../define/api-error.ts'
import type { ServerOptions } from './server-options.ts'

/** It comes from elsewhere, however near the proxy is that passed it on. */
const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined

/** A token never travels in the clear, and is not rescued by a redirect either (T-57). */
export function rejectPlainHttp(
  request: FastifyRequest,
  { tls, loopbackOnly, trustProxy }: Pick<ServerOptions, 'tls' | 'loopbackOnly' | 'trustProxy'>,
): void {
  if (tls !== null || request.protocol === 'https') return
  if (loopbackOnly && !(trustProxy.length > 0 && isForwarded(request))) return
  throw new ApiError(400, 18, ['request: this service speaks HTTPS only; plain HTTP is refused'])
}
