// One request and its response: headers, timeout and retries. Every write has an idempotency key, so that a retry after
// a lost response does not repeat the write: the server returns the first response again. It does not know any
// resource.

import { requireEtag } from './etag.ts'
import type { ChangeOptions, RequestOptions, StintOptions } from './options.ts'
import { errorFromResponse, StintError } from './stint-error.ts'
import { sendWithProgress, supportsUploadProgress } from './upload.ts'
import type { Body } from './wire.ts'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path after the address of the API, with the query: `task/5/`. */
  readonly path: string
  readonly body?: Body | undefined
  readonly accept?: string
  /** The ETag of the record that the caller already has. */
  readonly ifNoneMatch?: string | undefined
  readonly options: RequestOptions & ChangeOptions
}

export interface ApiResponse {
  readonly status: number
  readonly etag: string | null
  /** The envelope; empty if the response has no body. */
  readonly json: Readonly<Record<string, unknown>>
}

const defaults = { retries: 3, timeout: 30_000, upload: 300_000, longestPause: 30_000 }
const FIRST_RETRY_DELAY_MS = 250

/** Temporary errors of a server or proxy. After other 5xx statuses a retry does not help. */
const TRANSIENT_STATUSES = new Set([500, 502, 503, 504])

type ReadResponse<T> = (response: Response) => Promise<T>

export class Connection {
  readonly #url: string
  /** The headers of every request. */
  readonly #commonHeaders: Readonly<Record<string, string>>
  readonly #fetch: typeof fetch
  readonly #options: StintOptions

  constructor(options: StintOptions) {
    this.#url = new URL(options.url).href.replace(/\/*$/, '/')
    const { token, headers } = options
    this.#commonHeaders = {
      ...headers,
      ...(token === undefined ? {} : { authorization: `Basic ${btoa(`${token}:`)}` }),
    }
    // Browsers do not allow fetch to be called as a method of another object.
    this.#fetch = options.fetch ?? ((...args) => fetch(...args))
    this.#options = options
  }

  /** A response in the usual envelope. */
  json(call: Call): Promise<ApiResponse> {
    return this.#send(call, readEnvelope)
  }

  /** A response that is a file. The timeout ends when its headers have arrived. */
  file(call: Call): Promise<Response> {
    return this.#send(call, async (response) => response)
  }

  async #send<T>(call: Call, read: ReadResponse<T>): Promise<T> {
    const headers = this.#headersOf(call)
    const retries = call.options.retries ?? this.#options.retries ?? defaults.retries
    for (let attempt = 0; ; attempt++) {
      call.options.signal?.throwIfAborted()
      const result = await this.#attempt(call, headers, read)
      if (!(result instanceof StintError)) return result
      const pause = attempt < retries ? this.#retryDelay(result, attempt) : null
      if (pause === null) throw result
      await sleep(pause, call.options.signal)
    }
  }

  #headersOf({ method, body, accept = 'application/json', ifNoneMatch, options }: Call): Record<string, string> {
    const headers: Record<string, string> = { ...this.#commonHeaders, accept }
    if (body !== undefined) headers['content-type'] = body.type
    if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch
    if (method === 'GET') return headers
    headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
    if (options.ifMatch !== undefined) headers['if-match'] = requireEtag(options.ifMatch)
    if (options.notify === true) headers['x-service-send-notifications'] = 't'
    if (options.notes === false) headers['x-service-disable-action-notes'] = 't'
    return headers
  }

  /**
   * An error is returned, so that the loop can decide about a retry. Only the reason of the caller's signal is thrown.
   */
  async #attempt<T>(call: Call, headers: Record<string, string>, read: ReadResponse<T>): Promise<T | StintError> {
    const { body, options } = call
    const limit =
      options.timeout ?? this.#options.timeout ?? (body?.content instanceof Blob ? defaults.upload : defaults.timeout)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), limit)
    const signal = options.signal == null ? timeout.signal : AbortSignal.any([options.signal, timeout.signal])
    try {
      const response = await this.#fetchResponse(call, headers, signal)
      if (response.ok || response.status === 304) return await read(response)
      if (response.status < 400) return await redirectError(response)
      return errorFromResponse(response, await response.text())
    } catch (cause) {
      if (cause instanceof StintError) return cause
      options.signal?.throwIfAborted()
      if (timeout.signal.aborted) return new StintError('network', `No answer within ${limit} ms`, { cause })
      return new StintError('network', `No connection to ${this.#url}, or a broken one: ${reasonOf(cause)}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  #fetchResponse({ method, path, body, options }: Call, headers: Record<string, string>, signal: AbortSignal) {
    const url = this.#url + path
    const { onProgress } = options
    const content = body?.content
    const ownFetch = this.#options.fetch !== undefined
    if (onProgress !== undefined && content instanceof Blob && !ownFetch && supportsUploadProgress()) {
      return sendWithProgress(url, { method, headers, body: content, signal }, onProgress)
    }
    return this.#fetch(url, {
      method,
      headers,
      signal,
      // A redirected POST becomes a GET, and a token belongs to one server.
      redirect: 'manual',
      ...(content === undefined ? {} : { body: content }),
    })
  }

  /** The milliseconds before a retry; null if a retry makes no sense. */
  #retryDelay({ kind, status, retryAfter }: StintError, attempt: number): number | null {
    const temporary = kind === 'network' || (kind === 'server' && status !== null && TRANSIENT_STATUSES.has(status))
    if (!temporary && kind !== 'rate' && kind !== 'quota') return null
    const longest = this.#options.longestPause ?? defaults.longestPause
    const requested = retryAfter === null ? 0 : retryAfter * 1000
    if (requested > longest || (kind === 'quota' && retryAfter === null)) return null
    // A random part, so that clients that failed at the same moment do not retry at the same moment.
    const jitter = Math.random() * Math.min(longest, FIRST_RETRY_DELAY_MS * 2 ** attempt)
    return Math.min(longest, requested + jitter)
  }
}

async function readEnvelope(response: Response): Promise<ApiResponse> {
  const { status, headers } = response
  const text = await response.text()
  const etag = headers.get('etag')
  if (text === '') return { status, etag, json: {} }
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return { status, etag, json: json as ApiResponse['json'] }
  } catch {
    // Reported below, like every other response that is not an envelope.
  }
  throw new StintError('server', 'The answer is not one of Stint; is the address right?', { status })
}

async function redirectError({ status, headers, body }: Response): Promise<StintError> {
  await body?.cancel()
  const to = headers.get('location')
  const target = to === null ? 'elsewhere' : `to ${to}`
  return new StintError('server', `The server sends ${target}; is the address right?`, { status })
}

/** The message of fetch is only "fetch failed"; the reason is in its cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner = cause.cause instanceof Error ? cause.cause : cause
  return inner.message || ('code' in inner ? String(inner.code) : inner.name)
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
