// The engine: the five operations on any resource, and its actions, for any caller. It reads definitions and names no resource; who may do
// what is decided here, before a record is looked at, so that a refusal tells nothing about it (T-08).
import { type Actor, roleWithArticle } from '../define/actor.ts'
import { ApiError, forbidden, notFound } from '../define/api-error.ts'
import type { Mailer, MailSite } from '../define/mailer.ts'
import type {
  Operation,
  RenderedFile,
  Rendering,
  Resource,
  SideEffects,
  StoredFile,
  SubList,
} from '../define/resource.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { createRecord } from './create-record.ts'
import { deleteRecord } from './delete-record.ts'
import { IdempotencyRecord } from './idempotency.ts'
import { ListReader, type ListResult } from './list.ts'
import { ListQueryReader } from './list-query.ts'
import { type ReadRecord, RecordReader } from './read.ts'
import type { Format } from './record-serializer.ts'
import { runAction } from './run-action.ts'
import { updateRecord } from './update-record.ts'
import { writePlan } from './write-plan.ts'
import { type Idempotency, RecordWriter, type WriteRequest, type WrittenRecord } from './write-transaction.ts'

/** The body of a request, read when it is asked for; one with a file is not there yet. */
export type BodyReader = () => WireValue | undefined | Promise<WireValue | undefined>

/** The record an action answers: the one it made, or the one it was done to. */
export interface ActionResult extends ReadRecord {
  readonly resource: string
  readonly created: boolean
}

/** How a request wants its write, besides what the behaviours of a resource know of. */
export interface WriteOptions {
  readonly sideEffects: SideEffects
  /** Tags of which the record must have one; null when whatever it is will do. */
  readonly ifMatch: readonly string[] | null
  readonly idempotency: IdempotencyOptions | null
}

/** A key under which the answer is kept, and how the answer is printed; a removal has no record. */
export interface IdempotencyOptions {
  readonly key: string
  readonly format: Format
  readonly serialize: (resource: string, made: boolean, record: ReadRecord | null) => SerializedResponse
}

export interface SerializedResponse {
  readonly status: number
  readonly text: string
}

export class Engine {
  readonly #database: Database
  readonly #listReader: ListReader
  readonly #recordWriter: RecordWriter
  readonly #recordReader: RecordReader
  readonly #listQueryReader: ListQueryReader

  /** Without a site nobody is mailed, whatever a request asks for. */
  constructor(database: Database, resources: ReadonlyMap<string, Resource>, site: MailSite | null = null) {
    this.#database = database
    this.#listReader = new ListReader(database)
    this.#recordReader = new RecordReader(resources, database.vault)
    this.#listQueryReader = new ListQueryReader(database, this.#recordReader)
    this.#recordWriter = new RecordWriter(database, resources, this.#recordReader, site)
  }

  async list(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): Promise<ListResult> {
    requireRole(resource, 'list', actor)
    return this.#listReader.list(resource, actor, await this.#listQueryReader.read(resource, actor, query))
  }

  async read(resource: Resource, actor: Actor, id: number): Promise<ReadRecord> {
    requireRole(resource, 'read', actor)
    const record = await this.#database.read(actor.accountid, (tx) => this.#recordReader.find(tx, resource, actor, id))
    if (record === undefined) throw notFound(resource.name, id)
    return record
  }

