// The error of a failed request, with a kind for the program to distinguish. Wrong use of the SDK itself (a float for a
// decimal) is a TypeError, and an aborted request throws the reason of its signal: neither is defined here.

export type ErrorKind =
  /** No response: no connection, a broken one, or a timeout. */
  | 'network'
  /** No token, an unknown one, or one of an inactive person. */
  | 'notSignedIn'
  /** The caller does not have the permission. */
  | 'notAllowed'
  /** There is no such record, or the caller may not see it. */
  | 'notFound'
  /** The request is invalid; `errors` lists the errors. */
  | 'invalid'
  /** The record was changed since it was read (`ifMatch`). */
  | 'stale'
  /** The account's daily quota of requests is used up. */
  | 'quota'
  /** Too many requests in a short time. */
  | 'rate'
  /** An error in the server, or a response that is not from Stint. */
  | 'server'

/** One error of a request, with the field, filter or header it concerns, if there is one. */
export interface FieldError {
  readonly field: string | null
  readonly sentence: string
}

interface ErrorDetails {
  readonly status?: number | null
  readonly code?: number | null
  readonly errors?: readonly FieldError[]
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

export class StintError extends Error {
  override readonly name = 'StintError'
  readonly kind: ErrorKind
  /** The HTTP status; null if there was no response. */
  readonly status: number | null
  /** The service code, one of twenty; null if there was no response, or one that is not from Stint. */
  readonly code: number | null
  readonly errors: readonly FieldError[]
  /** Identifies the request in the server's log. */
  readonly requestId: string | null
  /** The number of seconds after which the server allows a retry. */
  readonly retryAfter: number | null

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : {})
    this.kind = kind
    this.status = details.status ?? null
    this.code = details.code ?? null
    this.errors = details.errors ?? []
    this.requestId = details.requestId ?? null
    this.retryAfter = details.retryAfter ?? null
  }
}

const QUOTA = 11
const RATE = 12

const kindByStatus: Readonly<Record<number, ErrorKind>> = {
  401: 'notSignedIn',
  403: 'notAllowed',
  404: 'notFound',
  412: 'stale',
  429: 'rate',
}

function errorKind(status: number, code: number | null): ErrorKind {
  if (code === QUOTA) return 'quota'
  if (code === RATE) return 'rate'
  return kindByStatus[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'server')
}

function parseFieldError(sentence: string): FieldError {
  const [, field = null, rest = sentence] = /^([A-Za-z_][\w.-]*): (.*)$/s.exec(sentence) ?? []
  return { field, sentence: rest }
}

interface WireError {
  readonly code?: unknown
  readonly message?: unknown
  readonly verbose?: unknown
}

function parseErrorBody(text: string): WireError | null {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'object' ? error : null
  } catch {
    return null
  }
}

/** The error for an unsuccessful response, from Stint or from a proxy. */
export function errorFromResponse(response: Response, text: string): StintError {
  const { status, headers } = response
  const error = parseErrorBody(text)
  const code = typeof error?.code === 'number' ? error.code : null
  const sentences = Array.isArray(error?.verbose) ? error.verbose.map(String) : []
  const messages = [typeof error?.message === 'string' ? error.message : `The server answered ${status}`, ...sentences]
  const seconds = headers.get('retry-after')
  return new StintError(errorKind(status, code), messages.join('; '), {
    status,
    code,
    errors: sentences.map(parseFieldError),
    requestId: headers.get('x-request-id'),
    retryAfter: seconds !== null && /^\d{1,9}$/.test(seconds) ? Number(seconds) : null,
  })
}
