// Whether a request was made by a page of another site: a browser sends along what it keeps for us, a cookie or a typed token,
// whoever's page asks (T-51). Browsers say themselves where a request comes from; programs that are none say nothing.
import type { FastifyRequest } from 'fastify'
import { forbidden } from '../define/api-error.ts'

export function rejectCrossSite({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw forbidden('request: it comes from a page of another site')
}

/**
 * What comes with a cookie must come from our own page. Its header cannot be sent by a form, an image or a link, and by a
 * script of another site only with our leave, which it never gets.
 */
export function requireOwnPage({ headers, method, protocol, host }: FastifyRequest): void {
  if (headers['x-stint-app'] !== '1') throw forbidden('X-Stint-App: is missing; only the web application asks here')
  const { 'sec-fetch-site': site, origin } = headers
  const reads = method === 'GET' || method === 'HEAD'
  const ours =
    site === undefined ? (origin === undefined ? reads : origin === `${protocol}://${host}`) : site === 'same-origin'
  if (!ours) throw forbidden('request: it does not come from a page of this server')
}
