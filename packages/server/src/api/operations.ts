// From a method and a place to what is done: the five operations of a resource, or the function of an endpoint. A path id
// means update and none means create, for POST and PUT alike (decision 2); rights (T-24) and the success code (decision 5)
// follow the operation, not the verb.
import { Readable } from 'node:stream'
import { type Actor, aRole } from '../define/actor.ts'
import type { Endpoint, EndpointCall, Method } from '../define/endpoint.ts'
import { notAllowed, Refusal } from '../define/refusal.ts'
import type { Report } from '../define/report.ts'
import type { Belonging, Manner, Operation, Resource, Sheet } from '../define/resource.ts'
import type { Engine, Printing, Sending, Way } from '../engine/engine.ts'
import type { Listed } from '../engine/list.ts'
import type { ReadRecord } from '../engine/read.ts'
import { tagOf } from '../engine/record-tag.ts'
import { Answered, Repeat } from '../engine/repeat.ts'
import type { Database } from '../io/database.ts'
import { attachment } from '../kit/file-name.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { asksFor, type Delivery, deliver, readVersion } from './download.ts'
import { type Head, listPieces, memberText, recordText } from './envelope.ts'
import { type Place, refuseQuery } from './path.ts'

export interface Answer {
  readonly status: number
  /** Whole text, or pieces as they are read; undefined for an answer without a body. */
  readonly body: string | AsyncIterable<string> | Readable | undefined
  /** What a file says of itself; without it the answer has the format that was asked for. */
  readonly headers?: Readonly<Record<string, string>>
  /** The tag of the record in it, as this caller sees it. */
  readonly tag?: string
  /** True when it was given before, to the same request. */
  readonly repeated?: boolean
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
  /** What `If-Match` and `Idempotency-Key` say; both are ours, beyond the reference. */
  readonly onlyIf: readonly string[] | null
  readonly key: string | null
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
export const operationAt = ({ itself }: Resource, method: Method, member: boolean): Operation | null =>
  operationOf[method][member || (itself !== undefined && method !== 'GET') ? 1 : 0]

const resourceMethods = (resource: Resource, member: boolean): Method[] =>
  methods.filter((method) => {
    const operation = operationAt(resource, method, member)
    return operation !== null && resource.access[operation] !== undefined
  })

const endpointMethods = (endpoint: Endpoint, member: boolean): Method[] =>
  methods.filter((method) => (member ? endpoint.member : endpoint.collection)[method] !== undefined)

/** What a path can name. */
export type Target = Resource | Endpoint | Report

interface Allowed {
  readonly methods: readonly Method[]
  readonly header: string
}

/** The last part of the path to the file of a record. */
export const downloadAction = 'download'

const actionsAllowed: Allowed = { methods: ['POST'], header: allowHeader(['POST']) }
const readingAllowed: Allowed = { methods: ['GET'], header: allowHeader(['GET']) }
const nothingAllowed: Allowed = { methods: [], header: allowHeader([]) }

type Behind = 'download' | 'belonging' | 'sheet' | 'action'

/** What stands behind the last part of a path, if anything does. */
export function behind(target: Target | undefined, name: string): Behind | undefined {
  if (target === undefined || !('fields' in target)) return undefined
  if (name === downloadAction) return target.download === undefined ? undefined : 'download'
  if (Object.hasOwn(target.belongings ?? {}, name)) return 'belonging'
  if (Object.hasOwn(target.sheets ?? {}, name)) return 'sheet'
  return Object.hasOwn(target.actions ?? {}, name) ? 'action' : undefined
}

const allowedMethods = new WeakMap<Target, { readonly collection: Allowed; readonly member: Allowed }>()

export function allowedAt(target: Target, { id, action }: Place): Allowed {
  if (action !== null) return behind(target, action) === 'action' ? actionsAllowed : readingAllowed
  let known = allowedMethods.get(target)
  if (known === undefined) {
    known = { collection: findAllowed(target, false), member: findAllowed(target, true) }
    allowedMethods.set(target, known)
  }
  return id !== null ? known.member : known.collection
}

function findAllowed(target: Target, member: boolean): Allowed {
  if ('columns' in target) return member ? nothingAllowed : readingAllowed
  const found = 'fields' in target ? resourceMethods(target, member) : endpointMethods(target, member)
  return { methods: found, header: allowHeader(found) }
}

/** True where the answer may be a file, for those who take nothing else. */
function mayBeFile(resource: Resource, { id, action }: Place): boolean {
  if (action === null) return id !== null && resource.download !== undefined
  const what = behind(resource, action)
  return what === 'download' || what === 'sheet'
}

export const wrongMethod = (method: string, allow: string): Refusal =>
  new Refusal(400, 16, [`${method} is not available here; allowed: ${allow}`], { allow })

/** Runs what is asked for; a write that was answered before is answered the same. */
export async function answerOnce(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Answered)) throw error
    return { status: error.status, body: error.text === '' ? undefined : error.text, repeated: true }
  }
}

export async function runResource(resource: Resource, call: Call): Promise<Answer> {
  const { engine, actor, place } = call
  const method = call.method as Method
  if (!call.acceptsRecord && !mayBeFile(resource, place)) throw notAcceptable()
  if (place.action !== null) return answerBehind(resource, place.action, call)
  const operation = operationAt(resource, method, place.id !== null)
  if (operation === 'list') return listAnswer(resource, call)
  refuseQuery(call.query)
  const id = place.id ?? resource.itself?.(actor) ?? 0
  if (operation === 'read') {
    const image = resource.download === undefined ? null : await imageAnswer(resource, call)
    if (image !== null) return image
    return memberAnswer(call, 200, await engine.read(resource, actor, id))
  }
  const way = wayOf(call)
  if (operation === 'create') return memberAnswer(call, 201, await engine.create(resource, actor, call.body, way))
  if (operation === 'update') return memberAnswer(call, 202, await engine.update(resource, actor, id, call.body, way))
  await engine.remove(resource, actor, id, way)
  return { status: 200, body: undefined }
}

