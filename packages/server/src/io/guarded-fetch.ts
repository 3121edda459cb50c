// A `fetch` for requests to the addresses of a provider: it never follows a redirect, reads a bounded body within a
// bounded time, and connects only where a guard allows it. The operator's own addresses need no guard.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { AddressGuard } from './address-guard.ts'

const timeoutMs = 10_000
const maxBodyBytes = 1024 * 1024

export interface FetchOptions {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Form bodies only, because a provider gets nothing else. */
const bodyText = (body: unknown): string | undefined =>
  typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : undefined

export const guardedFetch =
  (guard: AddressGuard | null) =>
  async (address: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const url = new URL(address)
    guard?.checkUrl(url)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const content = bodyText(body)
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method,
      headers: { ...headers, ...(content === undefined ? {} : { 'content-length': Buffer.byteLength(content) }) },
      // A connection of its own: a reused one would have been checked for another URL.
      agent: false,
      ...(guard === null ? {} : { lookup: guard.lookupFor(url) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBodyBytes) response.destroy(new Error('the response is too large'))
        else chunks.push(chunk)
      })
      response.on('end', () => {
        const status = response.statusCode ?? 502
        const type = response.headers['content-type']
        // The constructor refuses a body for these.
        const isEmpty = [204, 205, 304].includes(status)
        resolve(
          new Response(isEmpty ? null : Buffer.concat(chunks), {
            status,
            headers: type === undefined ? {} : { 'content-type': type },
          }),
        )
      })
    })
    request.end(content)
    return promise
  }
