// The parts that all operations of the contract share: headers, parameters, error responses, and the roles of an
// operation in words and as extensions. Nothing here is about a single resource.
import { allRoles, type Role } from '../../define/actor.ts'
import { ApiError, messageOfCode } from '../../define/api-error.ts'
import { serializeError } from '../response-serializer.ts'
import type { Json, JsonObject } from './value-schemas.ts'

export const componentRef = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` })
export const schemaRef = (name: string): JsonObject => componentRef('schemas', name)
export const parameterRef = (name: string): JsonObject => componentRef('parameters', name)

/** Marks what the reference does not have, so that client programs know it exists only here. */
export const extensionMark: JsonObject = { 'x-ours': true }

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The roles as a sentence and as an extension for programs. */
export const describeRoles = (roles: readonly Role[], doc: string): JsonObject => {
  const who = roles.length === allRoles.length ? 'everyone' : joinNames(roles.map((role) => `${role}s`))
  return { description: `${asSentence(doc)}\n\nAllowed to ${who}.`, 'x-roles': roles }
}

export const asSentence = (doc: string): string => (doc === '' || /[.!?]$/.test(doc) ? doc : `${doc}.`)

const headerParameter = (
  name: string,
  description: string,
  schema: JsonObject,
  more: JsonObject = extensionMark,
): JsonObject => ({
  name,
  in: 'header',
  description,
  schema,
  ...more,
})

const tagsPattern = '^(\\*|(W/)?"[^"]*"(, *(W/)?"[^"]*")*)$'
const switchSchema: JsonObject = { type: 'string', enum: ['t', 'f'], default: 'f' }

export const parameters: { readonly [name: string]: JsonObject } = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the record',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'The largest number of records in the response; 0 for all',
    schema: { type: 'integer', minimum: 0, default: 10 },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'How many records to skip',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  may: {
    name: 'may',
    in: 'query',
    description: "'t' adds the field `may` to each record: what you may do to it",
    schema: { type: 'string', enum: ['t', 'f'], default: 'f' },
    ...extensionMark,
  },
  sortdir: {
    name: 'sortdir',
    in: 'query',
    description: 'Direction of the sort, in any case',
    schema: { type: 'string', enum: ['ASC', 'DESC'] },
  },
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'A text of your choice that names this write. The same request with the same key within a day is not executed ' +
      'again: it gets the first response, with `Idempotency-Replayed: true`. Another request with the same key is rejected.',
    { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  ),
  IfMatch: headerParameter(
    'If-Match',
    'Tags of which the record must have one, or `*`; if it has changed since, the write is rejected with 412.',
    { type: 'string', pattern: tagsPattern },
  ),
  IfNoneMatch: headerParameter(
    'If-None-Match',
    'Tags of what you have; if the record has one of them, the response is 304.',
    {
      type: 'string',
      pattern: tagsPattern,
    },
  ),
  SendNotifications: headerParameter(
    'X-Service-Send-Notifications',
    'Whether people are mailed about this write. `X-Intervals-Send-Notifications` means the same.',
    switchSchema,
    { 'x-alias': 'X-Intervals-Send-Notifications' },
  ),
  DisableActionNotes: headerParameter(
    'X-Service-Disable-Action-Notes',
    'Whether the change creates no action note. `X-Intervals-Disable-Action-Notes` means the same.',
    switchSchema,
    { 'x-alias': 'X-Intervals-Disable-Action-Notes' },
  ),
}

export const headers: { readonly [name: string]: JsonObject } = {
  ETag: {
    description: 'The tag of the record as you see it, for `If-Match` and `If-None-Match`',
    schema: { type: 'string', pattern: '^"[^"]+"$' },
    ...extensionMark,
  },
  IdempotencyReplayed: {
    description: 'Present when this response was sent before, for the same `Idempotency-Key`',
    schema: { type: 'string', const: 'true' },
    ...extensionMark,
  },
  RetryAfter: {
    description:
      'Seconds to wait, when the quota is used up (code 11), requests come too fast (12) or the server is busy',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  RequestId: {
    description:
      'Identifies the request in the logs of the server: the id that the request has in the same header, or a new one',
    schema: { type: 'string' },
    ...extensionMark,
  },
  ContentDisposition: { description: 'Always an attachment, with the name of the file', schema: { type: 'string' } },
  ContentRange: { description: 'Which bytes of the file these are', schema: { type: 'string' } },
  AcceptRanges: { description: 'Parts of the file can be requested', schema: { type: 'string', const: 'bytes' } },
}

const errorResponses = {
  BadRequest: [
    400,
    17,
    'The request is invalid, or requests come too often. All errors are reported and nothing was changed.',
  ],
  Unauthorized: [401, 9, 'The token is missing or not valid, or its person is not active.'],
  Forbidden: [403, 10, 'Your role, or a rule for this record, does not allow it.'],
  NotFound: [404, 14, 'The record does not exist, or you cannot see it.'],
  NotAcceptable: [406, 18, 'Neither JSON nor XML is accepted by the request.'],
  PreconditionFailed: [412, 18, 'The record has none of the tags in `If-Match`: it has changed.'],
  RangeNotSatisfiable: [416, 18, 'The file does not have the requested bytes.'],
  ServerError: [500, 1, 'An error of the server; nothing was changed.'],
  BadGateway: [502, 20, 'The database or the files cannot be reached.'],
  ServiceUnavailable: [503, 20, 'The server is too busy for this request now; nothing was changed.'],
  InsufficientStorage: [507, 20, 'The disk of the server is full; nothing was stored.'],
} as const

const exampleMessages: Readonly<Record<number, string>> = {
  400: 'nme: is not a settable field of client',
  401: 'Authorization: send a valid API token as the username of HTTP Basic authentication',
  403: 'client: a Resource may not create it',
  404: 'task 4711 does not exist',
  406: 'Accept: must allow application/json or application/xml',
  412: 'If-Match: the record has changed since you read it; read it again',
  416: 'Range: the file has 1024 bytes',
  500: 'request k3x9a1-2f',
  502: 'the database cannot be reached',
  503: 'another request of yours with a large body is still running; try again',
  507: 'the disk of the server is full; nothing was saved',
}

const retryable = new Set(['BadRequest', 'BadGateway', 'ServiceUnavailable'])

export const responses: JsonObject = Object.fromEntries(
  Object.entries(errorResponses).map(([name, [status, code, description]]) => {
    const refusal = new ApiError(status, code, [exampleMessages[status] ?? ''])
    const person = status === 401 ? null : 1
    const json = JSON.parse(serializeError('json', person, refusal)) as Json
    return [
      name,
      {
        description,
        headers: {
          'x-request-id': componentRef('headers', 'RequestId'),
          ...(retryable.has(name) ? { 'retry-after': componentRef('headers', 'RetryAfter') } : {}),
        },
        content: {
          'application/json': { schema: schemaRef('Error'), example: json },
          'application/xml': { schema: schemaRef('Error') },
        },
      },
    ]
  }),
)

export type ErrorResponseName = keyof typeof errorResponses

const serviceCodesOf: Readonly<Record<string, readonly number[]>> = {
  BadRequest: [11, 12, 17, 18],
  Unauthorized: [8, 9],
}

const commonErrors: readonly ErrorResponseName[] = [
  'BadRequest',
  'Unauthorized',
  'NotAcceptable',
  'ServerError',
  'BadGateway',
  'ServiceUnavailable',
  'InsufficientStorage',
]

/** The error responses of an operation and their service codes. Those of all operations need not be named. */
export function errorResponsesFor(...names: readonly ErrorResponseName[]): {
  readonly responses: JsonObject
  readonly codes: JsonObject
} {
  const all = [...commonErrors, ...names].toSorted((a, b) => errorResponses[a][0] - errorResponses[b][0])
  const entries = all.map((name) => {
    const [status, code] = errorResponses[name]
    return { name, status: String(status), codes: serviceCodesOf[name] ?? [code] }
  })
  return {
    responses: Object.fromEntries(entries.map(({ status, name }) => [status, componentRef('responses', name)])),
    codes: Object.fromEntries(entries.map(({ status, codes }) => [status, codes])),
  }
}

const serviceCodes = Object.keys(messageOfCode).map(Number)

/** The envelope of an error, in both formats. */
export const errorSchema: JsonObject = {
  type: 'object',
  description: 'Why a request was rejected. It changed nothing.',
  required: ['personid', 'status', 'code', 'error'],
  properties: {
    personid: { type: ['integer', 'null'], description: 'The id of the caller; null when it is not known' },
    status: { type: 'string', description: 'The status in words' },
    code: { type: 'integer', description: 'The HTTP status', minimum: 400, maximum: 599 },
    error: {
      type: 'object',
      required: ['code', 'message', 'verbose'],
      properties: {
        code: {
          type: 'integer',
          enum: serviceCodes,
          description: `The service code:\n\n${serviceCodes.map((code) => `- ${code}: ${messageOfCode[code]}`).join('\n')}`,
        },
        message: { type: 'string', description: 'The service code in words' },
        verbose: {
          type: 'array',
          description: 'One sentence for each error, with the field and the value',
          items: { type: 'string', xml: { name: 'item' } },
          xml: { wrapped: true },
        },
      },
    },
  },
  xml: { name: 'intervals' },
}
