// Rejects requests that a page of another site makes. A browser sends cookies and saved tokens whichever page asks
// (T-51). Browsers state the origin of a request in headers; other programs send no such headers.
import type { FastifyRequest } from 'fastify'
import { forbidden } from '../define/api-error.ts'

export function rejectCrossSite({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw forbidden('request: comes from a page of another site')
}

/**
 * A request with a cookie must come from our own page. Forms, images and links cannot send the required header, and a
 * script of another site would need CORS permission, which the server never gives.
 */
export function requireOwnPage({ headers, method, protocol, host }: FastifyRequest): void {
  if (headers['x-stint-app'] !== '1')
    throw forbidden('X-Stint-App: is required; only the web application can send this request')
  const { 'sec-fetch-site': site, origin } = headers
  const reads = method === 'GET' || method === 'HEAD'
  const ours =
    site === undefined ? (origin === undefined ? reads : origin === `${protocol}://${host}`) : site === 'same-origin'
  if (!ours) throw forbidden('request: does not come from a page of this server')
}
