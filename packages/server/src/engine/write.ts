// Creating, updating and removing one record: read what was, check what is asked, let the behaviours speak, write what
// really changed, tell the result. All of it in one transaction; any refusal on the way leaves nothing behind (T-23).
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import { badRequest, notFound, ValidationErrors } from '../define/api-error.ts'
import type { Field } from '../define/fields.ts'
import type { FieldValue, StoredValue } from '../define/kinds.ts'
import type { Mailer, MailSite } from '../define/mailer.ts'
import {
  type Action,
  type Change,
  type Resource,
  type SideEffects,
  type StoredRecord,
  toIds,
} from '../define/resource.ts'
import {
  ConstraintViolation,
  type Database,
  type LinkedPeople,
  type Row,
  type WriteTransaction,
} from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { accountSlot, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { changedFields, writeActionNote } from './action-note.ts'
import { encryptedColumns } from './encryption.ts'
import { checkIfMatch, etagOf } from './etag.ts'
import { validateSavedQueries } from './list-query.ts'
import { parseActionBody, parseWriteBody, prepareValues, rawBodyFields } from './parse-body.ts'
import type { RecordReader } from './read.ts'
import { recordSerializer } from './record-serializer.ts'
import { ReferenceChecker } from './references.ts'
import { allFields, linkTableOf, type SelectedField, selectOne, ViewerCache } from './select-sql.ts'
import { Selection } from './selection.ts'
import { writePlan } from './write-plan.ts'

export interface WrittenRecord {
  readonly fields: readonly SelectedField[]
  readonly row: Row
}

/** What is done around a write that came with a key (idempotency.ts). */
export interface Idempotency {
  claim(tx: WriteTransaction, body: WireValue | undefined): Promise<void>
  save(tx: WriteTransaction, written: WrittenRecord | null): Promise<void>
}

/** What a request sends with its write besides the record it is about. */
export interface WriteRequest {
  readonly body: WireValue | undefined
  readonly sideEffects: SideEffects
  /** Tags of which the record must have one; null when whatever it is will do. */
  readonly ifMatch: readonly string[] | null
  readonly idempotency: Idempotency | null
}

interface WriteStatements {
  readonly fields: readonly SelectedField[]
  readonly selection: Selection
  /** The record as the caller may see it, locked. */
  readonly lockingSelect: Statement
  /** The record after the write, whether or not the caller still sees it. */
  readonly selectAfter: Statement
}

/** What every step of one write has at hand. */
interface WriteContext extends Pick<Change, 'tx' | 'actor' | 'sideEffects' | 'mailer' | 'noticeMailer'> {
  /** True when nothing is asked of the transaction after the work itself. */
  readonly endsTransaction: boolean
}

export class RecordWriter {
  readonly #database: Database
  readonly #recordReader: RecordReader
  readonly #site: MailSite | null
  readonly #referenceChecker: ReferenceChecker
  readonly #statements = new ViewerCache<WriteStatements>((resource, viewer) => this.#buildStatements(resource, viewer))

  constructor(
    database: Database,
    resources: ReadonlyMap<string, Resource>,
    reads: RecordReader,
    site: MailSite | null,
  ) {
    this.#database = database
    this.#recordReader = reads
    this.#site = site
    this.#referenceChecker = new ReferenceChecker(resources)
  }

  async create(resource: Resource, actor: Actor, sent: WriteRequest): Promise<WrittenRecord> {
    const values = parseWriteBody(resource, actor, sent.body, null)
    await prepareValues(resource, values)
    return this.#runWrite(resource, actor, sent, (doing) => this.#createRecord(resource, doing, values))
  }

  async update(resource: Resource, actor: Actor, id: number, sent: WriteRequest): Promise<WrittenRecord> {
    const values = parseWriteBody(resource, actor, sent.body, id)
    await prepareValues(resource, values)
    return this.#runWrite(resource, actor, sent, (doing) => this.#updateRecord(resource, doing, id, values, sent))
  }

  /** Does what an action says to a record the caller sees, and answers what it made or changed. */
  async runAction(
    resource: Resource,
    action: Action,
    actor: Actor,
    id: number,
    sent: WriteRequest,
  ): Promise<WrittenRecord> {
    const { body } = sent
    return this.#runWrite(resource, actor, sent, async (doing) => {
      const { tx } = doing
      const texts = this.#statements.get(resource, actor)
      const previous = toStoredRecord(texts.fields, await this.#lockRecord(resource, texts, tx, actor, id))
      await this.#checkIfMatch(resource, tx, actor, id, sent)
      const act = { ...doing, id, previous }
      if (!('creates' in action)) {
        await action.run({ ...act, values: parseActionBody(resource, action, actor, body) })
        return { fields: texts.fields, row: await this.#readAfterWrite(texts, tx, actor, id) }
      }
      const target = this.#recordReader.resource(action.creates)
      const fields = rawBodyFields(target, body)
      const known = await action.prepare(act, fields)
      const values = parseWriteBody(target, actor, new Map([...Object.entries(known), ...fields]), null)
      return this.#createRecord(target, act, values, (newId) => action.afterCreate(act, newId))
    })
  }

  async remove(resource: Resource, actor: Actor, id: number, sent: WriteRequest): Promise<void> {
    const texts = this.#statements.get(resource, actor)
    await this.#inTransaction(resource, actor, sent, async (tx) => {
      const previous = toStoredRecord(texts.fields, await this.#lockRecord(resource, texts, tx, actor, id, 'closed'))
      await this.#checkIfMatch(resource, tx, actor, id, sent)
      await resource.authorizeRemoval?.({ tx, actor, id, previous })
      await this.#rejectReferenced(resource, tx, id)
      await resource.beforeRemove?.({ tx, actor, id, previous })
      await tx.remove(resource.table, id)
      return null
    })
  }

  async #createRecord(
    resource: Resource,
    doing: WriteContext,
    values: Record<string, FieldValue>,
    then?: (id: number) => Promise<void>,
  ): Promise<WrittenRecord> {
    const { tx, actor, sideEffects, mailer, noticeMailer, endsTransaction } = doing
    const texts = this.#statements.get(resource, actor)
    const { vault } = this.#database
    const asked = { requested: values, values: { ...values }, errors: new ValidationErrors() }
    const change: Change = { tx, actor, sideEffects, mailer, noticeMailer, id: null, previous: null, ...asked }
    const [id] = await Promise.all([tx.newId(), this.#validate(resource, change)])
    // Statements run in the order they are asked for: the links find their record, and it is read with them. Asked for
    // together they are one trip to the database.
    const written = [insertRow(resource, change, id, vault), tx.link(id, linkedPeopleOf(resource, change))]
    const more = resource.after?.(change, id)
    if (more !== undefined || then !== undefined) {
      await Promise.all([...written, more])
      await then?.(id)
    }
    const answer = Promise.all([this.#readAfterWrite(texts, tx, actor, id), ...written])
    if (mailer === null || resource.notify === undefined) {
      if (endsTransaction) tx.releasePipeline()
      return { fields: texts.fields, row: (await answer)[0] }
    }
    const [row] = await answer
    await resource.notify({
      tx,
      actor,
      mailer,
      id,
      previous: null,
      current: toStoredRecord(texts.fields, row),
      changedFields: [],
    })
    return { fields: texts.fields, row }
  }

  async #updateRecord(
    resource: Resource,
    { tx, actor, sideEffects, mailer, noticeMailer }: WriteContext,
    id: number,
    values: Record<string, FieldValue>,
    sent: WriteRequest,
  ): Promise<WrittenRecord> {
    const texts = this.#statements.get(resource, actor)
    const { fields } = texts
    const wasRow = await this.#lockRecord(resource, texts, tx, actor, id)
    await this.#checkIfMatch(resource, tx, actor, id, sent)
    const previous = toStoredRecord(fields, wasRow)
    const changed = changedValues(resource, previous, values)
    const asked = { requested: values, values: changed, errors: new ValidationErrors() }
    const change: Change = { tx, actor, sideEffects, mailer, noticeMailer, id, previous, ...asked }
    checkCreateOnlyFields(resource, change)
    if (Object.keys(changed).length === 0) {
      change.errors.throwIfAny()
      return { fields, row: wasRow }
    }
    await this.#validate(resource, change)
    // A behaviour may have put back what was asked for: that is no change either.
    if (Object.keys(changedValues(resource, previous, change.values)).length === 0) return { fields, row: wasRow }
    await updateRow(resource, change, id, this.#database.vault)
    await resource.after?.(change, id)
    const row = await this.#readAfterWrite(texts, tx, actor, id)
    const current = toStoredRecord(fields, row)
    const noted = changedFields(resource, previous, current)
    if (sideEffects.leaveNote) await writeActionNote(tx, resource, actor, id, noted)
    if (mailer !== null) await resource.notify?.({ tx, actor, mailer, id, previous, current, changedFields: noted })
    return { fields, row }
  }

  /**
   * Behaviours and references speak, in one trip to the database where they can; then all faults are told at once. What a
   * behaviour changes before it waits for anything, such as dropping a value that does not count, is what references see.
   */
  async #validate(resource: Resource, change: Change): Promise<void> {
    const [, faults] = await Promise.all([resource.before?.(change), this.#referenceChecker.check(resource, change)])
    change.errors.prepend(faults)
    validateSavedQueries(this.#recordReader, resource, change)
    change.errors.throwIfAny()
  }

  async #lockRecord(
    resource: Resource,
    { lockingSelect, selection }: WriteStatements,
    tx: WriteTransaction,
    actor: Actor,
    id: number,
    encrypted: 'open' | 'closed' = 'open',
  ): Promise<Row> {
    const row = await tx.first(lockingSelect, { ...actorValues(actor), id })
    if (row === undefined) throw notFound(resource.name, id)
    return encrypted === 'open' ? selection.read(row) : selection.readEncrypted(row)
  }

  /** The record is locked by now: what it is compared with stays so until it is written. */
  async #checkIfMatch(
    resource: Resource,
    tx: WriteTransaction,
    actor: Actor,
    id: number,
    { ifMatch }: WriteRequest,
  ): Promise<void> {
    if (ifMatch === null) return
    const record = await this.#recordReader.find(tx, resource, actor, id)
    if (record === undefined) throw notFound(resource.name, id)
    checkIfMatch(ifMatch, etagOf(actor, recordSerializer(record.fields, 'json')(record.row)))
  }

  async #readAfterWrite(texts: WriteStatements, tx: WriteTransaction, actor: Actor, id: number): Promise<Row> {
    const row = await tx.first(texts.selectAfter, { ...actorValues(actor), id })
    if (row === undefined) throw new Error(`record ${id} is gone in its own transaction`)
    return texts.selection.read(row)
  }

  /** What others still refer to is not removed; the answer names what holds it (decision 47). */
  async #rejectReferenced(resource: Resource, tx: WriteTransaction, id: number): Promise<void> {
    const faults = new ValidationErrors()
    for (const { table, column, part } of this.#database.referencesTo(resource.table)) {
      if (part) continue
      const row = await tx.first(countReferencesStatement(table, column), { id })
      const held = Number(row?.[0] ?? 0)
      if (held > 0)
        faults.add(
          'id',
          `${resource.name} ${id} cannot be deleted: ${held} ${table} ${held === 1 ? 'record refers' : 'records refer'} to it`,
        )
    }
    faults.throwIfAny()
  }

  /** A write in the manner the request asked for; mails it wrote are on their way once it is committed. */
  async #runWrite(
    resource: Resource,
    actor: Actor,
    sent: WriteRequest,
    work: (doing: WriteContext) => Promise<WrittenRecord>,
  ): Promise<WrittenRecord> {
    const { sideEffects, idempotency } = sent
    const endsTransaction = idempotency === null
    let mails = sideEffects.notify
    const postOf = (tx: WriteTransaction): Mailer | null =>
      this.#site === null ? null : this.#recordReader.mailerFor(tx, this.#site)
    const done = await this.#inTransaction(resource, actor, sent, (tx) => {
      const mailer = sideEffects.notify ? postOf(tx) : null
      const noticeMailer = (): Mailer | null => {
        mails = true
        return postOf(tx)
      }
      return work({ tx, actor, sideEffects, mailer, noticeMailer, endsTransaction })
    })
    if (mails) this.#site?.wakeSender()
    return done
  }

  /** A write that is about no record, such as one's own password; what it mails was not asked for. */
  async writeWithMailer<T>(
    accountid: number,
    work: (tx: WriteTransaction, post: Mailer | null) => Promise<T>,
  ): Promise<T> {
    const site = this.#site
    const done = await this.#database.write(accountid, (tx) =>
      work(tx, site === null ? null : this.#recordReader.mailerFor(tx, site)),
    )
    site?.wakeSender()
    return done
  }

  /** One transaction; a rule of the database that the checks did not foresee is a refusal too, never a fault of ours. */
  async #inTransaction<T extends WrittenRecord | null>(
    resource: Resource,
    actor: Actor,
    { idempotency, body }: WriteRequest,
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<T> {
    const whole = idempotency === null ? work : withIdempotency(idempotency, body, work)
    try {
      return await this.#database.write(actor.accountid, whole)
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error
      // Somebody else took the key in between and has been answered by now: so is this one.
      if (idempotency !== null && error.constraint.includes('keptanswer'))
        return this.#database.write(actor.accountid, whole)
      if (error.kind === 'unique')
        throw badRequest(`${resource.name}: another record already has these values (${error.constraint})`)
      throw badRequest(`${resource.name}: other records still refer to it, or it refers to one that is gone`)
    }
  }

  #buildStatements(resource: Resource, viewer: Viewer): WriteStatements {
    const fields = allFields(resource)
    const selection = new Selection(resource, viewer, fields, this.#database.vault)
    const { columns } = selection
    return {
      fields,
      selection,
      lockingSelect: statement(sql`${selectOne(resource, viewer, columns, true)}${forUpdateOf(resource.table)}`),
      selectAfter: statement(selectOne(resource, viewer, columns, false)),
    }
  }
}

