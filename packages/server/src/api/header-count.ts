// How often a request has a header. Node keeps one of several `Host` or `Authorization` headers and drops the others;
// a proxy may have read another one, so such a request is not answered as if it had one.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../define/api-error.ts'

/** `name` is in lower case. */
export function countHeader({ raw: { rawHeaders } }: FastifyRequest, name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const one = rawHeaders[at] ?? ''
    if (one.length === name.length && one.toLowerCase() === name) count++
  }
  return count
}

/** Two hosts in one request are an error (RFC 9112, 3.2; RFC 9113, 8.3.1), and so is none over HTTP/1.1. */
export function requireOneHost(request: FastifyRequest): void {
  const count = countHeader(request, 'host')
  if (count > 1) throw new ApiError(400, 18, ['Host: is sent more than once; send it once'])
  const { ':authority': authority, host } = request.headers
  if (authority !== undefined && host !== undefined && authority !== host)
    throw new ApiError(400, 18, ['Host: is another one than :authority; send one of them'])
  if (count === 0 && request.raw.httpVersion === '1.1') throw new ApiError(400, 18, ['Host: is required'])
}
