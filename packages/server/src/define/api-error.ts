// API errors: an HTTP status, a service code (the twenty codes of the reference) and one sentence per error. An
// ApiError thrown anywhere in a request rolls its transaction back. Validation errors are collected first, so that the
// caller receives all of them together (decision 9).
import { excerpt } from '../kit/text.ts'

export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly verbose: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, code: number, verbose: readonly string[] = [], headers: Record<string, string> = {}) {
    super(messageOfCode[code] ?? 'The request was refused')
    this.status = status
    this.code = code
    this.verbose = verbose
    this.headers = headers
  }
}

export const messageOfCode: Readonly<Record<number, string>> = {
  1: 'Something went wrong on our side',
  8: 'This user is inactive',
  9: 'The API token is missing or invalid',
  10: 'You do not have permission to do this',
  11: 'This account has used its daily quota of requests',
  12: 'Too many requests',
  13: 'Resource not found',
  14: 'Record not found',
  15: 'Action not found',
  16: 'Method not allowed',
  17: 'Unknown parameter',
  18: 'Invalid request',
  20: 'Service temporarily unavailable',
}

export const notFound = (resource: string, id: number): ApiError =>
  new ApiError(404, 14, [`${resource} ${id} does not exist`])

export const forbidden = (sentence: string): ApiError => new ApiError(403, 10, [sentence])

/** `allow` is the value of the Allow header. */
export const methodNotAvailable = (method: string, allow: string): ApiError =>
  new ApiError(400, 16, [`${method} is not allowed here; use ${allow}`], { allow })

export const notAcceptable = (): ApiError =>
  new ApiError(406, 18, ['Accept: must allow application/json or application/xml'])

/** The same request may succeed a moment later. */
export const tryLater = (sentence: string): ApiError => new ApiError(503, 20, [sentence], { 'retry-after': '1' })

export const badRequest = (sentence: string): ApiError => new ApiError(400, 18, [sentence])

/** A value that a kind rejects. The reason completes the sentence `field: "value" ...`. */
export class Invalid {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** A quoted value is shortened and cleaned, so that the response stays well-formed in JSON and XML (T-30). */
const quoted = (value: string): string => `"${excerpt(value)}"`

/** All validation errors of one request. An unknown name makes it code 17, anything else code 18. */
export class ValidationErrors {
  readonly #messages: string[] = []
  #hasUnknownName = false

  addUnknownName(name: string, what: string): void {
    this.#hasUnknownName = true
    this.#messages.push(`${excerpt(name)}: is not a ${what}`)
  }

  /** A name that exists for other roles. */
  addForbiddenName(name: string, sentence: string): void {
    this.#hasUnknownName = true
    this.#messages.push(`${excerpt(name)}: ${sentence}`)
  }

  addInvalid(field: string, value: string, reason: string): void {
    this.#messages.push(`${field}: ${quoted(value)} ${reason}`)
  }

  add(field: string, sentence: string): void {
    this.#messages.push(`${field}: ${sentence}`)
  }

  /** Adds an error unless the field has one already. */
  addOnce(field: string, sentence: string): void {
    if (!this.#messages.some((message) => message.startsWith(`${field}: `))) this.add(field, sentence)
  }

  /** Adds the errors of the other, after the own ones. */
  append(other: ValidationErrors): void {
    this.#hasUnknownName ||= other.#hasUnknownName
    this.#messages.push(...other.#messages)
  }

  /** Messages about the record itself come before those about new values. */
  prependMessages(messages: readonly string[]): void {
    this.#messages.unshift(...messages)
  }

  /** Adds the errors of the other, before the own ones. */
  prepend(other: ValidationErrors): void {
    this.#hasUnknownName ||= other.#hasUnknownName
    this.#messages.unshift(...other.#messages)
  }

  get messages(): readonly string[] {
    return this.#messages
  }

  get hasErrors(): boolean {
    return this.#messages.length > 0
  }

  /** Ends the request if there is an error. */
  throwIfAny(): void {
    if (this.hasErrors) throw this.toApiError()
  }

  toApiError(): ApiError {
    return new ApiError(400, this.#hasUnknownName ? 17 : 18, this.#messages)
  }
}
