// The parts that every write shares: the statements that lock and read a record, the check of If-Match, validation, the
// mailer and the transaction itself. The operations are in create-record.ts, update-record.ts, delete-record.ts and
// run-action.ts. Each write is one transaction, so an error at any step leaves nothing behind (T-23).
import { type Actor, actorValues, originOf, type Viewer } from '../define/actor.ts'
import { badRequest, notFound } from '../define/api-error.ts'
import type { StoredValue } from '../define/kinds.ts'
import { activeSite, type Mailer, type MailSite } from '../define/mailer.ts'
import type { Change, FieldChange, Resource, SideEffects, StoredRecord } from '../define/resource.ts'
import type { ChangeOrigin } from '../io/change-log.ts'
import {
  ConstraintViolation,
  type Database,
  type ReadTransaction,
  type Row,
  type WriteTransaction,
} from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { type Statement, sql, statement } from '../io/sql.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { checkIfMatch, etagOf } from './etag.ts'
import { validateSavedQueries } from './list-query.ts'
import type { RecordReader } from './read.ts'
import { RuleCheck, rulesFor, type ViewerRules } from './record-rules.ts'
import { recordSerializer } from './record-serializer.ts'
import { ReferenceChecker } from './references.ts'
import { allFields, type SelectedField, selectOne, ViewerCache } from './select-sql.ts'
import { Selection } from './selection.ts'

export interface WrittenRecord {
  readonly fields: readonly SelectedField[]
  readonly row: Row
  /** The record before the write; null when it was created. */
  readonly previous: StoredRecord | null
}

/** The steps around a write that has an idempotency key (idempotency.ts). */
export interface Idempotency {
  claim(tx: WriteTransaction, body: WireValue | undefined): Promise<void>
  save(tx: WriteTransaction, written: WrittenRecord | null): Promise<void>
}

/** The body of a write request and its options. */
export interface WriteRequest {
  readonly body: WireValue | undefined
  readonly sideEffects: SideEffects
  /** The record must have one of these ETags; null when the request has no If-Match. */
  readonly ifMatch: readonly string[] | null
  readonly idempotency: Idempotency | null
}

export interface WriteStatements {
  readonly fields: readonly SelectedField[]
  readonly selection: Selection
  readonly rules: ViewerRules
  /** Reads and locks the record if the caller sees it. The last column has the results of the rules about its row. */
  readonly lockingSelect: Statement
  /** Reads the record if the caller sees it. */
  readonly selectVisible: Statement
  /** Reads the record after the write, also when the caller no longer sees it. */
  readonly selectAfter: Statement
}

/** What every step of one write needs. */
export interface WriteContext extends Pick<Change, 'tx' | 'actor' | 'sideEffects' | 'mailer' | 'noticeMailer'> {
  /** True when the transaction has no further statements after the write itself. */
  readonly endsTransaction: boolean
}

/** A record that is locked for a write. */
export interface LockedRecord {
  readonly row: Row
  readonly previous: StoredRecord
  readonly rules: RuleCheck
}

export class RecordWriter {
  readonly database: Database
  readonly resources: ReadonlyMap<string, Resource>
  readonly recordReader: RecordReader
  readonly #site: MailSite | null
  readonly #referenceChecker: ReferenceChecker
  readonly #statements = new ViewerCache<WriteStatements>((resource, viewer) => this.#buildStatements(resource, viewer))

  constructor(
    database: Database,
    resources: ReadonlyMap<string, Resource>,
    recordReader: RecordReader,
    site: MailSite | null,
  ) {
    this.database = database
    this.resources = resources
    this.recordReader = recordReader
    this.#site = site
    this.#referenceChecker = new ReferenceChecker(resources)
  }

  statementsFor(resource: Resource, viewer: Viewer): WriteStatements {
    return this.#statements.get(resource, viewer)
  }

  /**
   * Runs the `before` hook and the reference checks in one round trip where possible, then reports all errors together.
   * The reference checks see what the hook changes before its first `await`, such as a value that it drops. The result
   * is that of the hook, for the `after` hook.
   */
  async validate(resource: Resource, change: Change, rules: RuleCheck | null): Promise<unknown> {
    resource.resolveFields?.(change)
    const [prepared, referenceErrors, broken = []] = await Promise.all([
      resource.before?.(change),
      this.#referenceChecker.check(resource, change.tx, change),
      rules?.enforceOtherRows(),
    ])
    for (const { verbose } of broken) change.errors.prependMessages(verbose)
    change.errors.prepend(referenceErrors)
    validateSavedQueries(this.recordReader, resource, change)
    change.errors.throwIfAny()
    return prepared
  }

