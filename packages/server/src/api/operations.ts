// From a method and a place to what is done: the five operations of a resource, or the function of an endpoint. A path id
// means update and none means create, for POST and PUT alike (decision 2); rights (T-24) and the success code (decision 5)
// follow the operation, not the verb.
import { Readable } from 'node:stream'
import { type Actor, roleWithArticle } from '../define/actor.ts'
import { ApiError, forbidden } from '../define/api-error.ts'
import type { Endpoint, EndpointCall, Method } from '../define/endpoint.ts'
import type { Report } from '../define/report.ts'
import type { Operation, Rendering, Resource, SideEffects, SubList } from '../define/resource.ts'
import type { BodyReader, Engine, SerializedResponse, WriteOptions } from '../engine/engine.ts'
import { etagOf } from '../engine/etag.ts'
import { IdempotencyRecord, ReplayedResponse } from '../engine/idempotency.ts'
import type { ListResult } from '../engine/list.ts'
import type { ReadRecord } from '../engine/read.ts'
import type { Database } from '../io/database.ts'
import { attachmentHeader } from '../kit/file-name.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { deliverFile, type FileDelivery, parseVersion, prefersImage } from './download.ts'
import { parseReadQuery, type RequestPath, rejectQueryParameters } from './request-path.ts'
import { type EnvelopeContext, listSerializer, serializeRecord, serializeValue } from './response-serializer.ts'

export interface OperationResponse {
  readonly status: number
  /** Whole text, or pieces as they are read; undefined for an answer without a body. */
  readonly body: string | AsyncIterable<string> | Readable | undefined
  /** What a file says of itself; without it the answer has the format that was asked for. */
  readonly headers?: Readonly<Record<string, string>>
  /** The tag of the record in it, as this caller sees it. */
  readonly etag?: string
  /** True when a caller who has this ETag still gets the body, because it holds more than the record. */
  readonly alwaysSent?: boolean
  /** True when it was given before, to the same request. */
  readonly replayed?: boolean
}

export interface OperationCall {
  readonly engine: Engine
  readonly actor: Actor
  readonly path: RequestPath
  readonly method: string
  readonly query: ReadonlyMap<string, string>
  readonly body: BodyReader
  readonly envelope: EnvelopeContext
  readonly sideEffects: SideEffects
  /** What `If-Match` and `Idempotency-Key` say; both are ours, beyond the reference. */
  readonly ifMatch: readonly string[] | null
  readonly idempotencyKey: string | null
  readonly delivery: FileDelivery
  /** False when the caller takes neither format of a record, and so can only be sent a file. */
  readonly acceptsRecord: boolean
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

/** What a method asks for. Of a resource that is one record, only reading is about the list. */
export const operationFor = ({ singletonId }: Resource, method: Method, member: boolean): Operation | null =>
  operationByMethod[method][member || (singletonId !== undefined && method !== 'GET') ? 1 : 0]

const resourceMethods = (resource: Resource, member: boolean): Method[] =>
  supportedMethods.filter((method) => {
    const operation = operationFor(resource, method, member)
    return operation !== null && resource.access[operation] !== undefined
  })

const endpointMethods = (endpoint: Endpoint, member: boolean): Method[] =>
  supportedMethods.filter((method) => (member ? endpoint.member : endpoint.collection)[method] !== undefined)

/** What a path can name. */
export type PathTarget = Resource | Endpoint | Report

interface AllowedMethods {
  readonly methods: readonly Method[]
  readonly header: string
}

/** The last part of the path to the file of a record. */
export const downloadAction = 'download'

const postOnly: AllowedMethods = { methods: ['POST'], header: allowHeader(['POST']) }
const getOnly: AllowedMethods = { methods: ['GET'], header: allowHeader(['GET']) }
const noMethods: AllowedMethods = { methods: [], header: allowHeader([]) }

type SubResourceKind = 'download' | 'subList' | 'rendering' | 'action'

/** What stands behind the last part of a path, if anything does. */
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
  let known = allowedMethodsCache.get(target)
  if (known === undefined) {
    known = { collection: computeAllowedMethods(target, false), member: computeAllowedMethods(target, true) }
    allowedMethodsCache.set(target, known)
  }
  return id !== null ? known.member : known.collection
}

