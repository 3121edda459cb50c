// The schemas of one resource: its record in responses, the bodies of create, update and actions, and the envelopes of
// a record and of a list (decisions 6 to 8). Everything follows from the definition.
import { allRoles, type Role } from '../../define/actor.ts'
import { buildFields, type Field } from '../../define/fields.ts'
import { canBeNull } from '../../define/nullability.ts'
import type { Action, Resource } from '../../define/resource.ts'
import { recordOperations } from '../../engine/may.ts'
import { asSentence, extensionMark, schemaRef } from './components.ts'
import { exampleBody, exampleRecord, exampleValue } from './examples.ts'
import { fileSchema, type JsonObject, requestSchema, responseSchema } from './value-schemas.ts'

type NamedField = readonly [name: string, field: Field]

export const schemaName = (resource: string): string => `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`

/** True when the reference does not have the resource. */
export const isExtension = ({ access, extensionOperations: beyond = [] }: Resource): boolean =>
  Object.keys(access).every((operation) => beyond.some((one) => one === operation))

const describedSchema = (schema: JsonObject, { doc, target, extension: isBeyond }: Field): JsonObject => ({
  ...schema,
  ...(doc === '' ? {} : { description: doc }),
  ...(target === undefined ? {} : { 'x-refers-to': target }),
  ...(isBeyond === true ? extensionMark : {}),
})

const operationEnum = (operations: readonly string[]): JsonObject =>
  operations.length === 0 ? {} : { enum: operations }

const maySchema = (resource: Resource): JsonObject => ({
  type: 'array',
  items: { type: 'string', ...operationEnum(recordOperations(resource)), xml: { name: 'item' } },
  xml: { wrapped: true },
  description: 'What you may do to this record; records that refer to it may still keep it from being deleted',
  'x-only-with': 'may',
  ...extensionMark,
})

/** The roles that can receive a record in a response, also in the sub-list of another record. */
function readersOf({ name, access }: Resource, resources: ReadonlyMap<string, Resource>): readonly Role[] {
  const listing = [...resources.values()].filter(({ subLists = {} }) =>
    Object.values(subLists).some(({ target, forEveryReader }) => forEveryReader && target === name),
  )
  const reading = [...Object.values(access), ...listing.map((other) => other.access.read ?? [])]
  return allRoles.filter((role) => reading.some((roles) => roles.includes(role)))
}

function recordSchema(resource: Resource, resources: ReadonlyMap<string, Resource>): JsonObject {
  const readers = readersOf(resource, resources)
  const shown = Object.entries(resource.fields).filter(([, field]) => field.shown)
  const hidden = (field: Field): readonly Role[] => readers.filter((role) => field.hideFrom.includes(role))
  const property = (field: Field): JsonObject => ({
    ...describedSchema(responseSchema(field.kind, canBeNull(resource, field, resources)), field),
    ...(hidden(field).length === 0 ? {} : { 'x-hidden-from': hidden(field) }),
  })
  const added = Object.entries(resource.filters ?? {}).flatMap(([filter, { addsFields = {} }]) =>
    Object.entries(addsFields).map(([name, build]) => {
      const field = build(name)
      return [name, { ...describedSchema(responseSchema(field.kind, true), field), 'x-only-with': filter }] as const
    }),
  )
  return {
    type: 'object',
    description: resource.doc,
    required: shown.filter(([, field]) => hidden(field).length === 0).map(([name]) => name),
    properties: {
      ...Object.fromEntries([...shown.map(([name, field]) => [name, property(field)] as const), ...added]),
      may: maySchema(resource),
    },
    ...(isExtension(resource) ? extensionMark : {}),
    examples: [exampleRecord(resource) as JsonObject],
  }
}

const defaultSchema = ({ default: otherwise, kind }: Field): JsonObject => {
  const text = otherwise === undefined || typeof otherwise === 'function' ? null : kind.serialize(otherwise)
  return text === null || text === '' ? {} : { default: text }
}

const isFileField = ([, { kind }]: NamedField): boolean => kind.type === 'file'

/** The example of a form has the required fields; the others are blank. */
const partExample = (resource: string, [name, { kind, required }]: NamedField): string =>
  required ? exampleValue(resource, name, kind) : ''

interface BodyOptions {
  /** True when missing fields get their default. */
  readonly isNew: boolean
  readonly withFiles: boolean
  /** False when no field is required, because missing values come from another record. */
  readonly complete: boolean
}

