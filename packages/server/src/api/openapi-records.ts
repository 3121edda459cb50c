// The schemas of one resource: its record as answers have it, the bodies that make and change it, those of its actions, and
// the envelopes around one record and around a list (decisions 6 to 8). Everything follows from the definition.
import { mayBeAbsent } from '../define/absence.ts'
import { everyone, type Role } from '../define/actor.ts'
import { type Field, namedFields } from '../define/fields.ts'
import type { Action, Resource } from '../define/resource.ts'
import { exampleBody, exampleRecord, exampleValue } from './openapi-examples.ts'
import { answeredAs, fileBytes, type JsonObject, sentAs } from './openapi-kinds.ts'
import { ours, schemaOf, sentence } from './openapi-parts.ts'

type Named = readonly [name: string, field: Field]

export const nameOf = (resource: string): string => `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`

/** True when the reference has nothing of the resource at all. */
export const isOurs = ({ access, ours: beyond = [] }: Resource): boolean =>
  Object.keys(access).every((operation) => beyond.some((one) => one === operation))

/** Whoever gets a record in any answer. */
const readersOf = ({ access }: Resource): readonly Role[] =>
  everyone.filter((role) => Object.values(access).some((roles) => roles.includes(role)))

const described = (schema: JsonObject, { doc, target, ours: isBeyond }: Field): JsonObject => ({
  ...schema,
  ...(doc === '' ? {} : { description: doc }),
  ...(target === undefined ? {} : { 'x-refers-to': target }),
  ...(isBeyond === true ? ours : {}),
})

function recordSchema(resource: Resource, resources: ReadonlyMap<string, Resource>): JsonObject {
  const readers = readersOf(resource)
  const shown = Object.entries(resource.fields).filter(([, field]) => field.shown)
  const hidden = (field: Field): readonly Role[] => readers.filter((role) => field.hideFrom.includes(role))
  const property = (field: Field): JsonObject => ({
    ...described(answeredAs(field.kind, mayBeAbsent(resource, field, resources)), field),
    ...(hidden(field).length === 0 ? {} : { 'x-hidden-from': hidden(field) }),
  })
  const added = Object.entries(resource.filters ?? {}).flatMap(([filter, { adds = {} }]) =>
    Object.entries(adds).map(([name, build]) => {
      const field = build(name)
      return [name, { ...described(answeredAs(field.kind, true), field), 'x-only-with': filter }] as const
    }),
  )
  return {
    type: 'object',
    description: resource.doc,
    required: shown.filter(([, field]) => hidden(field).length === 0).map(([name]) => name),
    properties: Object.fromEntries([...shown.map(([name, field]) => [name, property(field)] as const), ...added]),
    ...(isOurs(resource) ? ours : {}),
    examples: [exampleRecord(resource) as JsonObject],
  }
}

const printedDefault = ({ default: otherwise, kind }: Field): JsonObject => {
  const text = otherwise === undefined || typeof otherwise === 'function' ? null : kind.print(otherwise)
  return text === null || text === '' ? {} : { default: text }
}

const isFile = ([, { kind }]: Named): boolean => kind.type === 'file'

/** A form is filled in part by part, so it begins with what it must have and leaves the rest blank. */
const partExample = (resource: string, [name, { kind, required }]: Named): string =>
  required ? exampleValue(resource, name, kind) : ''

interface BodyOptions {
  /** True when what is missing gets its default. */
  readonly isNew: boolean
  readonly withFiles: boolean
  /** False when nothing must be sent, because what is missing is taken from elsewhere. */
  readonly complete: boolean
}