  /**
   * Rejects a body that has errors. Its valid references, and the fields that depend on each other, are checked first,
   * so that the caller receives all errors together (decision 9). Hooks do not run, because they need valid values.
   */
  async rejectInvalid(resource: Resource, tx: ReadTransaction, change: FieldChange): Promise<never> {
    resource.resolveFields?.(change)
    change.errors.append(await this.#referenceChecker.check(resource, tx, change))
    validateSavedQueries(this.recordReader, resource, change)
    throw change.errors.toApiError()
  }

  /** Reads a record as it is stored, without a lock; undefined when the caller does not see it. */
  async readStored(
    resource: Resource,
    tx: ReadTransaction,
    actor: Actor,
    id: number,
  ): Promise<StoredRecord | undefined> {
    const { selectVisible, selection, fields } = this.statementsFor(resource, actor)
    const row = await tx.first(selectVisible, { ...actorValues(actor), id })
    return row === undefined ? undefined : toStoredRecord(fields, selection.read(row))
  }

  /** Locks a record that the caller sees, with the rules of `operation` to be enforced. */
  async lockRecord(
    resource: Resource,
    operation: string,
    tx: WriteTransaction,
    actor: Actor,
    id: number,
    encrypted: 'open' | 'closed' = 'open',
  ): Promise<LockedRecord> {
    const { lockingSelect, selection, fields, rules } = this.statementsFor(resource, actor)
    const locked = await tx.first(lockingSelect, { ...actorValues(actor), id })
    if (locked === undefined) throw notFound(resource.name, id)
    const row = encrypted === 'open' ? selection.read(locked) : selection.readEncrypted(locked)
    const previous = toStoredRecord(fields, row)
    const letters = rules.column === null ? '' : String(row[fields.length])
    return { row, previous, rules: new RuleCheck(rules, operation, letters, { tx, actor, id, previous }) }
  }

  /** Runs after the record is locked, so that it cannot change between this comparison and the write. */
  async checkIfMatch(
    resource: Resource,
    tx: WriteTransaction,
    actor: Actor,
    id: number,
    { ifMatch }: WriteRequest,
  ): Promise<void> {
    if (ifMatch === null || ifMatch.includes('*')) return
    const record = await this.recordReader.find(tx, resource, actor, id)
    if (record === undefined) throw notFound(resource.name, id)
    checkIfMatch(ifMatch, etagOf(actor, recordSerializer(record.fields, 'json')(record.row)))
  }

  async readAfterWrite(
    { selectAfter, selection }: WriteStatements,
    tx: WriteTransaction,
    actor: Actor,
    id: number,
  ): Promise<Row> {
    const row = await tx.first(selectAfter, { ...actorValues(actor), id })
    if (row === undefined) throw new Error(`record ${id} is gone in its own transaction`)
    return selection.read(row)
  }

  /**
   * Runs a write with a mailer. The mail sender wakes up after the commit, because mails are rows of the transaction.
   */
  async runWrite(
    resource: Resource,
    actor: Actor,
    request: WriteRequest,
    work: (context: WriteContext) => Promise<WrittenRecord>,
  ): Promise<WrittenRecord> {
    const { sideEffects, idempotency } = request
    const endsTransaction = idempotency === null
    let mails = sideEffects.notify
    const site = activeSite(this.#site)
    const written = await this.inTransaction(resource, actor, request, (tx) => {
      const mailer = this.recordReader.mailerFor(tx, sideEffects.notify ? site : null, sideEffects.isSilent)
      const noticeMailer = (): Mailer | null => {
        mails = true
        return this.noticeMailer(tx)
      }
      return work({ tx, actor, sideEffects, mailer, noticeMailer, endsTransaction })
    })
    if (mails) site?.wakeSender()
    return written
  }

  /** A mailer for mails that the request did not ask for; null when the server sends no mail. */
  noticeMailer(tx: WriteTransaction): Mailer | null {
    const site = activeSite(this.#site)
    return site === null ? null : this.recordReader.mailerFor(tx, site)
  }

  /** Called after a transaction that wrote mails. */
  wakeSender(): void {
    activeSite(this.#site)?.wakeSender()
  }

  /** A write that concerns no record of a resource, such as the caller's own password. */
  async writeWithMailer<T>(
    actor: Actor,
    work: (tx: WriteTransaction, mailer: Mailer) => Promise<T>,
    origin: ChangeOrigin = originOf(actor),
  ): Promise<T> {
    const site = activeSite(this.#site)
    const result = await this.database.write(
      actor.accountid,
      (tx) => work(tx, this.recordReader.mailerFor(tx, site)),
      origin,
    )
    site?.wakeSender()
    return result
  }

  /** One transaction. A violated constraint that the checks did not foresee is a client error, not a server error. */
  async inTransaction<T extends WrittenRecord | null>(
    resource: Resource,
    actor: Actor,
    { idempotency, body }: WriteRequest,
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<T> {
    const wholeWork = idempotency === null ? work : withIdempotency(idempotency, body, work)
    try {
      return await this.database.write(actor.accountid, wholeWork, originOf(actor))
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error
      // A concurrent request claimed the same key first. It has finished, so a second run replays its response.
      if (idempotency !== null && error.constraint.includes('keptanswer'))
        return this.database.write(actor.accountid, wholeWork, originOf(actor))
      if (error.kind === 'unique')
        throw badRequest(`${resource.name}: another record already has these values (${error.constraint})`)
      throw badRequest(`${resource.name}: other records still use it, or a record that it uses was deleted`)
    }
  }

  #buildStatements(resource: Resource, viewer: Viewer): WriteStatements {
    const fields = allFields(resource)
    const rules = rulesFor(resource, viewer)
    const selection = new Selection(resource, viewer, fields, this.database.vault)
    const { columns } = selection
    const locked = rules.column === null ? columns : [...columns, rules.column]
    return {
      fields,
      selection,
      rules,
      lockingSelect: statement(sql`${selectOne(resource, viewer, locked, true)}${forUpdateOf(resource.table)}`),
      selectVisible: statement(selectOne(resource, viewer, columns, true)),
      selectAfter: statement(selectOne(resource, viewer, columns, false)),
    }
  }
}

/** The key is claimed before the write and the response is saved with it, in the same transaction. */
const withIdempotency =
  <T extends WrittenRecord | null>(
    idempotency: Idempotency,
    body: WireValue | undefined,
    work: (tx: WriteTransaction) => Promise<T>,
  ) =>
  async (tx: WriteTransaction): Promise<T> => {
    await idempotency.claim(tx, body)
    const written = await work(tx)
    await idempotency.save(tx, written)
    return written
  }

export const toStoredRecord = (fields: readonly SelectedField[], row: Row): StoredRecord =>
  Object.fromEntries(fields.map((field, index) => [field.name, (row[index] ?? null) as StoredValue]))
