// The engine: the five operations on any resource, and its actions, for any caller. It reads definitions and names no
// resource. The role is checked here before a record is read, so that an error says nothing about the record (T-08).
import { type Actor, roleWithArticle } from '../define/actor.ts'
import { ApiError, forbidden, notFound } from '../define/api-error.ts'
import type { Mailer, MailSite } from '../define/mailer.ts'
import type { FindRecords, Report } from '../define/report.ts'
import type {
  Operation,
  Rendering,
  Resource,
  SideEffects,
  StoredFile,
  StoredRecord,
  SubList,
} from '../define/resource.ts'
import type { ChangeOrigin } from '../io/change-log.ts'
import type { Database, ReadTransaction, Row, WriteTransaction } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import type { Format } from '../kit/accept-header.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { createRecord } from './create-record.ts'
import { deleteRecord } from './delete-record.ts'
import { IdempotencyRecord, type KeyTimes } from './idempotency.ts'
import { sanitizeLargeTexts } from './large-html.ts'
import { ListReader } from './list.ts'
import { ListQueryReader } from './list-query.ts'
import {
  deletedResult,
  type EmptyResult,
  type FileResult,
  type ListResult,
  type RecordResult,
  type RenderingResult,
  type WriteResult,
} from './operation-result.ts'
import { type ReadRecord, RecordReader } from './read.ts'
import { type CalendarRecord, RecordCalendar } from './record-calendar.ts'
import { RecordSearch } from './record-search.ts'
import { runAction } from './run-action.ts'
import type { SelectedField } from './select-sql.ts'
import { updateRecord } from './update-record.ts'
import { writePlan } from './write-plan.ts'
import { RecordWriter, type WriteRequest, type WrittenRecord } from './write-transaction.ts'

/** Reads the body of a request. An upload is read only when this is called. */
export type BodyReader = () => WireValue | undefined | Promise<WireValue | undefined>

/** The options of a write, from the headers of the request. */
export interface WriteOptions {
  readonly sideEffects: SideEffects
  /** The record must have one of these ETags; null when the request has no If-Match. */
  readonly ifMatch: readonly string[] | null
  readonly idempotency: IdempotencyOptions | null
}

/** The Idempotency-Key of a request, and how its response becomes the text that is saved. */
export interface IdempotencyOptions {
  readonly key: string
  readonly times: KeyTimes
  readonly format: Format
  readonly serialize: (result: WriteResult) => string
}

/** Which write it is, and what it returns. */
interface WriteDescription {
  /** Identifies the request for its idempotency key, together with the body. */
  readonly operation: string
  /** The resource of the record that is returned. */
  readonly target: Resource
  readonly status: number
}

export class Engine {
  readonly #database: Database
  readonly #listReader: ListReader
  readonly #recordWriter: RecordWriter
  readonly #recordReader: RecordReader
  readonly #listQueryReader: ListQueryReader
  readonly #recordSearch: RecordSearch
  readonly #recordCalendar: RecordCalendar

  /** Without a site no mail is sent, and without reports no query of a report can be saved. */
  constructor(
    database: Database,
    resources: ReadonlyMap<string, Resource>,
    site: MailSite | null = null,
    reports: ReadonlyMap<string, Report> | null = null,
  ) {
    this.#database = database
    this.#recordReader = new RecordReader(resources, database.vault, reports)
    this.#listReader = new ListReader(database, (name) => this.#recordReader.resource(name))
    this.#listQueryReader = new ListQueryReader(database, this.#recordReader)
    this.#recordSearch = new RecordSearch(database, resources.values())
    this.#recordCalendar = new RecordCalendar(resources.values())
    this.#recordWriter = new RecordWriter(database, resources, this.#recordReader, site)
  }

  /** `startStream` is called before a long list is read; it throws if the caller may not have it now. */
  async list(
    resource: Resource,
    actor: Actor,
    query: ReadonlyMap<string, string>,
    startStream?: () => void,
  ): Promise<ListResult> {
    requireRole(resource, 'list', actor)
    return this.#listReader.list(resource, actor, await this.#listQueryReader.read(resource, actor, query), startStream)
  }

  /** Records of all resources that have the text, for reports. */
  readonly findRecords: FindRecords = (tx, actor, text) => this.#recordSearch.find(tx, actor, text)

  /** The records with a due date that belong into the calendar of the actor. */
  readCalendar(tx: ReadTransaction, actor: Actor): Promise<readonly CalendarRecord[]> {
    return this.#recordCalendar.read(tx, actor)
  }

  /** With `may` the record has the field of that name. */
  async read(resource: Resource, actor: Actor, id: number, may = false): Promise<RecordResult> {
    return this.#readVisible(resource, actor, id, (_tx, record) => toRecordResult(resource, 200, record), may)
  }

