// Creating, updating and removing one record: read what was, check what is asked, let the behaviours speak, write what
// really changed, tell the result. All of it in one transaction; any refusal on the way leaves nothing behind (T-23).
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import type { Field } from '../define/fields.ts'
import type { Stored, Value } from '../define/kinds.ts'
import type { MailSite, Post } from '../define/post.ts'
import { Faults, invalid, notFound } from '../define/refusal.ts'
import { type Action, type Change, idsOf, type Manner, type Resource, type StoredRecord } from '../define/resource.ts'
import { type Database, type LinkedPeople, type Row, RuleBroken, type WriteTransaction } from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { account, name, type Statement, slot, sql, statement } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { changedFields, writeActionNote } from './action-note.ts'
import { readActionBody, readBody, sealValues, sentFields } from './body.ts'
import { encryptedColumns } from './encryption.ts'
import type { Reads } from './read.ts'
import { recordPrinter } from './record-print.ts'
import { refuseStale, tagOf } from './record-tag.ts'
import { References } from './references.ts'
import { judgeSavedQueries } from './saved-query.ts'
import { Selection } from './selection.ts'
import { allFields, linksOf, PerViewer, type ShapeField, selectOne } from './shape.ts'
import { writePlan } from './write-plan.ts'

export interface Written {
  readonly fields: readonly ShapeField[]
  readonly row: Row
}

/** What is done around a write that came with a key (repeat.ts). */
export interface Around {
  begin(tx: WriteTransaction, body: WireValue | undefined): Promise<void>
  end(tx: WriteTransaction, written: Written | null): Promise<void>
}

/** What a request sends with its write besides the record it is about. */
export interface Sent {
  readonly body: WireValue | undefined
  readonly manner: Manner
  /** Tags of which the record must have one; null when whatever it is will do. */
  readonly onlyIf: readonly string[] | null
  readonly around: Around | null
}

interface Texts {
  readonly fields: readonly ShapeField[]
  readonly selection: Selection
  /** The record as the caller may see it, locked. */
  readonly was: Statement
  /** The record after the write, whether or not the caller still sees it. */
  readonly now: Statement
}

/** What every step of one write has at hand. */
interface Doing extends Pick<Change, 'tx' | 'actor' | 'manner' | 'post' | 'notice'> {
  /** True when nothing is asked of the transaction after the work itself. */
  readonly isLast: boolean
}

export class Writes {
  readonly #database: Database
  readonly #reads: Reads
  readonly #site: MailSite | null
  readonly #references: References
  readonly #texts = new PerViewer<Texts>((resource, viewer) => this.#newTexts(resource, viewer))

  constructor(database: Database, resources: ReadonlyMap<string, Resource>, reads: Reads, site: MailSite | null) {
    this.#database = database
    this.#reads = reads
    this.#site = site
    this.#references = new References(resources)
  }

  async create(resource: Resource, actor: Actor, sent: Sent): Promise<Written> {
    const values = readBody(resource, actor, sent.body, null)
    await sealValues(resource, values)
    return this.#does(resource, actor, sent, (doing) => this.#make(resource, doing, values))
  }

  async update(resource: Resource, actor: Actor, id: number, sent: Sent): Promise<Written> {
    const values = readBody(resource, actor, sent.body, id)
    await sealValues(resource, values)
    return this.#does(resource, actor, sent, (doing) => this.#revise(resource, doing, id, values, sent))
  }

  /** Does what an action says to a record the caller sees, and answers what it made or changed. */
  async act(resource: Resource, action: Action, actor: Actor, id: number, sent: Sent): Promise<Written> {
    const { body } = sent
    return this.#does(resource, actor, sent, async (doing) => {
      const { tx } = doing
      const texts = this.#texts.of(resource, actor)
      const was = recordOfRow(texts.fields, await this.#was(resource, texts, tx, actor, id))
      await this.#refuseStale(resource, tx, actor, id, sent)
      const act = { ...doing, id, was }
      if (!('makes' in action)) {
        await action.run({ ...act, values: readActionBody(resource, action, actor, body) })
        return { fields: texts.fields, row: await this.#now(texts, tx, actor, id) }
      }
      const target = this.#reads.resource(action.makes)
      const fields = sentFields(target, body)
      const known = await action.prepare(act, fields)
      const values = readBody(target, actor, new Map([...Object.entries(known), ...fields]), null)
      return this.#make(target, act, values, (newId) => action.made(act, newId))
    })
  }

