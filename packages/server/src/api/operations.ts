// From a method and a place to what is done: the five operations of a resource, or the function of an endpoint. A path id
// means update and none means create, for POST and PUT alike (decision 2); rights (T-24) and the success code (decision 5)
// follow the operation, not the verb.
import type { Readable } from 'node:stream'
import { type Actor, aRole } from '../define/actor.ts'
import type { Endpoint, EndpointCall, Method } from '../define/endpoint.ts'
import { notAllowed, Refusal } from '../define/refusal.ts'
import type { Manner, Operation, Resource } from '../define/resource.ts'
import type { Engine, Sending } from '../engine/engine.ts'
import { asksFor, type Delivery, deliver, readVersion } from './download.ts'
import { type Head, listPieces, memberText, recordText } from './envelope.ts'
import { type Place, refuseQuery } from './path.ts'

export interface Answer {
  readonly status: number
  /** Whole text, or pieces as they are read; undefined for an answer without a body. */
  readonly body: string | AsyncIterable<string> | Readable | undefined
  /** What a file says of itself; without it the answer has the format that was asked for. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Call {
  readonly engine: Engine
  readonly actor: Actor
  readonly place: Place
  readonly method: string
  readonly query: ReadonlyMap<string, string>
  readonly body: Sending
  readonly head: Head
  readonly manner: Manner
  readonly delivery: Delivery
  /** False when the caller takes neither format of a record, and so can only be sent a file. */
  readonly acceptsRecord: boolean
}

const operationOf: Readonly<Record<Method, readonly [collection: Operation | null, member: Operation]>> = {
  GET: ['list', 'read'],
  POST: ['create', 'update'],
  PUT: ['create', 'update'],
  DELETE: [null, 'delete'],
}

const methods = Object.keys(operationOf) as Method[]

