// Chooses what a request runs: an operation, an action or another part of a resource, an endpoint, or a report. Each
// returns an OperationResult; nothing here produces text. Permissions and status codes follow the operation, not the
// method.
import { roleWithArticle } from '../define/actor.ts'
import { forbidden, methodNotAvailable, notAcceptable } from '../define/api-error.ts'
import type { Endpoint } from '../define/endpoint.ts'
import type { Resource } from '../define/resource.ts'
import type { IdempotencyOptions } from '../engine/engine.ts'
import { IdempotencyRecord, ReplayedResponse } from '../engine/idempotency.ts'
import type { EmptyResult, OperationResult, ValueResult } from '../engine/operation-result.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { operationFor, type PathTarget, subResourceKind } from './allowed-methods.ts'
import { parseVersion, prefersImage } from './download.ts'
import type { OperationCall } from './operation-call.ts'
import { runReport } from './report-operation.ts'
import { parseReadQuery, type RequestPath, rejectQueryParameters } from './request-path.ts'

/** Runs a request. A repeated request with the same Idempotency-Key returns the saved response. */
export async function runOperation(target: PathTarget, call: OperationCall): Promise<OperationResult> {
  if ('columns' in target) return runReport(target, call)
  try {
    return await ('fields' in target ? runResourceOperation(target, call) : runEndpoint(target, call))
  } catch (error) {
    if (error instanceof ReplayedResponse) return { kind: 'replay', status: error.status, text: error.text }
    throw error
  }
}

async function runResourceOperation(resource: Resource, call: OperationCall): Promise<OperationResult> {
  const { engine, actor, path, query, body, writeOptions } = call
  if (!call.acceptsRecord && !canReturnFile(resource, path)) throw notAcceptable()
  if (path.action !== null) return runSubResource(resource, path.action, path.id ?? 0, call)
  const operation = operationFor(resource, call.method, path.id !== null)
  if (operation === 'list') return engine.list(resource, actor, query, call.startStream)
  const id = path.id ?? resource.singletonId?.(actor) ?? 0
  if (operation === 'read') return readRecordOrImage(resource, id, call)
  rejectQueryParameters(query)
  if (operation === 'create') return engine.create(resource, actor, body, writeOptions)
  if (operation === 'update') return engine.update(resource, actor, id, body, writeOptions)
  return engine.remove(resource, actor, id, writeOptions)
}

/** True where the response may be a file, also for a caller that accepts neither JSON nor XML. */
function canReturnFile(resource: Resource, { id, action }: RequestPath): boolean {
  if (action === null) return id !== null && resource.download !== undefined
  const kind = subResourceKind(resource, action)
  return kind === 'download' || kind === 'rendering'
}

/** A record whose file is an image is returned as that image if the request prefers it. */
async function readRecordOrImage(resource: Resource, id: number, call: OperationCall): Promise<OperationResult> {
  const { engine, actor, acceptsRecord } = call
  const { may } = parseReadQuery(call.query)
  const { accept } = call.delivery.headers
  const mayPreferImage = resource.download !== undefined && (!acceptsRecord || accept?.includes('image/'))
  if (!mayPreferImage) return engine.read(resource, actor, id, may)
  const result = await engine.readRecordOrFile(resource, actor, id, (file) => prefersImage(file, accept), may)
  if (result.kind === 'record' && !acceptsRecord) throw notAcceptable()
  return result
}

async function runSubResource(
  resource: Resource,
  name: string,
  id: number,
  call: OperationCall,
): Promise<OperationResult> {
  const { engine, actor, query } = call
  if (subResourceKind(resource, name) === 'download') return engine.readFile(resource, actor, id, parseVersion(query))
  const subList = resource.subLists?.[name]
  if (subList !== undefined) {
    const taken = [subList.filter, ...Object.keys(subList.fixed ?? {})].filter((filter) => query.has(filter))
    if (taken.length > 0) rejectQueryParameters(new Map(taken.map((filter) => [filter, ''])))
    return engine.subList(resource, subList, actor, id, query, call.startStream)
  }
  rejectQueryParameters(query)
  const rendering = resource.renderings?.[name]
  if (rendering !== undefined) return engine.render(resource, rendering, actor, id, call.delivery.files)
  return engine.runAction(resource, name, actor, id, call.body, call.writeOptions)
}

async function runEndpoint(endpoint: Endpoint, call: OperationCall): Promise<OperationResult> {
  const { actor, path, query, database, quota, method, writeOptions } = call
  const definition = (path.id === null ? endpoint.collection : endpoint.member)[method]
  if (definition === undefined) throw methodNotAvailable(method, '')
  if (!definition.roles.includes(actor.role))
    throw forbidden(`${endpoint.name}: ${roleWithArticle(actor.role)} may not do this`)
  const submitted = method === 'GET' ? undefined : await call.body()
  const isQueryBody = definition.queryAsBody === true && submitted === undefined && query.size > 0
  // GET reads its own parameters.
  if (method !== 'GET' && !isQueryBody) rejectQueryParameters(query)
  const body = isQueryBody ? new Map(query) : submitted
  const run = async (): Promise<EmptyResult | ValueResult> => {
    const { status, record } = await definition.run({ actor, id: path.id, query, body, database, quota })
    if (record === null) return { kind: 'empty', status }
    return { kind: 'value', status, resource: endpoint.name, value: record }
  }
  const { idempotency } = writeOptions
  return idempotency === null ? run() : runIdempotently(endpoint, call, idempotency, body, run)
}

/**
 * The writes of endpoints can be repeated with the same effect, so the response may be saved in its own transaction.
 */
async function runIdempotently(
  endpoint: Endpoint,
  { actor, path, method, database }: OperationCall,
  { key, times, format, serialize }: IdempotencyOptions,
  body: WireValue | undefined,
  run: () => Promise<EmptyResult | ValueResult>,
): Promise<OperationResult> {
  const operation = `${method} ${endpoint.name} ${path.id} ${format} ${actor.role}`
  const saved = new IdempotencyRecord(database.vault, { actor, key, times, operation, encrypted: false })
  await database.write(actor.accountid, (tx) => saved.claim(tx, body))
  const result = await run()
  await database.write(actor.accountid, (tx) => saved.save(tx, result.status, serialize(result), null))
  return result
}