  async remove(resource: Resource, actor: Actor, id: number, sent: Sent): Promise<void> {
    const texts = this.#texts.of(resource, actor)
    await this.#write(resource, actor, sent, async (tx) => {
      const was = recordOfRow(texts.fields, await this.#was(resource, texts, tx, actor, id, 'closed'))
      await this.#refuseStale(resource, tx, actor, id, sent)
      await resource.permitRemoval?.({ tx, actor, id, was })
      await this.#refuseHeld(resource, tx, id)
      await resource.removing?.({ tx, actor, id, was })
      await tx.remove(resource.table, id)
      return null
    })
  }

  async #make(
    resource: Resource,
    doing: Doing,
    values: Record<string, Value>,
    then?: (id: number) => Promise<void>,
  ): Promise<Written> {
    const { tx, actor, manner, post, notice, isLast } = doing
    const texts = this.#texts.of(resource, actor)
    const { vault } = this.#database
    const asked = { named: values, values: { ...values }, faults: new Faults() }
    const change: Change = { tx, actor, manner, post, notice, id: null, was: null, ...asked }
    const [id] = await Promise.all([tx.newId(), this.#settle(resource, change)])
    // Statements run in the order they are asked for: the links find their record, and it is read with them. Asked for
    // together they are one trip to the database.
    const written = [insertRecord(resource, change, id, vault), tx.link(id, linked(resource, change))]
    const more = resource.after?.(change, id)
    if (more !== undefined || then !== undefined) {
      await Promise.all([...written, more])
      await then?.(id)
    }
    const answer = Promise.all([this.#now(texts, tx, actor, id), ...written])
    if (post === null || resource.tell === undefined) {
      if (isLast) tx.handOver()
      return { fields: texts.fields, row: (await answer)[0] }
    }
    const [row] = await answer
    await resource.tell({ tx, actor, post, id, was: null, now: recordOfRow(texts.fields, row), changed: [] })
    return { fields: texts.fields, row }
  }

  async #revise(
    resource: Resource,
    { tx, actor, manner, post, notice }: Doing,
    id: number,
    values: Record<string, Value>,
    sent: Sent,
  ): Promise<Written> {
    const texts = this.#texts.of(resource, actor)
    const { fields } = texts
    const wasRow = await this.#was(resource, texts, tx, actor, id)
    await this.#refuseStale(resource, tx, actor, id, sent)
    const was = recordOfRow(fields, wasRow)
    const changed = onlyChanged(resource, was, values)
    const asked = { named: values, values: changed, faults: new Faults() }
    const change: Change = { tx, actor, manner, post, notice, id, was, ...asked }
    refuseFixed(resource, change)
    if (Object.keys(changed).length === 0) {
      change.faults.refuse()
      return { fields, row: wasRow }
    }
    await this.#settle(resource, change)
    // A behaviour may have put back what was asked for: that is no change either.
    if (Object.keys(onlyChanged(resource, was, change.values)).length === 0) return { fields, row: wasRow }
    await updateRecord(resource, change, id, this.#database.vault)
    await resource.after?.(change, id)
    const row = await this.#now(texts, tx, actor, id)
    const now = recordOfRow(fields, row)
    const noted = changedFields(resource, was, now)
    if (manner.leaveNote) await writeActionNote(tx, resource, actor, id, noted)
    if (post !== null) await resource.tell?.({ tx, actor, post, id, was, now, changed: noted })
    return { fields, row }
  }

  /**
   * Behaviours and references speak, in one trip to the database where they can; then all faults are told at once. What a
   * behaviour changes before it waits for anything, such as dropping a value that does not count, is what references see.
   */
  async #settle(resource: Resource, change: Change): Promise<void> {
    const [, faults] = await Promise.all([resource.before?.(change), this.#references.check(resource, change)])
    change.faults.startWith(faults)
    judgeSavedQueries(this.#reads, resource, change)
    change.faults.refuse()
  }

  async #was(
    resource: Resource,
    { was, selection }: Texts,
    tx: WriteTransaction,
    actor: Actor,
    id: number,
    encrypted: 'open' | 'closed' = 'open',
  ): Promise<Row> {
    const row = await tx.first(was, { ...actorValues(actor), id })
    if (row === undefined) throw notFound(resource.name, id)
    return encrypted === 'open' ? selection.read(row) : selection.readClosed(row)
  }

  /** The record is locked by now: what it is compared with stays so until it is written. */
  async #refuseStale(
    resource: Resource,
    tx: WriteTransaction,
    actor: Actor,
    id: number,
    { onlyIf }: Sent,
  ): Promise<void> {
    if (onlyIf === null) return
    const record = await this.#reads.one(tx, resource, actor, id)
    if (record === undefined) throw notFound(resource.name, id)
    refuseStale(onlyIf, tagOf(actor, recordPrinter(record.fields, 'json')(record.row)))
  }

  async #now(texts: Texts, tx: WriteTransaction, actor: Actor, id: number): Promise<Row> {
    const row = await tx.first(texts.now, { ...actorValues(actor), id })
    if (row === undefined) throw new Error(`record ${id} is gone in its own transaction`)
    return texts.selection.read(row)
  }

  /** What others still refer to is not removed; the answer names what holds it (decision 47). */
  async #refuseHeld(resource: Resource, tx: WriteTransaction, id: number): Promise<void> {
    const faults = new Faults()
    for (const { table, column, part } of this.#database.referencesTo(resource.table)) {
      if (part) continue
      const row = await tx.first(holdersText(table, column), { id })
      const held = Number(row?.[0] ?? 0)
      if (held > 0)
        faults.add(
          'id',
          `${resource.name} ${id} cannot be deleted: ${held} ${table} ${held === 1 ? 'record refers' : 'records refer'} to it`,
        )
    }
    faults.refuse()
  }

  /** A write in the manner the request asked for; mails it wrote are on their way once it is committed. */
  async #does(
    resource: Resource,
    actor: Actor,
    sent: Sent,
    work: (doing: Doing) => Promise<Written>,
  ): Promise<Written> {
    const { manner, around } = sent
    const isLast = around === null
    let mails = manner.notify
    const postOf = (tx: WriteTransaction): Post | null =>
      this.#site === null ? null : this.#reads.post(tx, this.#site)
    const done = await this.#write(resource, actor, sent, (tx) => {
      const post = manner.notify ? postOf(tx) : null
      const notice = (): Post | null => {
        mails = true
        return postOf(tx)
      }
      return work({ tx, actor, manner, post, notice, isLast })
    })
    if (mails) this.#site?.wake()
    return done
  }

  /** A write that is about no record, such as one's own password; what it mails was not asked for. */
  async aside<T>(accountid: number, work: (tx: WriteTransaction, post: Post | null) => Promise<T>): Promise<T> {
    const site = this.#site
    const done = await this.#database.write(accountid, (tx) =>
      work(tx, site === null ? null : this.#reads.post(tx, site)),
    )
    site?.wake()
    return done
  }

  /** One transaction; a rule of the database that the checks did not foresee is a refusal too, never a fault of ours. */
  async #write<T extends Written | null>(
    resource: Resource,
    actor: Actor,
    { around, body }: Sent,
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<T> {
    const whole = around === null ? work : surrounded(around, body, work)
    try {
      return await this.#database.write(actor.accountid, whole)
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error
      // Somebody else took the key in between and has been answered by now: so is this one.
      if (around !== null && error.where.includes('keptanswer')) return this.#database.write(actor.accountid, whole)
      if (error.rule === 'unique')
        throw invalid(`${resource.name}: another record already has these values (${error.where})`)
      throw invalid(`${resource.name}: other records still refer to it, or it refers to one that is gone`)
    }
  }

  #newTexts(resource: Resource, viewer: Viewer): Texts {
    const fields = allFields(resource)
    const selection = new Selection(resource, viewer, fields, this.#database.vault)
    const { columns } = selection
    return {
      fields,
      selection,
      was: statement(sql`${selectOne(resource, viewer, columns, true)}${forUpdateOf(resource.table)}`),
      now: statement(selectOne(resource, viewer, columns, false)),
    }
  }
}