  /** The file of a record, if it has one: whoever reads the record may have it. */
  async readFile(
    resource: Resource,
    actor: Actor,
    id: number,
    version: number | null,
  ): Promise<StoredFile | undefined> {
    requireRole(resource, 'read', actor)
    return this.#database.read(actor.accountid, async (tx) => {
      const record = await this.#recordReader.find(tx, resource, actor, id)
      if (record === undefined) throw notFound(resource.name, id)
      return resource.download?.find(tx, id, version)
    })
  }

  /** The records of another resource that hang on one that the caller sees. */
  async subList(
    resource: Resource,
    { target, filter }: SubList,
    actor: Actor,
    id: number,
    query: ReadonlyMap<string, string>,
  ): Promise<ListResult> {
    await this.read(resource, actor, id)
    return this.list(this.#recordReader.resource(target), actor, new Map([...query, [filter, String(id)]]))
  }

  /** A record as a file; it is made after the transaction, which nobody has to wait for. */
  async render(
    resource: Resource,
    { prepareRenderer }: Rendering,
    actor: Actor,
    id: number,
    files: FileStore,
  ): Promise<RenderedFile> {
    requireRole(resource, 'read', actor)
    const print = await this.#database.read(actor.accountid, async (tx) => {
      const record = await this.#recordReader.find(tx, resource, actor, id)
      if (record === undefined) throw notFound(resource.name, id)
      return prepareRenderer(tx, actor, id)
    })
    return print(files)
  }

  /** The body is read only once the operation is permitted: a refusal tells nothing about fields either. */
  async create(resource: Resource, actor: Actor, body: BodyReader, way: WriteOptions): Promise<ReadRecord> {
    requireRole(resource, 'create', actor)
    const sent = this.#writeRequest(way, actor, await body(), {
      what: `create ${resource.name}`,
      answered: resource,
      made: true,
    })
    return this.#visiblePart(resource, actor, await createRecord(this.#recordWriter, resource, actor, sent))
  }

  async update(resource: Resource, actor: Actor, id: number, body: BodyReader, way: WriteOptions): Promise<ReadRecord> {
    requireRole(resource, 'update', actor)
    const asked = { what: `update ${resource.name} ${id}`, answered: resource, made: false }
    const sent = this.#writeRequest(way, actor, await body(), asked)
    return this.#visiblePart(resource, actor, await updateRecord(this.#recordWriter, resource, actor, id, sent))
  }

  async runAction(
    resource: Resource,
    name: string,
    actor: Actor,
    id: number,
    body: BodyReader,
    way: WriteOptions,
  ): Promise<ActionResult> {
    const action = resource.actions?.[name]
    if (action === undefined) throw new ApiError(400, 15)
    if (!action.roles.includes(actor.role))
      throw forbidden(`${resource.name}: ${roleWithArticle(actor.role)} may not ${name} it`)
    const created = 'creates' in action
    const answered = created ? this.#recordReader.resource(action.creates) : resource
    if (created) requireRole(answered, 'create', actor)
    const sent = this.#writeRequest(way, actor, await body(), {
      what: `${name} ${resource.name} ${id}`,
      answered,
      made: created,
    })
    const written = await runAction(this.#recordWriter, resource, action, actor, id, sent)
    return { resource: answered.name, created, ...this.#visiblePart(answered, actor, written) }
  }

  async remove(resource: Resource, actor: Actor, id: number, way: WriteOptions): Promise<void> {
    requireRole(resource, 'delete', actor)
    const asked = { what: `delete ${resource.name} ${id}`, answered: resource, made: false }
    await deleteRecord(this.#recordWriter, resource, actor, id, this.#writeRequest(way, actor, undefined, asked))
  }

  /** A write that is about no record and may mail to whom it concerns. */
  writeWithMailer<T>(accountid: number, work: (tx: WriteTransaction, post: Mailer | null) => Promise<T>): Promise<T> {
    return this.#recordWriter.writeWithMailer(accountid, work)
  }

  #writeRequest(
    { sideEffects, ifMatch, idempotency }: WriteOptions,
    actor: Actor,
    body: WireValue | undefined,
    { what, answered, made }: { what: string; answered: Resource; made: boolean },
  ): WriteRequest {
    if (idempotency === null) return { body, sideEffects, ifMatch, idempotency: null }
    const { key, format, serialize } = idempotency
    const encrypted = writePlan(answered).encrypted.length > 0
    const kept = new IdempotencyRecord(this.#database.vault, {
      actor,
      key,
      operation: `${what} ${format} ${actor.role}`,
      encrypted,
    })
    const claimed: Idempotency = {
      claim: (tx, sent) => kept.claim(tx, sent),
      save: (tx, written) => {
        const record = written === null ? null : this.#visiblePart(answered, actor, written)
        const { status, text } = serialize(answered.name, made, record)
        return kept.save(tx, status, text)
      },
    }
    return { body, sideEffects, ifMatch, idempotency: claimed }
  }

  /** A write knows every field of its record; its answer holds only those the caller may see. */
  #visiblePart(resource: Resource, actor: Actor, { fields: all, row }: WrittenRecord): ReadRecord {
    const fields = this.#recordReader.visibleFields(resource, actor)
    const shown: unknown[] = []
    let at = 0
    // Both follow the definition's order, so one walk along it is enough.
    for (const { name } of fields) {
      while (at < all.length && all[at]?.name !== name) at++
      shown.push(row[at])
    }
    return { fields, row: shown }
  }
}

function requireRole(resource: Resource, operation: Operation, actor: Actor): void {
  const roles = resource.access[operation]
  if (roles === undefined) throw new ApiError(400, 16)
  if (!roles.includes(actor.role))
    throw forbidden(`${resource.name}: ${roleWithArticle(actor.role)} may not ${operation} it`)
}