function computeAllowedMethods(target: PathTarget, member: boolean): AllowedMethods {
  if ('columns' in target) return member ? noMethods : getOnly
  const found = 'fields' in target ? resourceMethods(target, member) : endpointMethods(target, member)
  return { methods: found, header: allowHeader(found) }
}

/** True where the answer may be a file, for those who take nothing else. */
function canReturnFile(resource: Resource, { id, action }: RequestPath): boolean {
  if (action === null) return id !== null && resource.download !== undefined
  const what = subResourceKind(resource, action)
  return what === 'download' || what === 'rendering'
}

export const methodNotAvailable = (method: string, allow: string): ApiError =>
  new ApiError(400, 16, [`${method} is not available here; allowed: ${allow}`], { allow })

/** Runs what is asked for; a write that was answered before is answered the same. */
export async function withReplay(run: () => Promise<OperationResponse>): Promise<OperationResponse> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ReplayedResponse)) throw error
    return { status: error.status, body: error.text === '' ? undefined : error.text, replayed: true }
  }
}

export async function runResourceOperation(resource: Resource, call: OperationCall): Promise<OperationResponse> {
  const { engine, actor, path } = call
  const method = call.method as Method
  if (!call.acceptsRecord && !canReturnFile(resource, path)) throw notAcceptable()
  if (path.action !== null) return runSubResource(resource, path.action, call)
  const operation = operationFor(resource, method, path.id !== null)
  if (operation === 'list') return listResponse(resource, call)
  const id = path.id ?? resource.singletonId?.(actor) ?? 0
  if (operation === 'read') {
    const { may } = parseReadQuery(call.query)
    const image = resource.download === undefined ? null : await imageResponse(resource, call)
    if (image !== null) return image
    return recordResponse(call, 200, await engine.read(resource, actor, id, may))
  }
  rejectQueryParameters(call.query)
  const way = writeOptionsOf(call)
  if (operation === 'create') return recordResponse(call, 201, await engine.create(resource, actor, call.body, way))
  if (operation === 'update') return recordResponse(call, 202, await engine.update(resource, actor, id, call.body, way))
  await engine.remove(resource, actor, id, way)
  return { status: 200, body: undefined }
}

function recordResponse(
  { envelope, actor }: OperationCall,
  status: number,
  record: ReadRecord,
  resource = envelope.resource,
): OperationResponse {
  const { text, json } = serializeRecord({ ...envelope, resource }, status, record)
  return { status, body: text, etag: etagOf(actor, json), alwaysSent: record.etagFields !== undefined }
}

/** How the request wants its write; what it would be answered is printed where it is kept. */
function writeOptionsOf(call: OperationCall): WriteOptions {
  const { sideEffects, ifMatch, idempotencyKey, envelope } = call
  const serialize = (resource: string, made: boolean, record: ReadRecord | null): SerializedResponse => {
    if (record === null) return { status: 200, text: '' }
    const status = made ? 201 : 202
    return { status, text: serializeRecord({ ...envelope, resource }, status, record).text }
  }
  return {
    sideEffects,
    ifMatch,
    idempotency: idempotencyKey === null ? null : { key: idempotencyKey, format: envelope.format, serialize },
  }
}

function runSubResource(resource: Resource, name: string, call: OperationCall): Promise<OperationResponse> {
  if (subResourceKind(resource, name) === 'download') return downloadResponse(resource, call)
  const belonging = resource.subLists?.[name]
  if (belonging !== undefined) return subListResponse(resource, belonging, call)
  const sheet = resource.renderings?.[name]
  return sheet === undefined ? actionResponse(resource, name, call) : renderingResponse(resource, sheet, call)
}

async function subListResponse(
  resource: Resource,
  belonging: SubList,
  call: OperationCall,
): Promise<OperationResponse> {
  const { engine, actor, path, query, envelope } = call
  if (query.has(belonging.filter)) rejectQueryParameters(new Map([[belonging.filter, '']]))
  const listed = await engine.subList(resource, belonging, actor, path.id ?? 0, query)
  return listResultResponse(listed, { ...envelope, resource: belonging.target })
}

async function renderingResponse(
  resource: Resource,
  sheet: Rendering,
  call: OperationCall,
): Promise<OperationResponse> {
  const { engine, actor, path, query, delivery } = call
  rejectQueryParameters(query)
  const { filename, bytes } = await engine.render(resource, sheet, actor, path.id ?? 0, delivery.files)
  const headers = {
    'content-type': sheet.mediatype,
    'content-disposition': attachmentHeader(filename),
    'content-length': String(bytes.length),
  }
  return { status: 200, headers, body: Readable.from(delivery.withBody ? [bytes] : [], { objectMode: false }) }
}