/** Taking the key comes first, and keeping the answer is part of the write. */
const surrounded =
  <T extends Written | null>(around: Around, body: WireValue | undefined, work: (tx: WriteTransaction) => Promise<T>) =>
  async (tx: WriteTransaction): Promise<T> => {
    await around.begin(tx, body)
    const done = await work(tx)
    await around.end(tx, done)
    return done
  }

const recordOfRow = (fields: readonly ShapeField[], row: Row): StoredRecord =>
  Object.fromEntries(fields.map((field, at) => [field.name, (row[at] ?? null) as Stored]))

/** Sending what is already there is no change: no note, no new time of modification (I-29). */
function onlyChanged(resource: Resource, was: StoredRecord, values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).filter(([fieldName, value]) => {
      const field = resource.fields[fieldName]
      return field === undefined || !same(field, value, was[fieldName] ?? null)
    }),
  )
}

function same(field: Field, value: Value, was: Stored): boolean {
  const links = linksOf(field)
  if (links === undefined) return value === was
  const ids = idsOf(value)
  const had = idsOf(was)
  if (ids.length !== had.length) return false
  return links.ordered ? ids.every((id, at) => id === had[at]) : ids.every((id) => had.includes(id))
}

function refuseFixed(resource: Resource, change: Change): void {
  for (const fieldName of Object.keys(change.values)) {
    if (resource.fields[fieldName]?.set === 'once') change.faults.add(fieldName, 'cannot be changed once it is set')
  }
}

