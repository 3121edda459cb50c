// The paths of one resource: its list, its records and their parts (actions, files, renderings, sub-lists). The
// meaning of a method comes from the same functions that serve requests.
import { allRoles, type Role } from '../../define/actor.ts'
import type { Method } from '../../define/endpoint.ts'
import type { Action, Operation, Resource } from '../../define/resource.ts'
import { allowedMethodsFor, downloadAction, operationFor } from '../allowed-methods.ts'
import {
  asSentence,
  componentRef,
  describeRoles,
  type ErrorResponseName,
  errorResponsesFor,
  extensionMark,
  parameterRef,
  schemaRef,
} from './components.ts'
import { listParameters } from './list-parameters.ts'
import { actionFields, bodyForms, isExtension, schemaName } from './resource-schemas.ts'
import type { Json, JsonObject } from './value-schemas.ts'

export type Resources = ReadonlyMap<string, Resource>

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

export const jsonAndXml = (schema: JsonObject): JsonObject => ({
  'application/json': { schema },
  'application/xml': { schema },
})

interface SuccessResponse {
  readonly status: number
  readonly description: string
  readonly content?: JsonObject
  readonly headers?: readonly (readonly [name: string, component: string])[]
}

const requestIdHeader = ['x-request-id', 'RequestId'] as const

/** The success and error responses of an operation. */
export function operationResponses(
  successes: readonly SuccessResponse[],
  ...refusals: readonly ErrorResponseName[]
): { readonly responses: JsonObject; readonly 'x-service-codes': JsonObject } {
  const { responses, codes } = errorResponsesFor(...refusals)
  const good = successes.map(({ status, description, content, headers = [] }) => {
    const all = [...headers, requestIdHeader]
    const responseHeaders = Object.fromEntries(
      all.map(([name, component]) => [name, componentRef('headers', component)]),
    )
    return [
      String(status),
      { description, headers: responseHeaders, ...(content === undefined ? {} : { content }) },
    ] as const
  })
  return { responses: { ...Object.fromEntries(good), ...responses }, 'x-service-codes': codes }
}

const etagHeader = [['etag', 'ETag']] as const
const replayedHeader = [['idempotency-replayed', 'IdempotencyReplayed']] as const

const writeHeaders = ['IdempotencyKey', 'SendNotifications', 'DisableActionNotes'].map(parameterRef)
const memberWriteHeaders = [parameterRef('IfMatch'), ...writeHeaders]

function requestBody(schema: string, { plain, upload }: { plain: boolean; upload: boolean }): JsonObject {
  return {
    required: true,
    content: {
      ...(plain ? jsonAndXml(schemaRef(schema)) : {}),
      ...(upload ? { 'multipart/form-data': { schema: schemaRef(`${schema}Upload`) } } : {}),
    },
  }
}

/** An operation that is open to all roles has no Forbidden response. */
const forbiddenUnlessAll = (roles: readonly Role[]): readonly ErrorResponseName[] =>
  roles.length === allRoles.length ? [] : ['Forbidden']

const recordContent = (name: string): JsonObject => jsonAndXml(schemaRef(`${schemaName(name)}Answer`))

const updatedDescription = 'The record as it is now'

function operationDetails(
  resource: Resource,
  operation: Operation,
  roles: readonly Role[],
  isMember: boolean,
): JsonObject {
  const { name } = resource
  const called = schemaName(name)
  const missing: readonly ErrorResponseName[] = isMember ? ['NotFound'] : []
  switch (operation) {
    case 'list': {
      const content = jsonAndXml(schemaRef(`${called}List`))
      const success = { status: 200, description: 'A page of the records that you may see', content }
      return {
        parameters: listParameters(resource, []),
        ...operationResponses([success], ...forbiddenUnlessAll(roles)),
      }
    }
    case 'read': {
      const success = { status: 200, description: 'The record', content: recordContent(name), headers: etagHeader }
      const notModified = { status: 304, description: 'The record has not changed', headers: etagHeader }
      return {
        parameters: [parameterRef('may'), parameterRef('IfNoneMatch')],
        ...operationResponses([success, notModified], ...forbiddenUnlessAll(roles), ...missing),
      }
    }
    case 'create': {
      const forms = bodyForms(resource, true)
      const created = {
        status: 201,
        description: 'The new record',
        content: recordContent(name),
        headers: [...etagHeader, ...replayedHeader],
      }
      return {
        parameters: writeHeaders,
        requestBody: requestBody(`${called}Create`, forms),
        ...operationResponses([created], 'Forbidden'),
      }
    }
    case 'update': {
      const forms = bodyForms(resource, false)
      const content = recordContent(name)
      const changed = {
        status: 202,
        description: updatedDescription,
        content,
        headers: [...etagHeader, ...replayedHeader],
      }
      return {
        parameters: memberWriteHeaders,
        requestBody: requestBody(`${called}Update`, forms),
        ...operationResponses([changed], 'Forbidden', ...missing, 'PreconditionFailed'),
      }
    }
    case 'delete': {
      const gone = {
        status: 200,
        description: 'The record is deleted; the response has no body',
        headers: replayedHeader,
      }
      return {
        parameters: [parameterRef('IfMatch'), parameterRef('IdempotencyKey')],
        ...operationResponses([gone], 'Forbidden', ...missing, 'PreconditionFailed'),
      }
    }
  }
}