  /** The file of a record; the caller must be able to read the record. `version` null means the newest. */
  async readFile(resource: Resource, actor: Actor, id: number, version: number | null): Promise<FileResult> {
    const file = await this.#readVisible(resource, actor, id, (tx) => findFile(resource, actor, tx, id, version))
    if (file !== undefined) return { kind: 'file', file }
    throw new ApiError(404, 14, [`${resource.name} ${id} has no ${version === null ? 'file' : `version ${version}`}`])
  }

  /** The newest file of a record if it has one that is wanted, otherwise the record. */
  async readRecordOrFile(
    resource: Resource,
    actor: Actor,
    id: number,
    isWanted: (file: StoredFile) => boolean,
    may: boolean,
  ): Promise<RecordResult | FileResult> {
    const choose = async (tx: ReadTransaction, record: ReadRecord): Promise<RecordResult | FileResult> => {
      const file = await findFile(resource, actor, tx, id, null)
      return file !== undefined && isWanted(file) ? { kind: 'file', file } : toRecordResult(resource, 200, record)
    }
    return this.#readVisible(resource, actor, id, choose, may)
  }

  /** The records of another resource that belong to a record which the caller sees. */
  async subList(
    resource: Resource,
    { target, filter, fixed = {}, forEveryReader }: SubList,
    actor: Actor,
    id: number,
    query: ReadonlyMap<string, string>,
    startStream?: () => void,
  ): Promise<ListResult> {
    await this.read(resource, actor, id)
    const ofRecord = new Map([...query, [filter, String(id)], ...Object.entries(fixed)])
    const other = this.#recordReader.resource(target)
    if (forEveryReader !== true) requireRole(other, 'list', actor)
    const listQuery = await this.#listQueryReader.read(other, actor, ofRecord)
    return this.#listReader.list(other, actor, listQuery, startStream)
  }

  /** A record as a file. Rendering is slow, so it runs after the transaction. */
  async render(
    resource: Resource,
    { prepareRenderer, mediatype }: Rendering,
    actor: Actor,
    id: number,
    files: FileStore,
  ): Promise<RenderingResult> {
    const renderFile = await this.#readVisible(resource, actor, id, (tx) => prepareRenderer(tx, id))
    const { filename, bytes } = await renderFile(files)
    return { kind: 'rendering', mediatype, filename, content: bytes }
  }

  /** The body is read after the role check, so that an error of permission says nothing about fields. */
  async create(resource: Resource, actor: Actor, body: BodyReader, options: WriteOptions): Promise<RecordResult> {
    requireRole(resource, 'create', actor)
    const description = { operation: `create ${resource.name}`, target: resource, status: 201 }
    const request = this.#writeRequest(
      options,
      actor,
      await sanitizeLargeTexts(description.target, await body()),
      description,
    )
    const written = await createRecord(this.#recordWriter, resource, actor, request)
    return this.#writtenResult(description, actor, written)
  }

  async update(
    resource: Resource,
    actor: Actor,
    id: number,
    body: BodyReader,
    options: WriteOptions,
  ): Promise<RecordResult> {
    requireRole(resource, 'update', actor)
    const description = { operation: `update ${resource.name} ${id}`, target: resource, status: 202 }
    const request = this.#writeRequest(
      options,
      actor,
      await sanitizeLargeTexts(description.target, await body()),
      description,
    )
    const written = await updateRecord(this.#recordWriter, resource, actor, id, request)
    return this.#writtenResult(description, actor, written)
  }

  /** Returns the record that the action created, or else the one that it changed. */
  async runAction(
    resource: Resource,
    name: string,
    actor: Actor,
    id: number,
    body: BodyReader,
    options: WriteOptions,
  ): Promise<RecordResult> {
    const action = resource.actions?.[name]
    if (action === undefined) throw new ApiError(400, 15)
    if (!action.roles.includes(actor.role))
      throw forbidden(`${resource.name}: ${roleWithArticle(actor.role)} may not ${name} it`)
    const creates = 'creates' in action
    const target = creates ? this.#recordReader.resource(action.creates) : resource
    if (creates) requireRole(target, 'create', actor)
    const description = { operation: `${name} ${resource.name} ${id}`, target, status: creates ? 201 : 202 }
    const request = this.#writeRequest(
      options,
      actor,
      await sanitizeLargeTexts(description.target, await body()),
      description,
    )
    const written = await runAction(this.#recordWriter, resource, name, action, actor, id, request)
    return this.#writtenResult(description, actor, written)
  }

