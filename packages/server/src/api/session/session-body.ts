// Parses the bodies of the web application's API: one JSON object of short texts, with all errors reported together.
// Bodies of records are parsed by their definitions, in the engine.
import type { FastifyRequest } from 'fastify'
import { Invalid, ValidationErrors } from '../../define/api-error.ts'
import { scalarText } from '../../define/kinds.ts'
import { readJson } from '../../kit/json-reader.ts'
import { MalformedBody, type WireValue } from '../../kit/wire-tree.ts'
import { bodyTooLarge, decodeUtf8, invalidBody, largeBodyBytes } from '../request-body.ts'

/** The names that a body may have; true for required ones. */
export type BodyFields = Readonly<Record<string, boolean>>

export interface SessionBody {
  readonly errors: ValidationErrors
  /** The text of a name; empty when it was not sent. */
  text(name: string): string
}

/** A form of another site cannot send this content type (T-51). */
function parseJsonObject({ body, headers }: FastifyRequest): ReadonlyMap<string, WireValue> {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (!Buffer.isBuffer(body) || type !== 'application/json')
    throw invalidBody('must be JSON, of the type application/json')
  if (body.length > largeBodyBytes) throw bodyTooLarge()
  try {
    const value = readJson(decodeUtf8(body))
    if (value instanceof Map) return value
  } catch (error) {
    if (error instanceof MalformedBody) throw invalidBody(error.message)
    throw error
  }
  throw invalidBody('must be a JSON object')
}

export function parseSessionBody(request: FastifyRequest, shape: BodyFields): SessionBody {
  const body = parseJsonObject(request)
  const errors = new ValidationErrors()
  const texts = new Map<string, string>()
  for (const [name, value] of body) {
    const text = scalarText(value)
    if (!Object.hasOwn(shape, name)) errors.addUnknownName(name, 'name of this request')
    else if (text instanceof Invalid) errors.add(name, text.reason)
    else texts.set(name, text)
  }
  for (const [name, required] of Object.entries(shape)) {
    if (required && (texts.get(name) ?? '') === '') errors.addOnce(name, 'is required')
  }
  return { errors, text: (name) => texts.get(name) ?? '' }
}