const operationDocs: Readonly<Record<Operation, (resource: string) => readonly [summary: string, doc: string]>> = {
  list: (name) => [`List ${name} records`, 'The records that you may see, page by page.'],
  read: (name) => [`Read one ${name}`, 'One record.'],
  create: (name) => [`Create ${withArticle(name)}`, 'Creates a record and returns it.'],
  update: (name) => [`Change ${withArticle(name)}`, 'Changes the fields that are sent and returns the record.'],
  delete: (name) => [
    `Delete ${withArticle(name)}`,
    'Deletes a record. A record that other records refer to cannot be deleted; the error names them.',
  ],
}

/** POST and PUT both write; the operation of this one has the plain name. */
const preferredMethod: Readonly<Record<Operation, Method>> = {
  list: 'GET',
  read: 'GET',
  create: 'POST',
  update: 'PUT',
  delete: 'DELETE',
}

function operationObject(resource: Resource, method: Method, isMember: boolean): JsonObject {
  const { name, access, singletonId } = resource
  const operation = operationFor(resource, method, isMember)
  const roles = operation === null ? undefined : access[operation]
  if (operation === null || roles === undefined) throw new Error(`${method} is not for ${name}`)
  const [summary, doc] = operationDocs[operation](name)
  const isUsual = preferredMethod[operation] === method
  const plainId = `${operation}${schemaName(name)}${singletonId !== undefined && isMember ? 'ById' : ''}`
  const beyond = resource.extensionOperations?.includes(operation) ?? false
  return {
    operationId: isUsual ? plainId : `${plainId}By${schemaName(method.toLowerCase())}`,
    tags: [name],
    summary: isUsual ? summary : `${summary} (${method})`,
    ...describeRoles(roles, isUsual ? doc : `The same as ${preferredMethod[operation]}: ${doc}`),
    ...(isUsual ? {} : { 'x-same-as': plainId }),
    ...operationDetails(resource, operation, roles, isMember),
    ...(beyond ? extensionMark : {}),
  }
}

function pathMethods(resource: Resource, isMember: boolean): JsonObject {
  const { methods } = allowedMethodsFor(resource, { resource: resource.name, id: isMember ? 1 : null, action: null })
  return Object.fromEntries(
    methods.map((method) => [method.toLowerCase(), operationObject(resource, method, isMember)]),
  )
}

const idParameter: readonly Json[] = [parameterRef('id')]

function actionPath(resource: Resource, name: string, action: Action, resources: Resources): JsonObject {
  const creates = 'creates' in action
  const content = recordContent(creates ? action.creates : resource.name)
  const headers = [...etagHeader, ...replayedHeader]
  const success = creates
    ? { status: 201, description: `The new ${action.creates}`, content, headers }
    : { status: 202, description: updatedDescription, content, headers }
  const fields = actionFields(action, resources)
  const schema = schemaRef(`${schemaName(resource.name)}${schemaName(name)}`)
  const required = !creates && fields.some(([, field]) => field.required)
  return {
    parameters: idParameter,
    post: {
      operationId: `${name}${schemaName(resource.name)}`,
      tags: [resource.name],
      summary: `${schemaName(name)} ${withArticle(resource.name)}`,
      ...describeRoles(action.roles, action.doc),
      parameters: memberWriteHeaders,
      ...(fields.length === 0 ? {} : { requestBody: { required, content: jsonAndXml(schema) } }),
      ...operationResponses([success], 'Forbidden', 'NotFound', 'PreconditionFailed'),
      ...extensionMark,
    },
  }
}