async function actionResponse(resource: Resource, action: string, call: OperationCall): Promise<OperationResponse> {
  const { engine, actor, path } = call
  rejectQueryParameters(call.query)
  const done = await engine.runAction(resource, action, actor, path.id ?? 0, call.body, writeOptionsOf(call))
  return recordResponse(call, done.created ? 201 : 202, done, done.resource)
}

async function downloadResponse(
  resource: Resource,
  { engine, actor, path, query, delivery }: OperationCall,
): Promise<OperationResponse> {
  const version = parseVersion(query)
  const file = await engine.readFile(resource, actor, path.id ?? 0, version)
  if (file !== undefined) return deliverFile(file, delivery)
  throw new ApiError(404, 14, [
    `${resource.name} ${path.id} has no ${version === null ? 'file' : `version ${version}`}`,
  ])
}

export const notAcceptable = (): ApiError =>
  new ApiError(406, 18, ['Accept: only application/json and application/xml can be made'])

/** The image itself for those who ask for images at the record's own path; null when they get the record. */
async function imageResponse(resource: Resource, call: OperationCall): Promise<OperationResponse | null> {
  const { engine, actor, path, delivery, acceptsRecord } = call
  const { accept } = delivery.headers
  if (acceptsRecord && !accept?.includes('image/')) return null
  const file = await engine.readFile(resource, actor, path.id ?? 0, null)
  if (file !== undefined && prefersImage(file, accept)) return deliverFile(file, delivery)
  if (acceptsRecord) return null
  throw notAcceptable()
}

async function listResponse(
  resource: Resource,
  { engine, actor, query, envelope }: OperationCall,
): Promise<OperationResponse> {
  return listResultResponse(await engine.list(resource, actor, query), envelope)
}

function listResultResponse({ count, fields, rows, chunks }: ListResult, head: EnvelopeContext): OperationResponse {
  const pieces = listSerializer(head, count, fields)
  if (chunks === undefined) return { status: 200, body: pieces.begin + pieces.rows(rows, true) + pieces.end }
  async function* text(): AsyncIterable<string> {
    yield pieces.begin
    let isFirst = true
    for await (const chunk of chunks ?? []) {
      if (chunk.length > 0) yield pieces.rows(chunk, isFirst)
      isFirst &&= chunk.length === 0
    }
    yield pieces.end
  }
  return { status: 200, body: text() }
}

export async function runEndpointOperation(
  endpoint: Endpoint,
  call: OperationCall,
  rest: Pick<EndpointCall, 'database' | 'quota'>,
): Promise<OperationResponse> {
  const { actor, path, envelope } = call
  const method = (path.id === null ? endpoint.collection : endpoint.member)[call.method as Method]
  if (method === undefined) throw methodNotAvailable(call.method, '')
  if (!method.roles.includes(actor.role))
    throw forbidden(`${endpoint.name}: ${roleWithArticle(actor.role)} may not do this`)
  const body = call.method === 'GET' ? undefined : await call.body()
  const done = async (): Promise<SerializedResponse> => {
    const { status, record } = await method.run({ actor, id: path.id, query: call.query, body, ...rest })
    return { status, text: record === null ? '' : serializeValue(envelope, status, record) }
  }
  const { status, text } = await (call.idempotencyKey === null
    ? done()
    : runIdempotently(endpoint, call, rest.database, body, done))
  return { status, body: text === '' ? undefined : text }
}

/** What an endpoint writes comes to the same when it is done twice, so its answer may be kept in a transaction of its own. */
async function runIdempotently(
  endpoint: Endpoint,
  { actor, path, method, envelope, idempotencyKey }: OperationCall,
  database: Database,
  body: WireValue | undefined,
  done: () => Promise<SerializedResponse>,
): Promise<SerializedResponse> {
  const operation = `${method} ${endpoint.name} ${path.id} ${envelope.format} ${actor.role}`
  const kept = new IdempotencyRecord(database.vault, { actor, key: idempotencyKey ?? '', operation, encrypted: false })
  await database.write(actor.accountid, (tx) => kept.claim(tx, body))
  const printed = await done()
  await database.write(actor.accountid, (tx) => kept.save(tx, printed.status, printed.text))
  return printed
}