/** The fields of a body as an object; in JSON and XML a file can only be removed. */
function bodySchema(resource: string, fields: readonly NamedField[], options: BodyOptions): JsonObject {
  const { isNew, withFiles, complete } = options
  const sendable = withFiles ? fields : fields.filter((named) => !(isFileField(named) && named[1].required))
  const property = (named: NamedField): JsonObject => {
    const [, field] = named
    const schema = withFiles && isFileField(named) ? fileSchema : requestSchema(field.kind, !field.required)
    return {
      ...describedSchema(schema, field),
      ...(isNew ? defaultSchema(field) : {}),
      ...(withFiles && !isFileField(named) ? { examples: [partExample(resource, named)] } : {}),
    }
  }
  const required = sendable.filter(([, field]) => complete && field.required && field.default === undefined)
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required: required.map(([name]) => name) }),
    properties: Object.fromEntries(sendable.map((named) => [named[0], property(named)])),
    additionalProperties: false,
    xml: { name: resource },
    ...(withFiles ? {} : { examples: [exampleBody(resource, sendable)] }),
  }
}

const settableFields = ({ fields }: Resource): readonly NamedField[] =>
  Object.entries(fields).filter(([, field]) => field.settable !== 'never')

const updatableFields = (resource: Resource): readonly NamedField[] =>
  settableFields(resource).filter(([, { settable: set }]) => set === 'always')

/** Which forms of a body a write of this resource accepts: plain, upload or both. */
export function bodyForms(resource: Resource, isNew: boolean): { readonly plain: boolean; readonly upload: boolean } {
  const files = (isNew ? settableFields(resource) : updatableFields(resource)).filter(isFileField)
  return { plain: !(isNew && files.some(([, { required }]) => required)), upload: files.length > 0 }
}

/** The fields of an action's body: its own, and those of the record that it creates. */
export function actionFields(action: Action, resources: ReadonlyMap<string, Resource>): readonly NamedField[] {
  const { fields = {} } = action
  const own = Object.entries(buildFields(fields)).filter(([name]) => Object.hasOwn(fields, name))
  const created = 'creates' in action ? resources.get(action.creates) : undefined
  if (!('creates' in action) || created === undefined) return own
  return [...settableFields(created).filter(([name]) => !action.decided?.fields.includes(name)), ...own]
}

const envelopeSchema = (resource: string, rest: JsonObject, codes: readonly number[]): JsonObject => ({
  type: 'object',
  required: ['personid', 'status', 'code', ...Object.keys(rest)],
  properties: {
    personid: { type: 'integer', description: 'The id of the caller', examples: [1] },
    status: { type: 'string', description: 'The status in words', examples: ['OK'] },
    code: { type: 'integer', enum: codes, description: 'The HTTP status' },
    ...rest,
  },
  xml: { name: 'intervals' },
  description: `A response: the envelope and the data of ${resource}`,
})

export const recordEnvelope = (resource: string, schema: JsonObject): JsonObject =>
  envelopeSchema(resource, { [resource]: schema }, [200, 201, 202])

export const listEnvelope = (resource: string, item: JsonObject): JsonObject =>
  envelopeSchema(
    resource,
    {
      listcount: {
        type: 'integer',
        minimum: 0,
        description: 'The number of records on all pages',
        examples: [1],
      },
      [resource]: { type: 'array', items: { ...item, xml: { name: 'item' } }, xml: { wrapped: true } },
    },
    [200],
  )

function bodySchemas(resource: Resource, isNew: boolean): JsonObject {
  const { plain, upload } = bodyForms(resource, isNew)
  const fields = isNew ? settableFields(resource) : updatableFields(resource)
  const name = `${schemaName(resource.name)}${isNew ? 'Create' : 'Update'}`
  const words = isNew
    ? 'The fields of a new record'
    : 'The fields to change; fields that are not sent keep their values'
  const body = (withFiles: boolean): JsonObject => ({
    description: asSentence(`${words} (${resource.name})`),
    ...bodySchema(resource.name, fields, { isNew, withFiles, complete: isNew }),
  })
  return { ...(plain ? { [name]: body(false) } : {}), ...(upload ? { [`${name}Upload`]: body(true) } : {}) }
}

/** Every schema of a resource, by its name. */
export function resourceSchemas(resource: Resource, resources: ReadonlyMap<string, Resource>): JsonObject {
  const { name, access, actions = {} } = resource
  const called = schemaName(name)
  const answersOne = Object.keys(access).some((operation) => operation !== 'list' && operation !== 'delete')
  const bodies = Object.entries(actions).flatMap(([action, what]) => {
    const fields = actionFields(what, resources)
    const options = { isNew: false, withFiles: false, complete: !('creates' in what) }
    return fields.length === 0 ? [] : [[`${called}${schemaName(action)}`, bodySchema(name, fields, options)] as const]
  })
  return {
    [called]: recordSchema(resource, resources),
    ...(answersOne ? { [`${called}Answer`]: recordEnvelope(name, schemaRef(called)) } : {}),
    ...(access.list === undefined ? {} : { [`${called}List`]: listEnvelope(name, schemaRef(called)) }),
    ...(access.create === undefined ? {} : bodySchemas(resource, true)),
    ...(access.update === undefined ? {} : bodySchemas(resource, false)),
    ...Object.fromEntries(bodies),
  }
}
