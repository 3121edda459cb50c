// Everything that can go wrong with a request, as one error with a kind to choose by. What a program did wrong with the SDK
// itself (a float for a decimal) is a TypeError, and what it ended by its own signal is that signal's reason: neither is here.

export type FaultKind =
  /** No answer: no connection, a broken one, or none in time. */
  | 'network'
  /** No token, an unknown one, or that of an inactive person. */
  | 'notSignedIn'
  /** This role may not do this. */
  | 'notAllowed'
  /** There is no such record, or none that the caller may see. */
  | 'notFound'
  /** The request is wrong; `faults` says where. */
  | 'invalid'
  /** The record has changed since it was read (`ifMatch`). */
  | 'stale'
  /** The account's requests of this day are used up. */
  | 'quota'
  /** Too many requests in a short time. */
  | 'rate'
  /** The server's own fault, or an answer that is not Stint's. */
  | 'server'

/** One thing that is wrong, and the field, filter or header it is wrong with, where there is one. */
export interface Fault {
  readonly field: string | null
  readonly sentence: string
}

interface ErrorDetails {
  readonly status?: number | null
  readonly code?: number | null
  readonly faults?: readonly Fault[]
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

export class StintError extends Error {
  override readonly name = 'StintError'
  readonly kind: FaultKind
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The service code, one of twenty; null when there was no answer, or none of Stint's. */
  readonly code: number | null
  readonly faults: readonly Fault[]
  /** Names the request in the server's log. */
  readonly requestId: string | null
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | null

  constructor(kind: FaultKind, message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : {})
    this.kind = kind
    this.status = details.status ?? null
    this.code = details.code ?? null
    this.faults = details.faults ?? []
    this.requestId = details.requestId ?? null
    this.retryAfter = details.retryAfter ?? null
  }
}

const QUOTA = 11
const RATE = 12

const kindByStatus: Readonly<Record<number, FaultKind>> = {
  401: 'notSignedIn',
  403: 'notAllowed',
  404: 'notFound',
  412: 'stale',
  429: 'rate',
}

function faultKind(status: number, code: number | null): FaultKind {
  if (code === QUOTA) return 'quota'
  if (code === RATE) return 'rate'
  return kindByStatus[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'server')
}

function parseFault(sentence: string): Fault {
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

/** The fault that an answer tells of, whoever on the way has written it. */
export function faultOfAnswer(response: Response, text: string): StintError {
  const { status, headers } = response
  const error = parseErrorBody(text)
  const code = typeof error?.code === 'number' ? error.code : null
  const sentences = Array.isArray(error?.verbose) ? error.verbose.map(String) : []
  const said = [typeof error?.message === 'string' ? error.message : `The server answered ${status}`, ...sentences]
  const seconds = headers.get('retry-after')
  return new StintError(faultKind(status, code), said.join('; '), {
    status,
    code,
    faults: sentences.map(parseFault),
    requestId: headers.get('x-request-id'),
    retryAfter: seconds !== null && /^\d{1,9}$/.test(seconds) ? Number(seconds) : null,
  })
}
