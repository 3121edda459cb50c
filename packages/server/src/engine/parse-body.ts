// Parses a body: every name must be a settable field of the resource, every value must be valid for its kind. All
// errors are reported together (decisions 2, 9, 11, 12), also with those of the references, which are checked later.
// Hooks run later, inside the transaction, and only if there is no error here.
import type { Actor } from '../define/actor.ts'
import { Invalid, ValidationErrors } from '../define/api-error.ts'
import { buildFields, type Field } from '../define/fields.ts'
import { type FieldValue, type StoredValue, scalarText } from '../define/kinds.ts'
import type { CreateAction, FieldChange, Resource, UpdateAction } from '../define/resource.ts'
import { WireFile, type WireRecord, type WireValue } from '../kit/wire-tree.ts'
import { writePlan } from './write-plan.ts'

const maxFields = 300

/** The fields of a body: the body itself, or the object under the resource's name (decision 4). */
export function unwrapRecord(
  resource: string,
  body: WireValue | undefined,
  errors: ValidationErrors,
): WireRecord | null {
  if (!(body instanceof Map)) {
    errors.add('body', `must be an object with the fields of ${resource}`)
    return null
  }
  const inner = body.size === 1 ? body.get(resource) : undefined
  const record = inner instanceof Map ? inner : body
  if (record.size <= maxFields) return record
  errors.add('body', `has too many fields (${record.size}); send at most ${maxFields}`)
  return null
}

const displayText = (wire: WireValue): string => {
  if (wire instanceof WireFile) return wire.parts.filename
  const text = scalarText(wire)
  if (!(text instanceof Invalid)) return text
  return Array.isArray(wire) ? '[...]' : '{...}'
}

/** The value of a field that is sent blank. */
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
  errors: ValidationErrors,
): FieldValue | undefined {
  const value = field.kind.parse(wire)
  if (value instanceof Invalid) {
    if (field.kind.secret) errors.add(name, value.reason)
    else errors.addInvalid(name, displayText(wire), value.reason)
    return undefined
  }
  const blank = value === null || (Array.isArray(value) && value.length === 0)
  if (blank && field.required) {
    errors.add(name, 'must not be blank')
    return undefined
  }
  return value === null ? blankValue(field, actor) : value
}

/** The valid values of a body, by field, and the errors of the others. */
export type ParsedBody = Pick<FieldChange, 'values' | 'invalid' | 'errors'>

/** `pathId` is the record to update, null on create. */
export function parseWriteBody(
  resource: Resource,
  actor: Actor,
  body: WireValue | undefined,
  pathId: number | null,
): ParsedBody {
  const errors = new ValidationErrors()
  const values: Record<string, FieldValue> = {}
  const invalid = new Set<string>()
  for (const [name, wire] of unwrapRecord(resource.name, body, errors) ?? []) {
    if (name === 'id' && pathId !== null && displayText(wire) === String(pathId)) continue
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    if (field === undefined || field.settable === 'never') {
      errors.addUnknownName(name.slice(0, 60), `settable field of ${resource.name}`)
      continue
    }
    const value = parseField(name, field, wire, actor, errors)
    if (value === undefined) invalid.add(name)
    else values[name] = value
  }
  const parsed: ParsedBody = { values, invalid, errors }
  if (pathId === null) completeNewRecord(resource, actor, parsed)
  return parsed
}

/** The body of an action; it may be missing when no field is required. */
export function parseActionBody(
  { name }: Resource,
  { fields = {} }: UpdateAction,
  actor: Actor,
  body: WireValue | undefined,
): Record<string, FieldValue> {
  const errors = new ValidationErrors()
  const values: Record<string, FieldValue> = {}
  const definitions = buildFields(fields)
  for (const [field, wire] of body === undefined ? [] : (unwrapRecord(name, body, errors) ?? [])) {
    const definition = Object.hasOwn(fields, field) ? definitions[field] : undefined
    if (definition === undefined) errors.addUnknownName(field.slice(0, 60), `field of this action of ${name}`)
    else values[field] = parseField(field, definition, wire, actor, errors) ?? null
  }
  for (const field of Object.keys(fields)) {
    if (definitions[field]?.required === true && !Object.hasOwn(values, field)) errors.addOnce(field, 'is required')
  }
  errors.throwIfAny()
  return values
}

/** The fields submitted to an action that creates a record; there may be none. */
export function rawBodyFields({ name }: Resource, body: WireValue | undefined): WireRecord {
  const errors = new ValidationErrors()
  const submitted = body === undefined ? null : unwrapRecord(name, body, errors)
  errors.throwIfAny()
  return submitted ?? new Map()
}

/** The values of an action's own fields with their defaults, their errors, and the fields of the new record. */
export function splitActionBody(
  { fields = {}, decided }: CreateAction,
  actor: Actor,
  submitted: WireRecord,
): Pick<ParsedBody, 'values' | 'errors'> & { readonly rest: WireRecord } {
  const errors = new ValidationErrors()
  const values: Record<string, FieldValue> = {}
  for (const [name, field] of Object.entries(buildFields(fields))) {
    if (!Object.hasOwn(fields, name)) continue
    const wire = submitted.get(name)
    const value = wire === undefined ? defaultValue(field, actor) : parseField(name, field, wire, actor, errors)
    values[name] = value ?? null
  }
  const rest = new Map([...submitted].filter(([name]) => !Object.hasOwn(fields, name)))
  for (const name of decided?.fields ?? []) if (rest.delete(name)) errors.add(name, decided?.reason ?? '')
  return { values, errors, rest }
}

/** Adds the defaults of a new record and checks its required fields. */
function completeNewRecord(resource: Resource, actor: Actor, { values, invalid, errors }: ParsedBody): void {
  for (const [name, field] of writePlan(resource).defaultedOrRequired) {
    if (Object.hasOwn(values, name) || invalid.has(name)) continue
    if (field.default !== undefined) values[name] = defaultValue(field, actor)
    else {
      invalid.add(name)
      errors.addOnce(name, 'is required')
    }
  }
}

/** The values of a body: as they were sent, and as they will be stored. */
export interface ParsedValues {
  readonly requested: Readonly<Record<string, FieldValue>>
  readonly prepared: Readonly<Record<string, FieldValue>>
}

/** Passwords are hashed before the transaction, because hashing inside it would block every other writer. */
export async function prepareValues(
  resource: Resource,
  requested: Readonly<Record<string, FieldValue>>,
): Promise<Readonly<Record<string, FieldValue>>> {
  const { preparable } = writePlan(resource)
  if (preparable.length === 0) return requested
  const values = { ...requested }
  for (const [name, { kind }] of preparable) {
    const value = values[name]
    if (value !== undefined && kind.prepare !== undefined) values[name] = await kind.prepare(value)
  }
  return values
}
