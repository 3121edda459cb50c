// Reading a body: every name must be a settable field of the resource, every value must fit its kind; all faults at once
// and nothing written (decisions 2, 9, 11, 12). References and behaviours come later, inside the transaction.
import type { Actor } from '../define/actor.ts'
import { Invalid, ValidationErrors } from '../define/api-error.ts'
import { buildFields, type Field } from '../define/fields.ts'
import { type FieldValue, type StoredValue, scalarText } from '../define/kinds.ts'
import type { Resource, UpdateAction } from '../define/resource.ts'
import { WireFile, type WireRecord, type WireValue } from '../kit/wire-tree.ts'
import { writePlan } from './write-plan.ts'

const maxFields = 300

/** The field object of a body: bare, or wrapped in the resource's name (decision 4). */
export function unwrapRecord(
  resource: string,
  body: WireValue | undefined,
  faults: ValidationErrors,
): WireRecord | null {
  if (!(body instanceof Map)) {
    faults.add('body', `must be an object with the fields of ${resource}`)
    return null
  }
  const inner = body.size === 1 ? body.get(resource) : undefined
  const record = inner instanceof Map ? inner : body
  if (record.size <= maxFields) return record
  faults.add('body', `has ${record.size} fields; at most ${maxFields} are allowed`)
  return null
}

const displayText = (wire: WireValue): string => {
  if (wire instanceof WireFile) return wire.parts.filename
  const text = scalarText(wire)
  if (!(text instanceof Invalid)) return text
  return Array.isArray(wire) ? '[...]' : '{...}'
}

/** What a field becomes when it is sent blank. */
function blankValue(field: Field, actor: Actor): StoredValue {
  if (field.kind.blank === null && field.default !== undefined && !field.nullable) return defaultValue(field, actor)
  return field.kind.blank
}

const defaultValue = (field: Field, actor: Actor): StoredValue => {
  const value = field.default
  return typeof value === 'function' ? value(actor) : (value ?? null)
}

function parseField(
  name: string,
  field: Field,
  wire: WireValue,
  actor: Actor,
  faults: ValidationErrors,
): FieldValue | undefined {
  const value = field.kind.parse(wire)
  if (value instanceof Invalid) {
    faults.addInvalid(name, displayText(wire), value.reason)
    return undefined
  }
  const blank = value === null || (Array.isArray(value) && value.length === 0)
  if (blank && field.required) {
    faults.add(name, 'must not be blank')
    return undefined
  }
  return value === null ? blankValue(field, actor) : value
}

/** The values a body gives, by field. `pathId` is the record being updated, or null on create. */
export function parseWriteBody(
  resource: Resource,
  actor: Actor,
  body: WireValue | undefined,
  pathId: number | null,
): Record<string, FieldValue> {
  const faults = new ValidationErrors()
  const values: Record<string, FieldValue> = {}
  for (const [name, wire] of unwrapRecord(resource.name, body, faults) ?? []) {
    if (name === 'id' && pathId !== null && displayText(wire) === String(pathId)) continue
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    if (field === undefined || field.settable === 'never') {
      faults.addUnknownName(name.slice(0, 60), `settable field of ${resource.name}`)
      continue
    }
    const value = parseField(name, field, wire, actor, faults)
    if (value !== undefined) values[name] = value
  }
  if (pathId === null) completeNewRecord(resource, actor, values, faults)
  faults.throwIfAny()
  return values
}

/** The body of an action, which may be missing where all its fields may. */
export function parseActionBody(
  { name }: Resource,
  { fields = {} }: UpdateAction,
  actor: Actor,
  body: WireValue | undefined,
): Record<string, FieldValue> {
  const faults = new ValidationErrors()
  const values: Record<string, FieldValue> = {}
  const known = buildFields(fields)
  for (const [field, wire] of body === undefined ? [] : (unwrapRecord(name, body, faults) ?? [])) {
    const found = Object.hasOwn(fields, field) ? known[field] : undefined
    if (found === undefined) faults.addUnknownName(field.slice(0, 60), `field of this action of ${name}`)
    else values[field] = parseField(field, found, wire, actor, faults) ?? null
  }
  for (const field of Object.keys(fields)) {
    if (known[field]?.required === true && !Object.hasOwn(values, field)) faults.addOnce(field, 'is required')
  }
  faults.throwIfAny()
  return values
}

/** The fields sent to an action that makes a record; it may have none. */
export function rawBodyFields({ name }: Resource, body: WireValue | undefined): WireRecord {
  const faults = new ValidationErrors()
  const sent = body === undefined ? null : unwrapRecord(name, body, faults)
  faults.throwIfAny()
  return sent ?? new Map()
}

/** Defaults and required fields of a record that is being made. */
function completeNewRecord(
  resource: Resource,
  actor: Actor,
  values: Record<string, FieldValue>,
  faults: ValidationErrors,
): void {
  for (const [name, field] of writePlan(resource).defaultedOrRequired) {
    if (Object.hasOwn(values, name)) continue
    if (field.default !== undefined) values[name] = defaultValue(field, actor)
    else faults.addOnce(name, 'is required')
  }
}

/** Secrets are sealed before the transaction: hashing inside it would hold every other writer. */
export async function prepareValues(resource: Resource, values: Record<string, FieldValue>): Promise<void> {
  for (const [name, { kind }] of writePlan(resource).preparable) {
    const value = values[name]
    if (value !== undefined && kind.prepare !== undefined) values[name] = await kind.prepare(value)
  }
}
