// The paths that are no resource: endpoints, reports, the health of the server and the contract itself. What their functions
// do is not asked; what they take and give is told by their definitions.
import { everyone } from '../define/actor.ts'
import type { Endpoint, EndpointField, EndpointMethod } from '../define/endpoint.ts'
import type { Report } from '../define/report.ts'
import { exampleValue } from './openapi-examples.ts'
import { answeredAs, askedAs, type JsonObject, sentAs } from './openapi-kinds.ts'
import { answers, inBoth } from './openapi-operations.ts'
import { ours, parameter, type RefusalName, rolesOf, schemaOf, to } from './openapi-parts.ts'
import { listEnvelope, nameOf, oneEnvelope } from './openapi-records.ts'

const parametersOf = (asked: Readonly<Record<string, Omit<EndpointField, 'many'>>>): readonly JsonObject[] =>
  Object.entries(asked).map(([name, { kind, doc, required }]) => {
    const schema = askedAs(kind)
    const form: JsonObject = schema.type === 'array' ? { style: 'form', explode: false } : {}
    const must: JsonObject = required === true ? { required } : {}
    return { name, in: 'query', ...must, description: doc, schema, ...form }
  })

const bodyName = (endpoint: string): string => `${nameOf(endpoint)}Member`

export function endpointSchemas({ name, doc, record, collection, member }: Endpoint): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(record).map(([field, { kind, doc: description, many }]) => {
      const one = answeredAs(kind, false)
      const several = { type: 'array', items: { ...one, xml: { name: 'item' } }, xml: { wrapped: true } }
      return [field, { ...(many === true ? several : one), description }]
    }),
  )
  const example = Object.fromEntries(
    Object.entries(record).map(([field, { kind, many }]) => {
      const value = exampleValue(name, field, kind)
      return [field, many === true ? [value] : value]
    }),
  )
  const { body } =
    [...Object.values(collection), ...Object.values(member)].find((method) => method.body !== undefined) ?? {}
  return {
    [nameOf(name)]: {
      type: 'object',
      description: doc,
      required: Object.keys(record),
      properties,
      examples: [example],
    },
    [`${nameOf(name)}Answer`]: oneEnvelope(name, schemaOf(nameOf(name))),
    ...(body === undefined ? {} : { [bodyName(name)]: bodySchema(name, body) }),
  }
}

const bodySchema = (name: string, body: Readonly<Record<string, EndpointField>>): JsonObject => ({
  type: 'object',
  required: Object.keys(body).filter((field) => body[field]?.required === true),
  properties: Object.fromEntries(
    Object.entries(body).map(([field, { kind, doc, required }]) => [
      field,
      { ...sentAs(kind, required !== true), description: doc },
    ]),
  ),
  additionalProperties: false,
  xml: { name },
  examples: [
    Object.fromEntries(Object.entries(body).map(([field, { kind }]) => [field, exampleValue(name, field, kind)])),
  ],
})

/** One object, or in JSON a list of them. */
const endpointBody = (name: string): JsonObject => ({
  required: true,
  content: {
    'application/json': {
      schema: { oneOf: [schemaOf(bodyName(name)), { type: 'array', minItems: 1, items: schemaOf(bodyName(name)) }] },
    },
    'application/xml': { schema: schemaOf(bodyName(name)) },
  },
})

