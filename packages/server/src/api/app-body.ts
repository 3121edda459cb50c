// The bodies of the calls about sessions: one JSON object of short texts, with every fault named at once. Records never come
// this way; they are read by their definitions.
import type { FastifyRequest } from 'fastify'
import { scalarText } from '../define/kinds.ts'
import { Faults, Unfit } from '../define/refusal.ts'
import { readJson } from '../kit/json-read.ts'
import { MalformedBody, type WireValue } from '../kit/wire-tree.ts'
import { refused, textOf } from './body-read.ts'

/** The names a body may have; those that it must have are true. */
export type BodyShape = Readonly<Record<string, boolean>>

export interface AppBody {
  readonly faults: Faults
  /** The text of a name; blank when it was not sent. */
  text(name: string): string
}

/** A form of another site can send neither this type nor, by it, anything else (T-51). */
function readObject({ body, headers }: FastifyRequest): ReadonlyMap<string, WireValue> {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (!Buffer.isBuffer(body) || type !== 'application/json') throw refused('must be JSON, of the type application/json')
  try {
    const value = readJson(textOf(body))
    if (value instanceof Map) return value
  } catch (error) {
    if (error instanceof MalformedBody) throw refused(error.message)
    throw error
  }
  throw refused('must be a JSON object')
}

export function readAppBody(request: FastifyRequest, shape: BodyShape): AppBody {
  const sent = readObject(request)
  const faults = new Faults()
  const texts = new Map<string, string>()
  for (const [name, value] of sent) {
    const text = scalarText(value)
    if (shape[name] === undefined) faults.unknown(name, 'name of this request')
    else if (text instanceof Unfit) faults.add(name, text.reason)
    else texts.set(name, text)
  }
  for (const [name, required] of Object.entries(shape)) {
    if (required && (texts.get(name) ?? '') === '') faults.addOnce(name, 'is required')
  }
  return { faults, text: (name) => texts.get(name) ?? '' }
}
