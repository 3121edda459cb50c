// The paths of one resource: its list, its members, and what stands behind them (actions, files, sheets, belongings). Which
// method means what is asked of the same functions that answer requests.
import { everyone, type Role } from '../define/actor.ts'
import type { Method } from '../define/endpoint.ts'
import type { Action, Operation, Resource } from '../define/resource.ts'
import type { Json, JsonObject } from './openapi-kinds.ts'
import { listParameters } from './openapi-lists.ts'
import { ours, parameter, type RefusalName, refusedWith, rolesOf, schemaOf, sentence, to } from './openapi-parts.ts'
import { actionFields, bodyForms, isOurs, nameOf } from './openapi-records.ts'
import { allowedAt, downloadAction, operationAt } from './operations.ts'

export type Resources = ReadonlyMap<string, Resource>

const an = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

export const inBoth = (schema: JsonObject): JsonObject => ({
  'application/json': { schema },
  'application/xml': { schema },
})

interface Success {
  readonly status: number
  readonly description: string
  readonly content?: JsonObject
  readonly headers?: readonly (readonly [name: string, component: string])[]
}

const requestId = ['x-request-id', 'RequestId'] as const

/** What an operation answers, and what it can be refused with. */
export function answers(
  successes: readonly Success[],
  ...refusals: readonly RefusalName[]
): { readonly responses: JsonObject; readonly 'x-service-codes': JsonObject } {
  const { responses, codes } = refusedWith(...refusals)
  const good = successes.map(({ status, description, content, headers = [] }) => {
    const all = [...headers, requestId]
    const told = Object.fromEntries(all.map(([name, component]) => [name, to('headers', component)]))
    return [String(status), { description, headers: told, ...(content === undefined ? {} : { content }) }] as const
  })
  return { responses: { ...Object.fromEntries(good), ...responses }, 'x-service-codes': codes }
}

const tagged = [['etag', 'ETag']] as const
const replayed = [['idempotency-replayed', 'IdempotencyReplayed']] as const

const writeHeaders = ['IdempotencyKey', 'SendNotifications', 'DisableActionNotes'].map(parameter)
const memberWriteHeaders = [parameter('IfMatch'), ...writeHeaders]

function requestBody(schema: string, { plain, upload }: { plain: boolean; upload: boolean }): JsonObject {
  return {
    required: true,
    content: {
      ...(plain ? inBoth(schemaOf(schema)) : {}),
      ...(upload ? { 'multipart/form-data': { schema: schemaOf(`${schema}Upload`) } } : {}),
    },
  }
}

/** Whoever may not see what they ask about, or may not do it, is told so; of a list that is open to all nobody is. */
const whoMayNot = (roles: readonly Role[]): readonly RefusalName[] =>
  roles.length === everyone.length ? [] : ['Forbidden']

const oneRecord = (name: string): JsonObject => inBoth(schemaOf(`${nameOf(name)}Answer`))

const changedWords = 'The record as it is now'

function operationBody(
  resource: Resource,
  operation: Operation,
  roles: readonly Role[],
  isMember: boolean,
): JsonObject {
  const { name } = resource
  const called = nameOf(name)
  const missing: readonly RefusalName[] = isMember ? ['NotFound'] : []
  switch (operation) {
    case 'list': {
      const content = inBoth(schemaOf(`${called}List`))
      const success = { status: 200, description: 'A page of the records that you may see', content }
      return { parameters: listParameters(resource, null), ...answers([success], ...whoMayNot(roles)) }
    }
    case 'read': {
      const found = { status: 200, description: 'The record', content: oneRecord(name), headers: tagged }
      const known = { status: 304, description: 'You have it already', headers: tagged }
      return { parameters: [parameter('IfNoneMatch')], ...answers([found, known], ...whoMayNot(roles), ...missing) }
    }
    case 'create': {
      const made = {
        status: 201,
        description: 'The new record',
        content: oneRecord(name),
        headers: [...tagged, ...replayed],
      }
      return {
        parameters: writeHeaders,
        requestBody: requestBody(`${called}Create`, bodyForms(resource, true)),
        ...answers([made], 'Forbidden'),
      }
    }
    case 'update': {
      const content = oneRecord(name)
      const changed = { status: 202, description: changedWords, content, headers: [...tagged, ...replayed] }
      return {
        parameters: memberWriteHeaders,
        requestBody: requestBody(`${called}Update`, bodyForms(resource, false)),
        ...answers([changed], 'Forbidden', ...missing, 'PreconditionFailed'),
      }
    }
    case 'delete': {
      const gone = { status: 200, description: 'It is gone; the answer has no body', headers: replayed }
      return {
        parameters: [parameter('IfMatch'), parameter('IdempotencyKey')],
        ...answers([gone], 'Forbidden', ...missing, 'PreconditionFailed'),
      }
    }
  }
}