function endpointOperation({ name }: Endpoint, verb: string, method: EndpointMethod, isMember: boolean): JsonObject {
  const writes = verb !== 'GET'
  const headers = writes ? ([['idempotency-replayed', 'IdempotencyReplayed']] as const) : []
  const content = inBoth(schemaOf(`${nameOf(name)}Answer`))
  const success =
    method.silent === true ? { description: 'Done; the answer has no body' } : { description: 'Its state', content }
  const refusals: RefusalName[] = []
  if (method.roles.length < everyone.length) refusals.push('Forbidden')
  if (isMember) refusals.push('NotFound')
  const said = { GET: 'read', POST: 'add', PUT: 'put', DELETE: 'remove' }[verb] ?? verb
  return {
    operationId: `${said}${nameOf(name)}${isMember ? 'ById' : ''}`,
    tags: [name],
    summary: `${nameOf(said)} ${name}${isMember ? ' by the id in the path' : ''}`,
    ...rolesOf(method.roles, method.doc),
    parameters: [...parametersOf(method.parameters ?? {}), ...(writes ? [parameter('IdempotencyKey')] : [])],
    ...(method.body === undefined ? {} : { requestBody: endpointBody(name) }),
    ...answers([{ status: method.status, headers, ...success }], ...refusals),
  }
}

export function endpointPaths(endpoint: Endpoint): JsonObject {
  const methods = (all: Endpoint['collection'], isMember: boolean): JsonObject =>
    Object.fromEntries(
      Object.entries(all).map(([verb, method]) => [
        verb.toLowerCase(),
        endpointOperation(endpoint, verb, method, isMember),
      ]),
    )
  const { name, collection, member } = endpoint
  return {
    [`/${name}`]: methods(collection, false),
    ...(Object.keys(member).length === 0
      ? {}
      : { [`/${name}/{id}`]: { parameters: [parameter('id')], ...methods(member, true) } }),
  }
}

export function reportSchemas({ name, doc, columns }: Report): JsonObject {
  const properties = Object.entries(columns).map(([column, { kind, doc: description, nullable }]) => {
    return [column, { ...answeredAs(kind, nullable), description }] as const
  })
  const example = Object.entries(columns).map(([column, { kind }]) => [column, exampleValue(name, column, kind)])
  return {
    [nameOf(name)]: {
      type: 'object',
      description: `A row of the report: ${doc}`,
      required: Object.keys(columns),
      properties: Object.fromEntries(properties),
      ...ours,
      examples: [Object.fromEntries(example)],
    },
    [`${nameOf(name)}List`]: listEnvelope(name, schemaOf(nameOf(name))),
  }
}

const asCsv: JsonObject = {
  name: 'format',
  in: 'query',
  description: 'Comma-separated values, for links that cannot say what they accept',
  schema: { type: 'string', const: 'csv' },
}

export function reportPaths({ name, doc, roles, parameters }: Report): JsonObject {
  const content = { ...inBoth(schemaOf(`${nameOf(name)}List`)), 'text/csv': { schema: { type: 'string' } } }
  return {
    [`/${name}`]: {
      get: {
        operationId: `report${nameOf(name)}`,
        tags: ['reports'],
        summary: `Report: ${name}`,
        ...rolesOf(roles, doc),
        parameters: [...parametersOf(parameters), asCsv],
        ...answers([{ status: 200, description: 'All rows of the report', content }], 'Forbidden'),
        ...ours,
      },
    },
  }
}

const open = (operationId: string, summary: string, description: string, responses: JsonObject): JsonObject => ({
  get: { operationId, tags: ['service'], summary, description, security: [], responses, ...ours },
})

const words = (description: string): JsonObject => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
})

const malformed: JsonObject = { 400: to('responses', 'BadRequest') }

/** What stands outside of accounts: no token is asked for and nothing is counted. */
export const openPaths: JsonObject = {
  '/healthz': open('readHealth', 'Is it running?', 'Answers as long as the process does.', {
    200: words('It is'),
    ...malformed,
  }),
  '/readyz': open('readReadiness', 'Is it ready?', 'Answers whether the database can be reached.', {
    200: words('It is'),
    ...malformed,
    503: words('It is not'),
  }),
  '/openapi.json': open('readContract', 'This contract', 'The description of everything the server does.', {
    200: { description: 'An OpenAPI 3.1 document', content: { 'application/json': { schema: { type: 'object' } } } },
    ...malformed,
  }),
}