/** The columns that a change writes, with the texts derived from them. */
function columnsOf(resource: Resource, change: Change, id: number, vault: Vault): Record<string, Stored> {
  const columns: Record<string, Stored> = {}
  const plan = writePlan(resource)
  for (const [fieldName, column] of plan.columns) {
    if (Object.hasOwn(change.values, fieldName)) columns[column] = change.values[fieldName] as Stored
  }
  const written = (field: string): Stored =>
    (Object.hasOwn(change.values, field) ? change.values[field] : change.was?.[field]) as Stored
  Object.assign(columns, encryptedColumns(resource, change, id, { vault, written }))
  for (const [column, derive] of plan.derived) columns[column] = derive(written)
  if (resource.modified !== undefined) columns[resource.modified] = change.actor.now
  return columns
}

const insertRecord = (resource: Resource, change: Change, id: number, vault: Vault): Promise<number> =>
  change.tx.insert(
    resource.table,
    Object.assign(columnsOf(resource, change, id, vault), writePlan(resource).numbers, { id }),
  )

const linked = (resource: Resource, change: Change): LinkedPeople[] =>
  linksIn(resource, change).map(([field, { table, key }]) => ({ table, key, ids: idsOf(change.values[field]) }))

async function updateRecord(resource: Resource, change: Change, id: number, vault: Vault): Promise<void> {
  await change.tx.update(resource.table, id, columnsOf(resource, change, id, vault))
  const links = linked(resource, change)
  for (const { table, key } of links) await change.tx.run(table, removeLinks(table, key), { id })
  await change.tx.link(id, links)
}

const linksIn = (resource: Resource, { values }: Change) =>
  writePlan(resource).links.filter(([fieldName]) => Object.hasOwn(values, fieldName))

const remembered = (build: (table: string, column: string) => Statement) => {
  const statements = new Map<string, Statement>()
  return (table: string, column: string): Statement => {
    const key = `${table}.${column}`
    const known = statements.get(key) ?? build(table, column)
    statements.set(key, known)
    return known
  }
}

const removeLinks = remembered((table, key) =>
  statement(sql`delete from ${name(table)} where accountid = ${account} and ${name(key)} = ${slot('id')}`),
)

const holdersText = remembered((table, column) =>
  statement(sql`select count(*) from ${name(table)} where accountid = ${account} and ${name(column)} = ${slot('id')}`),
)