const docs: Readonly<Record<Operation, (resource: string) => readonly [summary: string, doc: string]>> = {
  list: (name) => [`List ${name} records`, 'The records that you may see, page by page.'],
  read: (name) => [`Read one ${name}`, 'One record.'],
  create: (name) => [`Make ${an(name)}`, 'Makes a record and answers it.'],
  update: (name) => [`Change ${an(name)}`, 'Changes the fields that are sent and answers the record.'],
  delete: (name) => [
    `Delete ${an(name)}`,
    'Deletes a record. What others still refer to is refused, naming what holds it.',
  ],
}

/** Both verbs write; this is the one whose operation has the plain name. */
const usualVerb: Readonly<Record<Operation, Method>> = {
  list: 'GET',
  read: 'GET',
  create: 'POST',
  update: 'PUT',
  delete: 'DELETE',
}

function operationOf(resource: Resource, method: Method, isMember: boolean): JsonObject {
  const { name, access, itself } = resource
  const operation = operationAt(resource, method, isMember)
  const roles = operation === null ? undefined : access[operation]
  if (operation === null || roles === undefined) throw new Error(`${method} is not for ${name}`)
  const [summary, doc] = docs[operation](name)
  const isUsual = usualVerb[operation] === method
  const plainId = `${operation}${nameOf(name)}${itself !== undefined && isMember ? 'ById' : ''}`
  const beyond = resource.ours?.includes(operation) ?? false
  return {
    operationId: isUsual ? plainId : `${plainId}By${nameOf(method.toLowerCase())}`,
    tags: [name],
    summary: isUsual ? summary : `${summary} (${method})`,
    ...rolesOf(roles, isUsual ? doc : `The same as ${usualVerb[operation]}: ${doc}`),
    ...(isUsual ? {} : { 'x-same-as': plainId }),
    ...operationBody(resource, operation, roles, isMember),
    ...(beyond ? ours : {}),
  }
}

function methodsAt(resource: Resource, isMember: boolean): JsonObject {
  const { methods } = allowedAt(resource, { resource: resource.name, id: isMember ? 1 : null, action: null })
  return Object.fromEntries(methods.map((method) => [method.toLowerCase(), operationOf(resource, method, isMember)]))
}

const byId: readonly Json[] = [parameter('id')]

function actionPath(resource: Resource, name: string, action: Action, resources: Resources): JsonObject {
  const made = 'makes' in action
  const content = oneRecord(made ? action.makes : resource.name)
  const headers = [...tagged, ...replayed]
  const success = made
    ? { status: 201, description: `The new ${action.makes}`, content, headers }
    : { status: 202, description: changedWords, content, headers }
  const fields = actionFields(action, resources)
  const schema = schemaOf(`${nameOf(resource.name)}${nameOf(name)}`)
  const required = !made && fields.some(([, field]) => field.required)
  return {
    parameters: byId,
    post: {
      operationId: `${name}${nameOf(resource.name)}`,
      tags: [resource.name],
      summary: `${nameOf(name)} ${an(resource.name)}`,
      ...rolesOf(action.roles, action.doc),
      parameters: memberWriteHeaders,
      ...(fields.length === 0 ? {} : { requestBody: { required, content: inBoth(schema) } }),
      ...answers([success], 'Forbidden', 'NotFound', 'PreconditionFailed'),
      ...ours,
    },
  }
}

const bytes: JsonObject = { schema: { type: 'string', format: 'binary' } }
const attached = [['content-disposition', 'ContentDisposition']] as const