/** Taking the key comes first, and keeping the answer is part of the write. */
const withIdempotency =
  <T extends WrittenRecord | null>(
    around: Idempotency,
    body: WireValue | undefined,
    work: (tx: WriteTransaction) => Promise<T>,
  ) =>
  async (tx: WriteTransaction): Promise<T> => {
    await around.claim(tx, body)
    const done = await work(tx)
    await around.save(tx, done)
    return done
  }

const toStoredRecord = (fields: readonly SelectedField[], row: Row): StoredRecord =>
  Object.fromEntries(fields.map((field, at) => [field.name, (row[at] ?? null) as StoredValue]))

/** Sending what is already there is no change: no note, no new time of modification (I-29). */
function changedValues(
  resource: Resource,
  was: StoredRecord,
  values: Record<string, FieldValue>,
): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(values).filter(([fieldName, value]) => {
      const field = resource.fields[fieldName]
      return field === undefined || !isSameValue(field, value, was[fieldName] ?? null)
    }),
  )
}

function isSameValue(field: Field, value: FieldValue, was: StoredValue): boolean {
  const links = linkTableOf(field)
  if (links === undefined) return value === was
  const ids = toIds(value)
  const had = toIds(was)
  if (ids.length !== had.length) return false
  return links.ordered ? ids.every((id, at) => id === had[at]) : ids.every((id) => had.includes(id))
}

