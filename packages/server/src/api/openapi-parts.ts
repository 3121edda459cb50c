// The parts that all operations of the contract share: headers, parameters, refusals and who may do what, in words and as
// extensions. What a single resource has is not known here.
import { everyone, type Role } from '../define/actor.ts'
import { messageOfCode, Refusal } from '../define/refusal.ts'
import { errorText } from './envelope.ts'
import type { Json, JsonObject } from './openapi-kinds.ts'

export const to = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` })
export const schemaOf = (name: string): JsonObject => to('schemas', name)
export const parameter = (name: string): JsonObject => to('parameters', name)

/** Everything the reference does not have is marked, so that programs know what runs only here. */
export const ours: JsonObject = { 'x-ours': true }

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** A sentence, and the same for programs. */
export const rolesOf = (roles: readonly Role[], doc: string): JsonObject => {
  const who = roles.length === everyone.length ? 'everyone' : listed(roles.map((role) => `${role}s`))
  return { description: `${sentence(doc)}\n\nAllowed to ${who}.`, 'x-roles': roles }
}

export const sentence = (doc: string): string => (doc === '' || /[.!?]$/.test(doc) ? doc : `${doc}.`)

const header = (name: string, description: string, schema: JsonObject, more: JsonObject = ours): JsonObject => ({
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
    description: 'How many records to answer at most; 0 for all of them',
    schema: { type: 'integer', minimum: 0, default: 10 },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'How many records to leave out first',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  sortdir: {
    name: 'sortdir',
    in: 'query',
    description: 'Direction of the sort, in any case',
    schema: { type: 'string', enum: ['ASC', 'DESC'] },
  },
  IdempotencyKey: header(
    'Idempotency-Key',
    'A text of your choice that names this write. The same request with the same key within a day is not done again: its ' +
      'first answer is given again, with `Idempotency-Replayed: true`. Another request with the same key is refused.',
    { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  ),
  IfMatch: header(
    'If-Match',
    'Tags of which the record must have one, or `*`; if it has changed since, the write is refused with 412.',
    { type: 'string', pattern: tagsPattern },
  ),
  IfNoneMatch: header('If-None-Match', 'Tags you have already; a record that has one of them is answered with 304.', {
    type: 'string',
    pattern: tagsPattern,
  }),
  SendNotifications: header(
    'X-Service-Send-Notifications',
    'Whether people are mailed about this write. `X-Intervals-Send-Notifications` means the same.',
    switchSchema,
    { 'x-alias': 'X-Intervals-Send-Notifications' },
  ),
  DisableActionNotes: header(
    'X-Service-Disable-Action-Notes',
    'Whether the change leaves no action note behind. `X-Intervals-Disable-Action-Notes` means the same.',
    switchSchema,
    { 'x-alias': 'X-Intervals-Disable-Action-Notes' },
  ),
}

export const headers: { readonly [name: string]: JsonObject } = {
  ETag: {
    description: 'The tag of the record as you see it, for `If-Match` and `If-None-Match`',
    schema: { type: 'string', pattern: '^"[^"]+"$' },
    ...ours,
  },
  IdempotencyReplayed: {
    description: 'Present when this answer was given before, to the same `Idempotency-Key`',
    schema: { type: 'string', const: 'true' },
    ...ours,
  },
  RetryAfter: {
    description:
      'Seconds to wait, when the quota is spent (code 11), requests come too fast (12) or the server is busy',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  RequestId: {
    description:
      'Names the request in the logs of the server: the id that came with it in the same header, or a new one',
    schema: { type: 'string' },
    ...ours,
  },
  ContentDisposition: { description: 'Always an attachment, with its name', schema: { type: 'string' } },
  ContentRange: { description: 'Which bytes of the file these are', schema: { type: 'string' } },
  AcceptRanges: { description: 'Parts of the file can be asked for', schema: { type: 'string', const: 'bytes' } },
}

const refusals = {
  BadRequest: [400, 17, 'The request is wrong, or comes too often. Every fault is named and nothing was changed.'],
  Unauthorized: [401, 9, 'The token is missing or not valid, or its person is not active.'],
  Forbidden: [403, 10, 'Your role, or a rule about this record, does not let you.'],
  NotFound: [404, 14, 'There is no such record, or none that you may see.'],
  NotAcceptable: [406, 18, 'Neither JSON nor XML is accepted by the request.'],
  PreconditionFailed: [412, 18, 'The record has none of the tags in `If-Match`: it has changed.'],
  RangeNotSatisfiable: [416, 18, 'The file does not have the bytes that were asked for.'],
  ServerError: [500, 1, 'Something went wrong on our side, or the server is too busy; nothing was changed.'],
  BadGateway: [502, 20, 'The database cannot be reached.'],
} as const

const sampleFault: Readonly<Record<number, string>> = {
  400: 'nme: not a settable field of client',
  401: 'Authorization: a valid API token is needed as the user name of HTTP Basic',
  403: 'client: a Resource may not create it',
  404: 'task 4711 does not exist',
  406: 'Accept: only application/json and application/xml can be made',
  412: 'If-Match: the record has changed since it was read; read it again',
  416: 'Range: the file has 1024 bytes',
  500: 'request k3x9a1-2f',
  502: 'the database cannot be reached',
}

const retried = new Set(['BadRequest', 'ServerError', 'BadGateway'])

export const responses: JsonObject = Object.fromEntries(
  Object.entries(refusals).map(([name, [status, code, description]]) => {
    const refusal = new Refusal(status, code, [sampleFault[status] ?? ''])
    const person = status === 401 ? null : 1
    const json = JSON.parse(errorText('json', person, refusal)) as Json
    return [
      name,
      {
        description,
        headers: {
          'x-request-id': to('headers', 'RequestId'),
          ...(retried.has(name) ? { 'retry-after': to('headers', 'RetryAfter') } : {}),
        },
        content: {
          'application/json': { schema: schemaOf('Error'), example: json },
          'application/xml': { schema: schemaOf('Error') },
        },
      },
    ]
  }),
)

export type RefusalName = keyof typeof refusals

const codesOf: Readonly<Record<string, readonly number[]>> = {
  BadRequest: [11, 12, 17, 18],
  Unauthorized: [8, 9],
}

const always: readonly RefusalName[] = ['BadRequest', 'Unauthorized', 'NotAcceptable', 'ServerError', 'BadGateway']

/** The refusals an operation can give, and their service codes. What any operation can give need not be named. */
export function refusedWith(...names: readonly RefusalName[]): {
  readonly responses: JsonObject
  readonly codes: JsonObject
} {
  const all = [...always, ...names].toSorted((a, b) => refusals[a][0] - refusals[b][0])
  const entries = all.map((name) => {
    const [status, code] = refusals[name]
    return { name, status: String(status), codes: codesOf[name] ?? [code] }
  })
  return {
    responses: Object.fromEntries(entries.map(({ status, name }) => [status, to('responses', name)])),
    codes: Object.fromEntries(entries.map(({ status, codes }) => [status, codes])),
  }
}

const serviceCodes = Object.keys(messageOfCode).map(Number)

/** The envelope of a refusal, in both formats. */
export const errorSchema: JsonObject = {
  type: 'object',
  description: 'Why a request was refused. Nothing was changed by it.',
  required: ['personid', 'status', 'code', 'error'],
  properties: {
    personid: { type: ['integer', 'null'], description: 'Who asked; null when that is not known' },
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
          description: 'One sentence for each fault, naming the field and the value',
          items: { type: 'string', xml: { name: 'item' } },
          xml: { wrapped: true },
        },
      },
    },
  },
  xml: { name: 'intervals' },
}