const allowHeader = (allowed: readonly string[]): string =>
  [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')

/** What a method asks for. Of a resource that is one record, only reading is about the list. */
const operationAt = ({ itself }: Resource, method: Method, member: boolean): Operation | null =>
  operationOf[method][member || (itself !== undefined && method !== 'GET') ? 1 : 0]

const resourceMethods = (resource: Resource, member: boolean): Method[] =>
  methods.filter((method) => {
    const operation = operationAt(resource, method, member)
    return operation !== null && resource.access[operation] !== undefined
  })

const endpointMethods = (endpoint: Endpoint, member: boolean): Method[] =>
  methods.filter((method) => (member ? endpoint.member : endpoint.collection)[method] !== undefined)

interface Allowed {
  readonly methods: readonly Method[]
  readonly header: string
}

/** The last part of the path to the file of a record. */
export const downloadAction = 'download'

const actionsAllowed: Allowed = { methods: ['POST'], header: allowHeader(['POST']) }
const downloadAllowed: Allowed = { methods: ['GET'], header: allowHeader(['GET']) }

const allowedMethods = new WeakMap<Resource | Endpoint, { readonly collection: Allowed; readonly member: Allowed }>()

export function allowedAt(target: Resource | Endpoint, { id, action }: Place): Allowed {
  if (action !== null) return action === downloadAction ? downloadAllowed : actionsAllowed
  let known = allowedMethods.get(target)
  if (known === undefined) {
    known = { collection: findAllowed(target, false), member: findAllowed(target, true) }
    allowedMethods.set(target, known)
  }
  return id !== null ? known.member : known.collection
}

function findAllowed(target: Resource | Endpoint, member: boolean): Allowed {
  const found = 'fields' in target ? resourceMethods(target, member) : endpointMethods(target, member)
  return { methods: found, header: allowHeader(found) }
}

export const wrongMethod = (method: string, allow: string): Refusal =>
  new Refusal(400, 16, [`${method} is not available here; allowed: ${allow}`], { allow })

export async function runResource(resource: Resource, call: Call): Promise<Answer> {
  const { engine, actor, place, head } = call
  const method = call.method as Method
  if (place.action === downloadAction) return downloadAnswer(resource, call)
  if (place.action !== null) return actionAnswer(resource, place.action, call)
  const operation = operationAt(resource, method, place.id !== null)
  if (operation === 'list') return listAnswer(resource, call)
  refuseQuery(call.query)
  const id = place.id ?? resource.itself?.(actor) ?? 0
  if (operation === 'read') {
    const image = resource.download === undefined ? null : await imageAnswer(resource, call)
    if (image !== null) return image
    const { fields, row } = await engine.read(resource, actor, id)
    return { status: 200, body: memberText(head, 200, fields, row) }
  }
  if (operation === 'create') {
    const { fields, row } = await engine.create(resource, actor, call.body, call.manner)
    return { status: 201, body: memberText(head, 201, fields, row) }
  }
  if (operation === 'update') {
    const { fields, row } = await engine.update(resource, actor, id, call.body, call.manner)
    return { status: 202, body: memberText(head, 202, fields, row) }
  }
  await engine.remove(resource, actor, id)
  return { status: 200, body: undefined }
}

async function actionAnswer(resource: Resource, action: string, call: Call): Promise<Answer> {
  const { engine, actor, place, head, manner } = call
  refuseQuery(call.query)
  const done = await engine.act(resource, action, actor, place.id ?? 0, call.body, manner)
  const status = done.made ? 201 : 202
  return { status, body: memberText({ ...head, resource: done.resource }, status, done.fields, done.row) }
}

async function downloadAnswer(resource: Resource, { engine, actor, place, query, delivery }: Call): Promise<Answer> {
  const version = readVersion(query)
  return deliver(await engine.file(resource, actor, place.id ?? 0, version), delivery)
}

export const notAcceptable = (): Refusal =>
  new Refusal(406, 18, ['Accept: only application/json and application/xml can be made'])

/** The image itself for those who ask for images at the record's own path; null when they get the record. */
async function imageAnswer(resource: Resource, call: Call): Promise<Answer | null> {
  const { engine, actor, place, delivery, acceptsRecord } = call
  const { accept } = delivery.headers
  if (acceptsRecord && !accept?.includes('image/')) return null
  const file = await engine.file(resource, actor, place.id ?? 0, null)
  if (asksFor(file, accept)) return deliver(file, delivery)
  if (acceptsRecord) return null
  throw notAcceptable()
}

async function listAnswer(resource: Resource, { engine, actor, query, head }: Call): Promise<Answer> {
  const { count, fields, rows, more } = await engine.list(resource, actor, query)
  const pieces = listPieces(head, count, fields)
  if (more === undefined) return { status: 200, body: pieces.begin + pieces.rows(rows, true) + pieces.end }
  async function* text(): AsyncIterable<string> {
    yield pieces.begin
    let isFirst = true
    for await (const chunk of more ?? []) {
      if (chunk.length > 0) yield pieces.rows(chunk, isFirst)
      isFirst &&= chunk.length === 0
    }
    yield pieces.end
  }
  return { status: 200, body: text() }
}

export async function runEndpoint(
  endpoint: Endpoint,
  call: Call,
  rest: Pick<EndpointCall, 'database' | 'quota'>,
): Promise<Answer> {
  const { actor, place, head } = call
  const method = (place.id === null ? endpoint.collection : endpoint.member)[call.method as Method]
  if (method === undefined) throw wrongMethod(call.method, '')
  if (!method.roles.includes(actor.role)) throw notAllowed(`${endpoint.name}: ${aRole(actor.role)} may not do this`)
  const body = call.method === 'GET' ? undefined : await call.body()
  const answer = await method.run({ actor, id: place.id, query: call.query, body, ...rest })
  if (answer.record === null) return { status: answer.status, body: undefined }
  return { status: answer.status, body: recordText(head, answer.status, answer.record) }
}