function checkCreateOnlyFields(resource: Resource, change: Change): void {
  for (const fieldName of Object.keys(change.values)) {
    if (resource.fields[fieldName]?.settable === 'once')
      change.errors.add(fieldName, 'cannot be changed once it is set')
  }
}

/** The columns that a change writes, with the texts derived from them. */
function columnValues(resource: Resource, change: Change, id: number, vault: Vault): Record<string, StoredValue> {
  const columns: Record<string, StoredValue> = {}
  const plan = writePlan(resource)
  for (const [fieldName, column] of plan.columns) {
    if (Object.hasOwn(change.values, fieldName)) columns[column] = change.values[fieldName] as StoredValue
  }
  const written = (field: string): StoredValue =>
    (Object.hasOwn(change.values, field) ? change.values[field] : change.previous?.[field]) as StoredValue
  Object.assign(columns, encryptedColumns(resource, change, id, { vault, written }))
  for (const [column, derive] of plan.derived) columns[column] = derive(written)
  if (resource.modifiedColumn !== undefined) columns[resource.modifiedColumn] = change.actor.now
  return columns
}

const insertRow = (resource: Resource, change: Change, id: number, vault: Vault): Promise<number> =>
  change.tx.insert(
    resource.table,
    Object.assign(columnValues(resource, change, id, vault), writePlan(resource).numbers, { id }),
  )