function downloadPath(resource: Resource): JsonObject {
  const { name, download, access } = resource
  const content = { '*/*': bytes }
  const whole = [...tagged, ...attached, ['accept-ranges', 'AcceptRanges']] as const
  const successes = [
    { status: 200, description: 'The file', content, headers: whole },
    {
      status: 206,
      description: 'The part of it that `Range` asks for',
      content,
      headers: [...whole, ['content-range', 'ContentRange']] as const,
    },
  ]
  const version: JsonObject = {
    name: 'version',
    in: 'query',
    description: 'The number of an older version; the newest without it',
    schema: { type: 'integer', minimum: 1 },
  }
  const range: JsonObject = {
    name: 'Range',
    in: 'header',
    description: 'Bytes of it, such as `bytes=0-1023`',
    schema: { type: 'string' },
  }
  return {
    parameters: byId,
    get: {
      operationId: `download${nameOf(name)}`,
      tags: [name],
      summary: `Download the file of ${an(name)}`,
      ...rolesOf(access.read ?? [], download?.doc ?? ''),
      parameters: [version, range],
      ...answers(successes, 'Forbidden', 'NotFound', 'RangeNotSatisfiable'),
      ...(isOurs(resource) ? ours : {}),
    },
  }
}

function belongingPath(resource: Resource, name: string, resources: Resources): JsonObject {
  const belonging = resource.belongings?.[name]
  const other = resources.get(belonging?.of ?? '')
  if (belonging === undefined || other === undefined) throw new Error(`nothing is known of ${name}`)
  const content = inBoth(schemaOf(`${nameOf(other.name)}List`))
  return {
    parameters: byId,
    get: {
      operationId: `list${nameOf(resource.name)}${nameOf(name)}`,
      tags: [resource.name],
      summary: `List ${other.name} records of ${an(resource.name)}`,
      ...rolesOf(
        (resource.access.read ?? []).filter((role) => other.access.list?.includes(role)),
        belonging.doc,
      ),
      parameters: listParameters(other, belonging.filter),
      ...answers([{ status: 200, description: 'A page of its records', content }], 'Forbidden', 'NotFound'),
      ...ours,
    },
  }
}

function sheetPath(resource: Resource, name: string): JsonObject {
  const sheet = resource.sheets?.[name]
  if (sheet === undefined) throw new Error(`nothing is known of ${name}`)
  const content = { [sheet.mediatype]: bytes }
  return {
    parameters: byId,
    get: {
      operationId: `read${nameOf(resource.name)}${nameOf(name)}`,
      tags: [resource.name],
      summary: `${nameOf(resource.name)} as ${name}`,
      ...rolesOf(resource.access.read ?? [], sentence(sheet.doc)),
      ...answers([{ status: 200, description: 'The file', content, headers: attached }], 'Forbidden', 'NotFound'),
      ...ours,
    },
  }
}

/** Every path of a resource. A slash at the end means the same, so none is written. */
export function resourcePaths(resource: Resource, resources: Resources): JsonObject {
  const { name, actions = {}, belongings = {}, sheets = {} } = resource
  const behind: [string, JsonObject][] = [
    ...Object.entries(actions).map(([action, what]): [string, JsonObject] => [
      action,
      actionPath(resource, action, what, resources),
    ]),
    ...Object.keys(belongings).map((one): [string, JsonObject] => [one, belongingPath(resource, one, resources)]),
    ...Object.keys(sheets).map((one): [string, JsonObject] => [one, sheetPath(resource, one)]),
    ...(resource.download === undefined ? [] : [[downloadAction, downloadPath(resource)] as [string, JsonObject]]),
  ]
  const collection = methodsAt(resource, false)
  const member = methodsAt(resource, true)
  return {
    ...(Object.keys(collection).length === 0 ? {} : { [`/${name}`]: collection }),
    ...(Object.keys(member).length === 0 ? {} : { [`/${name}/{id}`]: { parameters: byId, ...member } }),
    ...Object.fromEntries(behind.map(([last, path]) => [`/${name}/{id}/${last}`, path])),
  }
}
