// One request and its answer: headers, time limit, and sending it again when that can help. A write always carries a key, so
// that one whose answer was lost is done once (the server answers the second as it did the first). It knows no resource.

import { requireEtag } from './etag.ts'
import type { ChangeOptions, RequestOptions, StintOptions } from './options.ts'
import { faultOfAnswer, StintError } from './stint-error.ts'
import { sendWithProgress, supportsUploadProgress } from './upload.ts'
import type { Body } from './wire.ts'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** From the resource on, with its query: `task/5/`. */
  readonly path: string
  readonly body?: Body | undefined
  readonly accept?: string
  /** The tag of what the caller has already. */
  readonly ifNoneMatch?: string | undefined
  readonly options: RequestOptions & ChangeOptions
}

export interface ApiResponse {
  readonly status: number
  readonly etag: string | null
  /** The envelope; empty where the answer has no body. */
  readonly json: Readonly<Record<string, unknown>>
}

const defaults = { retries: 3, timeout: 30_000, upload: 300_000, longestPause: 30_000 }
const FIRST_RETRY_DELAY_MS = 250

/** What a proxy or a server in trouble says; the others of its kind say that asking again is of no use. */
const TRANSIENT_STATUSES = new Set([500, 502, 503, 504])

type ReadResponse<T> = (response: Response) => Promise<T>

export class Connection {
  readonly #url: string
  /** What every request has. */
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
    // Browsers refuse to run it as a method of anything but the window.
    this.#fetch = options.fetch ?? ((...given) => fetch(...given))
    this.#options = options
  }

  /** An answer in the usual envelope. */
  json(call: Call): Promise<ApiResponse> {
    return this.#send(call, readEnvelope)
  }

  /** An answer that is a file; only its beginning must come in time. */
  file(call: Call): Promise<Response> {
    return this.#send(call, async (response) => response)
  }

  async #send<T>(call: Call, read: ReadResponse<T>): Promise<T> {
    const headers = this.#headersOf(call)
    const retries = call.options.retries ?? this.#options.retries ?? defaults.retries
    for (let attempt = 0; ; attempt++) {
      call.options.signal?.throwIfAborted()
      const answer = await this.#attempt(call, headers, read)
      if (!(answer instanceof StintError)) return answer
      const pause = attempt < retries ? this.#retryDelay(answer, attempt) : null
      if (pause === null) throw answer
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

  /** A fault is given back, so that the loop can weigh it; what the caller's own signal ended is thrown. */
  async #attempt<T>(call: Call, headers: Record<string, string>, read: ReadResponse<T>): Promise<T | StintError> {
    const { body, options } = call
    const limit =
      options.timeout ?? this.#options.timeout ?? (body?.content instanceof Blob ? defaults.upload : defaults.timeout)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), limit)
    const signal = options.signal == null ? late.signal : AbortSignal.any([options.signal, late.signal])
    try {
      const response = await this.#fetchResponse(call, headers, signal)
      if (response.ok || response.status === 304) return await read(response)
      if (response.status < 400) return await redirectError(response)
      return faultOfAnswer(response, await response.text())
    } catch (cause) {
      if (cause instanceof StintError) return cause
      options.signal?.throwIfAborted()
      if (late.signal.aborted) return new StintError('network', `No answer within ${limit} ms`, { cause })
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

  /** Milliseconds until it makes sense to ask again; null when it makes none. */
  #retryDelay({ kind, status, retryAfter }: StintError, attempt: number): number | null {
    const passing = kind === 'network' || (kind === 'server' && status !== null && TRANSIENT_STATUSES.has(status))
    if (!passing && kind !== 'rate' && kind !== 'quota') return null
    const longest = this.#options.longestPause ?? defaults.longestPause
    const wanted = retryAfter === null ? 0 : retryAfter * 1000
    if (wanted > longest || (kind === 'quota' && retryAfter === null)) return null
    // Chance parts those who failed together, so that they do not come back together.
    const spread = Math.random() * Math.min(longest, FIRST_RETRY_DELAY_MS * 2 ** attempt)
    return Math.min(longest, wanted + spread)
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
    // Told below, like any other answer that is none.
  }
  throw new StintError('server', 'The answer is not one of Stint; is the address right?', { status })
}

async function redirectError({ status, headers, body }: Response): Promise<StintError> {
  await body?.cancel()
  const to = headers.get('location')
  const where = to === null ? 'elsewhere' : `to ${to}`
  return new StintError('server', `The server sends ${where}; is the address right?`, { status })
}

/** Platforms say "fetch failed" and keep the reason one deeper. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner = cause.cause instanceof Error ? cause.cause : cause
  return inner.message || ('code' in inner ? String(inner.code) : inner.name)
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', wake)
      resolve()
    }, ms)
    signal?.addEventListener('abort', wake, { once: true })
  })
}