  async remove(resource: Resource, actor: Actor, id: number, options: WriteOptions): Promise<EmptyResult> {
    requireRole(resource, 'delete', actor)
    const description = { operation: `delete ${resource.name} ${id}`, target: resource, status: deletedResult.status }
    const request = this.#writeRequest(options, actor, undefined, description)
    await deleteRecord(this.#recordWriter, resource, actor, id, request)
    return deletedResult
  }

  /** A write that concerns no record of a resource and may send mails. `origin` is the actor if it is not given. */
  writeWithMailer<T>(
    actor: Actor,
    work: (tx: WriteTransaction, mailer: Mailer) => Promise<T>,
    origin?: ChangeOrigin,
  ): Promise<T> {
    return this.#recordWriter.writeWithMailer(actor, work, origin)
  }

  /** Reads a record that the caller sees, and what else is needed of it, in one transaction. */
  async #readVisible<T>(
    resource: Resource,
    actor: Actor,
    id: number,
    then: (tx: ReadTransaction, record: ReadRecord) => T | Promise<T>,
    may = false,
  ): Promise<T> {
    requireRole(resource, 'read', actor)
    return this.#database.read(actor.accountid, async (tx) => {
      const record = may
        ? await this.#recordReader.findWithMay(tx, resource, actor, id)
        : await this.#recordReader.find(tx, resource, actor, id)
      if (record === undefined) throw notFound(resource.name, id)
      return then(tx, record)
    })
  }

  #writeRequest(
    { sideEffects, ifMatch, idempotency }: WriteOptions,
    actor: Actor,
    body: WireValue | undefined,
    description: WriteDescription,
  ): WriteRequest {
    if (idempotency === null) return { body, sideEffects, ifMatch, idempotency: null }
    const { key, times, format, serialize } = idempotency
    const saved = new IdempotencyRecord(this.#database.vault, {
      actor,
      key,
      times,
      operation: `${description.operation} ${format} ${actor.role}`,
      encrypted: writePlan(description.target).encrypted.length > 0,
      requireVisible: async (tx, id) => {
        const record = await this.#recordReader.find(tx, description.target, actor, id)
        if (record === undefined) throw notFound(description.target.name, id)
      },
    })
    return {
      body,
      sideEffects,
      ifMatch,
      idempotency: {
        claim: (tx, submitted) => saved.claim(tx, submitted),
        save: (tx, written) => {
          const result = written === null ? deletedResult : this.#writtenResult(description, actor, written)
          return saved.save(tx, result.status, serialize(result), written === null ? null : idOf(written))
        },
      },
    }
  }

  /** A write reads every field of its record; the result has only the fields that the caller sees. */
  #writtenResult(
    { target, status }: WriteDescription,
    actor: Actor,
    { fields: all, row, previous }: WrittenRecord,
  ): RecordResult {
    const fields = this.#recordReader.visibleFields(target, actor)
    const visibleRow: unknown[] = []
    let index = 0
    // Both lists have the order of the definition, so one pass is enough.
    for (const { name } of fields) {
      while (index < all.length && all[index]?.name !== name) index++
      visibleRow.push(row[index])
    }
    return toRecordResult(target, status, { fields, ...withNewSecretsOnly(fields, visibleRow, previous) })
  }
}

/** A secret is returned by the write that sets it. The ETag is that of a later read, which returns null. */
function withNewSecretsOnly(
  fields: readonly SelectedField[],
  row: Row,
  previous: StoredRecord | null,
): Pick<ReadRecord, 'row' | 'etagRow'> {
  if (!fields.some(({ field }) => field.shownOnce)) return { row }
  const without = (isHidden: (name: string, value: unknown) => boolean): Row =>
    row.map((value, at) => (fields[at]?.field.shownOnce && isHidden(fields[at].name, value) ? null : value))
  return { row: without((name, value) => value === previous?.[name]), etagRow: without(() => true) }
}

const idOf = ({ fields, row }: WrittenRecord): number => Number(row[fields.findIndex(({ name }) => name === 'id')])

const toRecordResult = ({ name }: Resource, status: number, record: ReadRecord): RecordResult => ({
  kind: 'record',
  status,
  resource: name,
  ...record,
})

/** The file of a record that the caller sees; none for roles from which it is hidden. */
async function findFile(
  { download }: Resource,
  { role }: Actor,
  tx: ReadTransaction,
  id: number,
  version: number | null,
): Promise<StoredFile | undefined> {
  return download === undefined || download.hideFrom?.includes(role) === true
    ? undefined
    : download.find(tx, id, version)
}

function requireRole(resource: Resource, operation: Operation, actor: Actor): void {
  const roles = resource.access[operation]
  if (roles === undefined) throw new ApiError(400, 16)
  if (!roles.includes(actor.role))
    throw forbidden(`${resource.name}: ${roleWithArticle(actor.role)} may not ${operation} it`)
}
