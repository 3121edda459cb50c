// Posts one webhook and reports the status. It never follows a redirect, never reads the body of the response, and
// connects only where the guard allows it.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { errorCode } from '../kit/error-message.ts'
import { type AddressGuard, AddressRefused } from './address-guard.ts'

export const webhookTimeoutMs = 15_000

export interface WebhookResponse {
  readonly status: number
  /** The header Retry-After as sent. */
  readonly retryAfter: string | null
}

/** No response. The message is a short class of errors and never has text of the receiver. */
export class WebhookUnreachable extends Error {}

export interface WebhookPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export class WebhookTransport {
  readonly #guard: AddressGuard
  readonly #timeoutMs: number
  /** The certificate authorities to trust instead of the usual ones; for tests. */
  readonly #ca: string | undefined

  constructor(guard: AddressGuard, { timeoutMs = webhookTimeoutMs, ca }: { timeoutMs?: number; ca?: string } = {}) {
    this.#guard = guard
    this.#timeoutMs = timeoutMs
    this.#ca = ca
  }

  async post({ url: text, headers, body }: WebhookPost): Promise<WebhookResponse> {
    const url = URL.parse(text)
    try {
      if (url === null) throw new AddressRefused('this is not a URL')
      this.#guard.checkUrl(url)
      return await this.#send(url, headers, body)
    } catch (error) {
      throw new WebhookUnreachable(errorClass(error), { cause: error })
    }
  }

  #send(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<WebhookResponse>()
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own: a reused one would have been checked for another URL.
      agent: false,
      lookup: this.#guard.lookupFor(url),
      signal: AbortSignal.timeout(this.#timeoutMs),
      ...(this.#ca === undefined ? {} : { ca: this.#ca }),
    })
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null })
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
    return promise
  }
}

function errorClass(error: unknown): string {
  if (error instanceof AddressRefused) return `not allowed: ${error.message}`
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'no response in time'
  const code = errorCode(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name cannot be resolved'
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was closed'
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return 'the certificate or TLS is not accepted'
  return 'the connection failed'
}