const linkedPeopleOf = (resource: Resource, change: Change): LinkedPeople[] =>
  changedLinkTables(resource, change).map(([field, { table, key }]) => ({
    table,
    key,
    ids: toIds(change.values[field]),
  }))

async function updateRow(resource: Resource, change: Change, id: number, vault: Vault): Promise<void> {
  await change.tx.update(resource.table, id, columnValues(resource, change, id, vault))
  const links = linkedPeopleOf(resource, change)
  for (const { table, key } of links) await change.tx.run(table, deleteLinksStatement(table, key), { id })
  await change.tx.link(id, links)
}

const changedLinkTables = (resource: Resource, { values }: Change) =>
  writePlan(resource).links.filter(([fieldName]) => Object.hasOwn(values, fieldName))

const memoizeStatement = (build: (table: string, column: string) => Statement) => {
  const statements = new Map<string, Statement>()
  return (table: string, column: string): Statement => {
    const key = `${table}.${column}`
    const known = statements.get(key) ?? build(table, column)
    statements.set(key, known)
    return known
  }
}

const deleteLinksStatement = memoizeStatement((table, key) =>
  statement(sql`delete from ${sqlName(table)} where accountid = ${accountSlot} and ${sqlName(key)} = ${slot('id')}`),
)

const countReferencesStatement = memoizeStatement((table, column) =>
  statement(
    sql`select count(*) from ${sqlName(table)} where accountid = ${accountSlot} and ${sqlName(column)} = ${slot('id')}`,
  ),
)