function memberAnswer(
  { head, actor }: Call,
  status: number,
  { fields, row }: ReadRecord,
  resource = head.resource,
): Answer {
  const { text, json } = memberText({ ...head, resource }, status, fields, row)
  return { status, body: text, tag: tagOf(actor, json) }
}

/** How the request wants its write; what it would be answered is printed where it is kept. */
function wayOf(call: Call): Way {
  const { manner, onlyIf, key, head } = call
  const print = (resource: string, made: boolean, record: ReadRecord | null): Printing => {
    if (record === null) return { status: 200, text: '' }
    const status = made ? 201 : 202
    return { status, text: memberText({ ...head, resource }, status, record.fields, record.row).text }
  }
  return { manner, onlyIf, repeat: key === null ? null : { key, format: head.format, print } }
}

function answerBehind(resource: Resource, name: string, call: Call): Promise<Answer> {
  if (behind(resource, name) === 'download') return downloadAnswer(resource, call)
  const belonging = resource.belongings?.[name]
  if (belonging !== undefined) return belongingAnswer(resource, belonging, call)
  const sheet = resource.sheets?.[name]
  return sheet === undefined ? actionAnswer(resource, name, call) : sheetAnswer(resource, sheet, call)
}

async function belongingAnswer(resource: Resource, belonging: Belonging, call: Call): Promise<Answer> {
  const { engine, actor, place, query, head } = call
  if (query.has(belonging.filter)) refuseQuery(new Map([[belonging.filter, '']]))
  const listed = await engine.belongings(resource, belonging, actor, place.id ?? 0, query)
  return listedAnswer(listed, { ...head, resource: belonging.of })
}

async function sheetAnswer(resource: Resource, sheet: Sheet, call: Call): Promise<Answer> {
  const { engine, actor, place, query, delivery } = call
  refuseQuery(query)
  const { filename, bytes } = await engine.sheet(resource, sheet, actor, place.id ?? 0, delivery.files)
  const headers = {
    'content-type': sheet.mediatype,
    'content-disposition': attachment(filename),
    'content-length': String(bytes.length),
  }
  return { status: 200, headers, body: Readable.from(delivery.withBody ? [bytes] : [], { objectMode: false }) }
}

async function actionAnswer(resource: Resource, action: string, call: Call): Promise<Answer> {
  const { engine, actor, place } = call
  refuseQuery(call.query)
  const done = await engine.act(resource, action, actor, place.id ?? 0, call.body, wayOf(call))
  return memberAnswer(call, done.made ? 201 : 202, done, done.resource)
}

async function downloadAnswer(resource: Resource, { engine, actor, place, query, delivery }: Call): Promise<Answer> {
  const version = readVersion(query)
  const file = await engine.file(resource, actor, place.id ?? 0, version)
  if (file !== undefined) return deliver(file, delivery)
  throw new Refusal(404, 14, [
    `${resource.name} ${place.id} has no ${version === null ? 'file' : `version ${version}`}`,
  ])
}

export const notAcceptable = (): Refusal =>
  new Refusal(406, 18, ['Accept: only application/json and application/xml can be made'])

/** The image itself for those who ask for images at the record's own path; null when they get the record. */
async function imageAnswer(resource: Resource, call: Call): Promise<Answer | null> {
  const { engine, actor, place, delivery, acceptsRecord } = call
  const { accept } = delivery.headers
  if (acceptsRecord && !accept?.includes('image/')) return null
  const file = await engine.file(resource, actor, place.id ?? 0, null)
  if (file !== undefined && asksFor(file, accept)) return deliver(file, delivery)
  if (acceptsRecord) return null
  throw notAcceptable()
}

async function listAnswer(resource: Resource, { engine, actor, query, head }: Call): Promise<Answer> {
  return listedAnswer(await engine.list(resource, actor, query), head)
}

function listedAnswer({ count, fields, rows, more }: Listed, head: Head): Answer {
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
  const done = async (): Promise<Printing> => {
    const { status, record } = await method.run({ actor, id: place.id, query: call.query, body, ...rest })
    return { status, text: record === null ? '' : recordText(head, status, record) }
  }
  const { status, text } = await (call.key === null ? done() : keptAround(endpoint, call, rest.database, body, done))
  return { status, body: text === '' ? undefined : text }
}

/** What an endpoint writes comes to the same when it is done twice, so its answer may be kept in a transaction of its own. */
async function keptAround(
  endpoint: Endpoint,
  { actor, place, method, head, key }: Call,
  database: Database,
  body: WireValue | undefined,
  done: () => Promise<Printing>,
): Promise<Printing> {
  const what = `${method} ${endpoint.name} ${place.id} ${head.format} ${actor.role}`
  const kept = new Repeat(database.vault, { actor, key: key ?? '', what, secret: false })
  await database.write(actor.accountid, (tx) => kept.begin(tx, body))
  const printed = await done()
  await database.write(actor.accountid, (tx) => kept.end(tx, printed.status, printed.text))
  return printed
}