/** The fields of a body as an object; in JSON and XML a file can only be taken away. */
function bodySchema(resource: string, fields: readonly Named[], options: BodyOptions): JsonObject {
  const { isNew, withFiles, complete } = options
  const sendable = withFiles ? fields : fields.filter((named) => !(isFile(named) && named[1].required))
  const property = (named: Named): JsonObject => {
    const [, field] = named
    const schema = withFiles && isFile(named) ? fileBytes : sentAs(field.kind, !field.required)
    return {
      ...described(schema, field),
      ...(isNew ? printedDefault(field) : {}),
      ...(withFiles && !isFile(named) ? { examples: [partExample(resource, named)] } : {}),
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

const settable = ({ fields }: Resource): readonly Named[] =>
  Object.entries(fields).filter(([, field]) => field.set !== 'never')

const changeable = (resource: Resource): readonly Named[] =>
  settable(resource).filter(([, { set }]) => set === 'always')

/** Which of the two forms of a body a write of this resource takes. */
export function bodyForms(resource: Resource, isNew: boolean): { readonly plain: boolean; readonly upload: boolean } {
  const files = (isNew ? settable(resource) : changeable(resource)).filter(isFile)
  return { plain: !(isNew && files.some(([, { required }]) => required)), upload: files.length > 0 }
}

/** What the body of an action may have: its own fields, or those of the record it makes. */
export function actionFields(action: Action, resources: ReadonlyMap<string, Resource>): readonly Named[] {
  if (!('makes' in action)) {
    const { fields = {} } = action
    return Object.entries(namedFields(fields)).filter(([name]) => Object.hasOwn(fields, name))
  }
  const made = resources.get(action.makes)
  return made === undefined ? [] : settable(made)
}

const envelope = (resource: string, rest: JsonObject, codes: readonly number[]): JsonObject => ({
  type: 'object',
  required: ['personid', 'status', 'code', ...Object.keys(rest)],
  properties: {
    personid: { type: 'integer', description: 'Who asked', examples: [1] },
    status: { type: 'string', description: 'The status in words', examples: ['OK'] },
    code: { type: 'integer', enum: codes, description: 'The HTTP status' },
    ...rest,
  },
  xml: { name: 'intervals' },
  description: `The answer about ${resource}`,
})

export const oneEnvelope = (resource: string, schema: JsonObject): JsonObject =>
  envelope(resource, { [resource]: schema }, [200, 201, 202])

export const listEnvelope = (resource: string, item: JsonObject): JsonObject =>
  envelope(
    resource,
    {
      listcount: {
        type: 'integer',
        minimum: 0,
        description: 'How many records there are, on all pages',
        examples: [1],
      },
      [resource]: { type: 'array', items: { ...item, xml: { name: 'item' } }, xml: { wrapped: true } },
    },
    [200],
  )

function bodiesOf(resource: Resource, isNew: boolean): JsonObject {
  const { plain, upload } = bodyForms(resource, isNew)
  const fields = isNew ? settable(resource) : changeable(resource)
  const name = `${nameOf(resource.name)}${isNew ? 'Create' : 'Update'}`
  const words = isNew ? 'What a new record is made of' : 'What is to change; what is not sent stays as it is'
  const body = (withFiles: boolean): JsonObject => ({
    description: sentence(`${words} (${resource.name})`),
    ...bodySchema(resource.name, fields, { isNew, withFiles, complete: isNew }),
  })
  return { ...(plain ? { [name]: body(false) } : {}), ...(upload ? { [`${name}Upload`]: body(true) } : {}) }
}

/** Every schema of a resource, by its name. */
export function resourceSchemas(resource: Resource, resources: ReadonlyMap<string, Resource>): JsonObject {
  const { name, access, actions = {} } = resource
  const called = nameOf(name)
  const answersOne = Object.keys(access).some((operation) => operation !== 'list' && operation !== 'delete')
  const bodies = Object.entries(actions).flatMap(([action, what]) => {
    const fields = actionFields(what, resources)
    const options = { isNew: false, withFiles: false, complete: !('makes' in what) }
    return fields.length === 0 ? [] : [[`${called}${nameOf(action)}`, bodySchema(name, fields, options)] as const]
  })
  return {
    [called]: recordSchema(resource, resources),
    ...(answersOne ? { [`${called}Answer`]: oneEnvelope(name, schemaOf(called)) } : {}),
    ...(access.list === undefined ? {} : { [`${called}List`]: listEnvelope(name, schemaOf(called)) }),
    ...(access.create === undefined ? {} : bodiesOf(resource, true)),
    ...(access.update === undefined ? {} : bodiesOf(resource, false)),
    ...Object.fromEntries(bodies),
  }
}
