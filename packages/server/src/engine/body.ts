// Reading a body: every name must be a settable field of the resource, every value must fit its kind; all faults at once
// and nothing written (decisions 2, 9, 11, 12). References and behaviours come later, inside the transaction.
import type { Actor } from '../define/actor.ts'
import { type Field, namedFields } from '../define/fields.ts'
import { type Stored, scalarText, type Value } from '../define/kinds.ts'
import { Faults, Unfit } from '../define/refusal.ts'
import type { Changing, Resource } from '../define/resource.ts'
import { WireFile, type WireRecord, type WireValue } from '../kit/wire-tree.ts'
import { writePlan } from './write-plan.ts'

const fieldLimit = 300

/** The field object of a body: bare, or wrapped in the resource's name (decision 4). */
export function recordOf(resource: string, body: WireValue | undefined, faults: Faults): WireRecord | null {
  if (!(body instanceof Map)) {
    faults.add('body', `must be an object with the fields of ${resource}`)
    return null
  }
  const inner = body.size === 1 ? body.get(resource) : undefined
  const record = inner instanceof Map ? inner : body
  if (record.size <= fieldLimit) return record
  faults.add('body', `has ${record.size} fields; at most ${fieldLimit} are allowed`)
  return null
}

const wireText = (wire: WireValue): string => {
  if (wire instanceof WireFile) return wire.parts.filename
  const text = scalarText(wire)
  if (!(text instanceof Unfit)) return text
  return Array.isArray(wire) ? '[...]' : '{...}'
}

/** What a field becomes when it is sent blank. */
function blankOf(field: Field, actor: Actor): Stored {
  if (field.kind.blank === null && field.default !== undefined && !field.nullable) return defaultOf(field, actor)
  return field.kind.blank
}

const defaultOf = (field: Field, actor: Actor): Stored => {
  const value = field.default
  return typeof value === 'function' ? value(actor) : (value ?? null)
}

function readField(name: string, field: Field, wire: WireValue, actor: Actor, faults: Faults): Value | undefined {
  const value = field.kind.parse(wire)
  if (value instanceof Unfit) {
    faults.unfit(name, wireText(wire), value.reason)
    return undefined
  }
  const blank = value === null || (Array.isArray(value) && value.length === 0)
  if (blank && field.required) {
    faults.add(name, 'must not be blank')
    return undefined
  }
  return value === null ? blankOf(field, actor) : value
}

/** The values a body gives, by field. `pathId` is the record being updated, or null on create. */
export function readBody(
  resource: Resource,
  actor: Actor,
  body: WireValue | undefined,
  pathId: number | null,
): Record<string, Value> {
  const faults = new Faults()
  const values: Record<string, Value> = {}
  for (const [name, wire] of recordOf(resource.name, body, faults) ?? []) {
    if (name === 'id' && pathId !== null && wireText(wire) === String(pathId)) continue
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    if (field === undefined || field.set === 'never') {
      faults.unknown(name.slice(0, 60), `settable field of ${resource.name}`)
      continue
    }
    const value = readField(name, field, wire, actor, faults)
    if (value !== undefined) values[name] = value
  }
  if (pathId === null) completeNew(resource, actor, values, faults)
  faults.refuse()
  return values
}

/** The body of an action, which may be missing where all its fields may. */
export function readActionBody(
  { name }: Resource,
  { fields = {} }: Changing,
  actor: Actor,
  body: WireValue | undefined,
): Record<string, Value> {
  const faults = new Faults()
  const values: Record<string, Value> = {}
  const known = namedFields(fields)
  for (const [field, wire] of body === undefined ? [] : (recordOf(name, body, faults) ?? [])) {
    const found = Object.hasOwn(fields, field) ? known[field] : undefined
    if (found === undefined) faults.unknown(field.slice(0, 60), `field of this action of ${name}`)
    else values[field] = readField(field, found, wire, actor, faults) ?? null
  }
  for (const field of Object.keys(fields)) {
    if (known[field]?.required === true && !Object.hasOwn(values, field)) faults.addOnce(field, 'is required')
  }
  faults.refuse()
  return values
}

/** The fields sent to an action that makes a record; it may have none. */
export function sentFields({ name }: Resource, body: WireValue | undefined): WireRecord {
  const faults = new Faults()
  const sent = body === undefined ? null : recordOf(name, body, faults)
  faults.refuse()
  return sent ?? new Map()
}

/** Defaults and required fields of a record that is being made. */
function completeNew(resource: Resource, actor: Actor, values: Record<string, Value>, faults: Faults): void {
  for (const [name, field] of writePlan(resource).completed) {
    if (Object.hasOwn(values, name)) continue
    if (field.default !== undefined) values[name] = defaultOf(field, actor)
    else faults.addOnce(name, 'is required')
  }
}

/** Secrets are sealed before the transaction: hashing inside it would hold every other writer. */
export async function sealValues(resource: Resource, values: Record<string, Value>): Promise<void> {
  for (const [name, { kind }] of writePlan(resource).sealed) {
    const value = values[name]
    if (value !== undefined && kind.seal !== undefined) values[name] = await kind.seal(value)
  }
}