const binaryContent: JsonObject = { schema: { type: 'string', format: 'binary' } }
const dispositionHeader = [['content-disposition', 'ContentDisposition']] as const

function downloadPath(resource: Resource): JsonObject {
  const { name, download, access } = resource
  const content = { '*/*': binaryContent }
  const whole = [...etagHeader, ...dispositionHeader, ['accept-ranges', 'AcceptRanges']] as const
  const successes = [
    { status: 200, description: 'The file', content, headers: whole },
    {
      status: 206,
      description: 'The part of the file that `Range` asks for',
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
    description: 'Bytes of the file, such as `bytes=0-1023`',
    schema: { type: 'string' },
  }
  return {
    parameters: idParameter,
    get: {
      operationId: `download${schemaName(name)}`,
      tags: [name],
      summary: `Download the file of ${withArticle(name)}`,
      ...describeRoles(
        (access.read ?? []).filter((role) => download?.hideFrom?.includes(role) !== true),
        download?.doc ?? '',
      ),
      parameters: [version, range],
      ...operationResponses(successes, 'Forbidden', 'NotFound', 'RangeNotSatisfiable'),
      ...(isExtension(resource) || download?.extension === true ? extensionMark : {}),
    },
  }
}

function subListPath(resource: Resource, name: string, resources: Resources): JsonObject {
  const subList = resource.subLists?.[name]
  const other = resources.get(subList?.target ?? '')
  if (subList === undefined || other === undefined) throw new Error(`nothing is known of ${name}`)
  const content = jsonAndXml(schemaRef(`${schemaName(other.name)}List`))
  return {
    parameters: idParameter,
    get: {
      operationId: `list${schemaName(resource.name)}${schemaName(name)}`,
      tags: [resource.name],
      summary: `List ${other.name} records of ${withArticle(resource.name)}`,
      ...describeRoles(
        (resource.access.read ?? []).filter((role) => subList.forEveryReader || other.access.list?.includes(role)),
        subList.doc,
      ),
      parameters: listParameters(other, [subList.filter, ...Object.keys(subList.fixed ?? {})]),
      ...operationResponses([{ status: 200, description: 'A page of its records', content }], 'Forbidden', 'NotFound'),
      ...extensionMark,
    },
  }
}

function renderingPath(resource: Resource, name: string): JsonObject {
  const rendering = resource.renderings?.[name]
  if (rendering === undefined) throw new Error(`nothing is known of ${name}`)
  const content = { [rendering.mediatype]: binaryContent }
  return {
    parameters: idParameter,
    get: {
      operationId: `read${schemaName(resource.name)}${schemaName(name)}`,
      tags: [resource.name],
      summary: `${schemaName(resource.name)} as ${name}`,
      ...describeRoles(resource.access.read ?? [], asSentence(rendering.doc)),
      ...operationResponses(
        [{ status: 200, description: 'The file', content, headers: dispositionHeader }],
        'Forbidden',
        'NotFound',
      ),
      ...extensionMark,
    },
  }
}

/** Every path of a resource, written without the optional slash at the end. */
export function resourcePaths(resource: Resource, resources: Resources): JsonObject {
  const { name, actions = {}, subLists = {}, renderings = {} } = resource
  const behind: [string, JsonObject][] = [
    ...Object.entries(actions).map(([action, what]): [string, JsonObject] => [
      action,
      actionPath(resource, action, what, resources),
    ]),
    ...Object.keys(subLists).map((one): [string, JsonObject] => [one, subListPath(resource, one, resources)]),
    ...Object.keys(renderings).map((one): [string, JsonObject] => [one, renderingPath(resource, one)]),
    ...(resource.download === undefined ? [] : [[downloadAction, downloadPath(resource)] as [string, JsonObject]]),
  ]
  const collection = pathMethods(resource, false)
  const member = pathMethods(resource, true)
  return {
    ...(Object.keys(collection).length === 0 ? {} : { [`/${name}`]: collection }),
    ...(Object.keys(member).length === 0 ? {} : { [`/${name}/{id}`]: { parameters: idParameter, ...member } }),
    ...Object.fromEntries(behind.map(([last, path]) => [`/${name}/{id}/${last}`, path])),
  }
}
