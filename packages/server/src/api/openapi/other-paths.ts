// The paths that are not resources: endpoints, reports, health checks and the contract itself. Parameters and
// responses come from their definitions.
import { allRoles } from '../../define/actor.ts'
import type { Endpoint, EndpointField, EndpointMethod } from '../../define/endpoint.ts'
import type { Report } from '../../define/report.ts'
import {
  componentRef,
  describeRoles,
  type ErrorResponseName,
  extensionMark,
  parameterRef,
  schemaRef,
} from './components.ts'
import { exampleValue } from './examples.ts'
import { jsonAndXml, operationResponses } from './resource-paths.ts'
import { listEnvelope, recordEnvelope, schemaName } from './resource-schemas.ts'
import { type JsonObject, parameterSchema, requestSchema, responseSchema } from './value-schemas.ts'

const queryParameters = (parameters: Readonly<Record<string, Omit<EndpointField, 'isList'>>>): readonly JsonObject[] =>
  Object.entries(parameters).map(([name, { kind, doc, required }]) => {
    const schema = parameterSchema(kind)
    const form: JsonObject = schema.type === 'array' ? { style: 'form', explode: false } : {}
    const must: JsonObject = required === true ? { required } : {}
    return { name, in: 'query', ...must, description: doc, schema, ...form }
  })

const bodySchemaName = (endpoint: string): string => `${schemaName(endpoint)}Member`

export function endpointSchemas({ name, doc, record, collection, member }: Endpoint): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(record).map(([field, { kind, doc: description, isList, nullable = false }]) => {
      const one = responseSchema(kind, nullable)
      const several = { type: 'array', items: { ...one, xml: { name: 'item' } }, xml: { wrapped: true } }
      return [field, { ...(isList === true ? several : one), description }]
    }),
  )
  const example = Object.fromEntries(
    Object.entries(record).map(([field, { kind, isList }]) => {
      const value = exampleValue(name, field, kind)
      return [field, isList === true ? [value] : value]
    }),
  )
  const { body } =
    [...Object.values(collection), ...Object.values(member)].find((method) => method.body !== undefined) ?? {}
  return {
    [schemaName(name)]: {
      type: 'object',
      description: doc,
      required: Object.keys(record),
      properties,
      examples: [example],
    },
    [`${schemaName(name)}Answer`]: recordEnvelope(name, schemaRef(schemaName(name))),
    ...(body === undefined ? {} : { [bodySchemaName(name)]: bodySchema(name, body) }),
  }
}

const bodySchema = (name: string, body: Readonly<Record<string, EndpointField>>): JsonObject => ({
  type: 'object',
  required: Object.keys(body).filter((field) => body[field]?.required === true),
  properties: Object.fromEntries(
    Object.entries(body).map(([field, { kind, doc, required }]) => [
      field,
      { ...requestSchema(kind, required !== true), description: doc },
    ]),
  ),
  additionalProperties: false,
  xml: { name },
  examples: [
    Object.fromEntries(Object.entries(body).map(([field, { kind }]) => [field, exampleValue(name, field, kind)])),
  ],
})

/** One object, or in JSON a list of them. */
const endpointBody = (name: string, required: boolean): JsonObject => ({
  required,
  content: {
    'application/json': {
      schema: {
        oneOf: [
          schemaRef(bodySchemaName(name)),
          { type: 'array', minItems: 1, items: schemaRef(bodySchemaName(name)) },
        ],
      },
    },
    'application/xml': { schema: schemaRef(bodySchemaName(name)) },
  },
})

