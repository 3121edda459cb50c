// Which methods a path allows and which operation a method means. A path with an id means update and one without means
// create, for POST and PUT alike (decision 2). The OpenAPI document is built from the same functions.
import type { Endpoint, Method } from '../define/endpoint.ts'
import type { Report } from '../define/report.ts'
import type { Operation, Resource } from '../define/resource.ts'
import type { RequestPath } from './request-path.ts'

/** What a path can name. */
export type PathTarget = Resource | Endpoint | Report

interface AllowedMethods {
  readonly methods: readonly Method[]
  readonly header: string
}

const operationByMethod: Readonly<Record<Method, readonly [collection: Operation | null, member: Operation]>> = {
  GET: ['list', 'read'],
  POST: ['create', 'update'],
  PUT: ['create', 'update'],
  DELETE: [null, 'delete'],
}

const supportedMethods = Object.keys(operationByMethod) as Method[]

const allowHeader = (allowed: readonly string[]): string =>
  [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')

/** The operation that a method means. A resource with a single record has a list, but is written without an id. */
export const operationFor = ({ singletonId }: Resource, method: Method, member: boolean): Operation | null =>
  operationByMethod[method][member || (singletonId !== undefined && method !== 'GET') ? 1 : 0]

const resourceMethods = (resource: Resource, member: boolean): Method[] =>
  supportedMethods.filter((method) => {
    const operation = operationFor(resource, method, member)
    return operation !== null && resource.access[operation] !== undefined
  })

const endpointMethods = (endpoint: Endpoint, member: boolean): Method[] =>
  supportedMethods.filter((method) => (member ? endpoint.member : endpoint.collection)[method] !== undefined)

/** The last part of the path to the file of a record. */
export const downloadAction = 'download'

const postOnly: AllowedMethods = { methods: ['POST'], header: allowHeader(['POST']) }
const getOnly: AllowedMethods = { methods: ['GET'], header: allowHeader(['GET']) }
const noMethods: AllowedMethods = { methods: [], header: allowHeader([]) }

type SubResourceKind = 'download' | 'subList' | 'rendering' | 'action'

/** What the last part of `/resource/id/name/` names; undefined when the resource has no such part. */
export function subResourceKind(target: PathTarget | undefined, name: string): SubResourceKind | undefined {
  if (target === undefined || !('fields' in target)) return undefined
  if (name === downloadAction) return target.download === undefined ? undefined : 'download'
  if (Object.hasOwn(target.subLists ?? {}, name)) return 'subList'
  if (Object.hasOwn(target.renderings ?? {}, name)) return 'rendering'
  return Object.hasOwn(target.actions ?? {}, name) ? 'action' : undefined
}

const allowedMethodsCache = new WeakMap<
  PathTarget,
  { readonly collection: AllowedMethods; readonly member: AllowedMethods }
>()

export function allowedMethodsFor(target: PathTarget, { id, action }: RequestPath): AllowedMethods {
  if (action !== null) return subResourceKind(target, action) === 'action' ? postOnly : getOnly
  let cached = allowedMethodsCache.get(target)
  if (cached === undefined) {
    cached = { collection: computeAllowedMethods(target, false), member: computeAllowedMethods(target, true) }
    allowedMethodsCache.set(target, cached)
  }
  return id !== null ? cached.member : cached.collection
}

function computeAllowedMethods(target: PathTarget, member: boolean): AllowedMethods {
  if ('columns' in target) return member ? noMethods : getOnly
  const methods = 'fields' in target ? resourceMethods(target, member) : endpointMethods(target, member)
  return { methods, header: allowHeader(methods) }
}