function endpointOperation(
  { name, extension }: Endpoint,
  verb: string,
  method: EndpointMethod,
  isMember: boolean,
): JsonObject {
  const writes = verb !== 'GET'
  const headers = writes ? ([['idempotency-replayed', 'IdempotencyReplayed']] as const) : []
  const content = jsonAndXml(schemaRef(`${schemaName(name)}Answer`))
  const success =
    method.noContent === true
      ? { description: 'Done; the response has no body' }
      : { description: 'The current state', content }
  const refusals: ErrorResponseName[] = []
  if (method.roles.length < allRoles.length) refusals.push('Forbidden')
  if (isMember) refusals.push('NotFound')
  const verbName = { GET: 'read', POST: 'add', PUT: 'put', DELETE: 'remove' }[verb] ?? verb
  return {
    operationId: `${verbName}${schemaName(name)}${isMember ? 'ById' : ''}`,
    tags: [name],
    summary: `${schemaName(verbName)} ${name}${isMember ? ' by the id in the path' : ''}`,
    ...describeRoles(method.roles, method.doc),
    parameters: [...queryParameters(method.parameters ?? {}), ...(writes ? [parameterRef('IdempotencyKey')] : [])],
    ...(method.body === undefined ? {} : { requestBody: endpointBody(name, method.queryAsBody !== true) }),
    ...operationResponses([{ status: method.status, headers, ...success }], ...refusals),
    ...(extension === true ? extensionMark : {}),
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
    ...(Object.keys(collection).length === 0 ? {} : { [`/${name}`]: methods(collection, false) }),
    ...(Object.keys(member).length === 0
      ? {}
      : { [`/${name}/{id}`]: { parameters: [parameterRef('id')], ...methods(member, true) } }),
  }
}

export function reportSchemas({ name, doc, columns }: Report): JsonObject {
  const properties = Object.entries(columns).map(([column, { kind, doc: description, nullable }]) => {
    return [column, { ...responseSchema(kind, nullable), description }] as const
  })
  const example = Object.entries(columns).map(([column, { kind }]) => [column, exampleValue(name, column, kind)])
  return {
    [schemaName(name)]: {
      type: 'object',
      description: `A row of the report: ${doc}`,
      required: Object.keys(columns),
      properties: Object.fromEntries(properties),
      ...extensionMark,
      examples: [Object.fromEntries(example)],
    },
    [`${schemaName(name)}List`]: listEnvelope(name, schemaRef(schemaName(name))),
  }
}

const csvParameter: JsonObject = {
  name: 'format',
  in: 'query',
  description: 'Comma-separated values, for links, which cannot have the header `Accept`',
  schema: { type: 'string', const: 'csv' },
}

export function reportPaths({ name, doc, roles, parameters }: Report): JsonObject {
  const content = { ...jsonAndXml(schemaRef(`${schemaName(name)}List`)), 'text/csv': { schema: { type: 'string' } } }
  return {
    [`/${name}`]: {
      get: {
        operationId: `report${schemaName(name)}`,
        tags: ['reports'],
        summary: `Report: ${name}`,
        ...describeRoles(roles, doc),
        parameters: [...queryParameters(parameters), csvParameter],
        ...operationResponses([{ status: 200, description: 'All rows of the report', content }], 'Forbidden'),
        ...extensionMark,
      },
    },
  }
}

const publicOperation = (
  operationId: string,
  summary: string,
  description: string,
  responses: JsonObject,
): JsonObject => ({
  get: { operationId, tags: ['service'], summary, description, security: [], responses, ...extensionMark },
})

const plainTextResponse = (description: string): JsonObject => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
})

const badRequestResponse: JsonObject = { 400: componentRef('responses', 'BadRequest') }

/** Paths without an account: they need no token and do not count in the quota. */
export const publicPaths: JsonObject = {
  '/healthz': publicOperation('readHealth', 'Is it running?', 'Responds as long as the process runs.', {
    200: plainTextResponse('It is running'),
    ...badRequestResponse,
  }),
  '/readyz': publicOperation(
    'readReadiness',
    'Is it ready?',
    'Says whether records and files can be read and stored.',
    {
      200: plainTextResponse('It is ready'),
      ...badRequestResponse,
      503: plainTextResponse('It is not ready'),
    },
  ),
  '/openapi.json': publicOperation('readContract', 'This contract', 'The description of the whole API.', {
    200: { description: 'An OpenAPI 3.1 document', content: { 'application/json': { schema: { type: 'object' } } } },
    ...badRequestResponse,
  }),
}
