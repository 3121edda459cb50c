// The engine: the five operations on any resource, and its actions, for any caller. It reads definitions and names no resource; who may do
// what is decided here, before a record is looked at, so that a refusal tells nothing about it (T-08).
import { type Actor, aRole } from '../define/actor.ts'
import type { MailSite, Post } from '../define/post.ts'
import { notAllowed, notFound, Refusal } from '../define/refusal.ts'
import type { Belonging, Manner, Operation, Printed, Resource, Sheet, StoredFile } from '../define/resource.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import type { Files } from '../io/files.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { type Listed, Lists } from './list.ts'
import { type ReadRecord, Reads } from './read.ts'
import type { Format } from './record-print.ts'
import { Repeat } from './repeat.ts'
import { SavedQueries } from './saved-query.ts'
import { type Around, type Sent, Writes, type Written } from './write.ts'
import { writePlan } from './write-plan.ts'

/** The body of a request, read when it is asked for; one with a file is not there yet. */
export type Sending = () => WireValue | undefined | Promise<WireValue | undefined>

/** The record an action answers: the one it made, or the one it was done to. */
export interface Acted extends ReadRecord {
  readonly resource: string
  readonly made: boolean
}

/** How a request wants its write, besides what the behaviours of a resource know of. */
export interface Way {
  readonly manner: Manner
  /** Tags of which the record must have one; null when whatever it is will do. */
  readonly onlyIf: readonly string[] | null
  readonly repeat: Repeating | null
}

/** A key under which the answer is kept, and how the answer is printed; a removal has no record. */
export interface Repeating {
  readonly key: string
  readonly format: Format
  readonly print: (resource: string, made: boolean, record: ReadRecord | null) => Printing
}

export interface Printing {
  readonly status: number
  readonly text: string
}

export class Engine {
  readonly #database: Database
  readonly #lists: Lists
  readonly #writes: Writes
  readonly #reads: Reads
  readonly #queries: SavedQueries

  /** Without a site nobody is mailed, whatever a request asks for. */
  constructor(database: Database, resources: ReadonlyMap<string, Resource>, site: MailSite | null = null) {
    this.#database = database
    this.#lists = new Lists(database)
    this.#reads = new Reads(resources, database.vault)
    this.#queries = new SavedQueries(database, this.#reads)
    this.#writes = new Writes(database, resources, this.#reads, site)
  }

  async list(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): Promise<Listed> {
    permit(resource, 'list', actor)
    return this.#lists.list(resource, actor, await this.#queries.read(resource, actor, query))
  }

  async read(resource: Resource, actor: Actor, id: number): Promise<ReadRecord> {
    permit(resource, 'read', actor)
    const record = await this.#database.read(actor.accountid, (tx) => this.#reads.one(tx, resource, actor, id))
    if (record === undefined) throw notFound(resource.name, id)
    return record
  }

  /** The file of a record, if it has one: whoever reads the record may have it. */
  async file(resource: Resource, actor: Actor, id: number, version: number | null): Promise<StoredFile | undefined> {
    permit(resource, 'read', actor)
    return this.#database.read(actor.accountid, async (tx) => {
      const record = await this.#reads.one(tx, resource, actor, id)
      if (record === undefined) throw notFound(resource.name, id)
      return resource.download?.find(tx, id, version)
    })
  }

  /** The records of another resource that hang on one that the caller sees. */
  async belongings(
    resource: Resource,
    { of, filter }: Belonging,
    actor: Actor,
    id: number,
    query: ReadonlyMap<string, string>,
  ): Promise<Listed> {
    await this.read(resource, actor, id)
    return this.list(this.#reads.resource(of), actor, new Map([...query, [filter, String(id)]]))
  }

  /** A record as a file; it is made after the transaction, which nobody has to wait for. */
  async sheet(resource: Resource, { gather }: Sheet, actor: Actor, id: number, files: Files): Promise<Printed> {
    permit(resource, 'read', actor)
    const print = await this.#database.read(actor.accountid, async (tx) => {
      const record = await this.#reads.one(tx, resource, actor, id)
      if (record === undefined) throw notFound(resource.name, id)
      return gather(tx, actor, id)
    })
    return print(files)
  }

  /** The body is read only once the operation is permitted: a refusal tells nothing about fields either. */
  async create(resource: Resource, actor: Actor, body: Sending, way: Way): Promise<ReadRecord> {
    permit(resource, 'create', actor)
    const sent = this.#sent(way, actor, await body(), {
      what: `create ${resource.name}`,
      answered: resource,
      made: true,
    })
    return this.#shown(resource, actor, await this.#writes.create(resource, actor, sent))
  }

  async update(resource: Resource, actor: Actor, id: number, body: Sending, way: Way): Promise<ReadRecord> {
    permit(resource, 'update', actor)
    const asked = { what: `update ${resource.name} ${id}`, answered: resource, made: false }
    const sent = this.#sent(way, actor, await body(), asked)
    return this.#shown(resource, actor, await this.#writes.update(resource, actor, id, sent))
  }

  async act(resource: Resource, name: string, actor: Actor, id: number, body: Sending, way: Way): Promise<Acted> {
    const action = resource.actions?.[name]
    if (action === undefined) throw new Refusal(400, 15)
    if (!action.roles.includes(actor.role))
      throw notAllowed(`${resource.name}: ${aRole(actor.role)} may not ${name} it`)
    const made = 'makes' in action
    const answered = made ? this.#reads.resource(action.makes) : resource
    if (made) permit(answered, 'create', actor)
    const sent = this.#sent(way, actor, await body(), { what: `${name} ${resource.name} ${id}`, answered, made })
    const written = await this.#writes.act(resource, action, actor, id, sent)
    return { resource: answered.name, made, ...this.#shown(answered, actor, written) }
  }

  async remove(resource: Resource, actor: Actor, id: number, way: Way): Promise<void> {
    permit(resource, 'delete', actor)
    const asked = { what: `delete ${resource.name} ${id}`, answered: resource, made: false }
    await this.#writes.remove(resource, actor, id, this.#sent(way, actor, undefined, asked))
  }

  /** A write that is about no record and may mail to whom it concerns. */
  aside<T>(accountid: number, work: (tx: WriteTransaction, post: Post | null) => Promise<T>): Promise<T> {
    return this.#writes.aside(accountid, work)
  }

  #sent(
    { manner, onlyIf, repeat }: Way,
    actor: Actor,
    body: WireValue | undefined,
    { what, answered, made }: { what: string; answered: Resource; made: boolean },
  ): Sent {
    if (repeat === null) return { body, manner, onlyIf, around: null }
    const { key, format, print } = repeat
    const secret = writePlan(answered).encrypted.length > 0
    const kept = new Repeat(this.#database.vault, { actor, key, what: `${what} ${format} ${actor.role}`, secret })
    const around: Around = {
      begin: (tx, sent) => kept.begin(tx, sent),
      end: (tx, written) => {
        const record = written === null ? null : this.#shown(answered, actor, written)
        const { status, text } = print(answered.name, made, record)
        return kept.end(tx, status, text)
      },
    }
    return { body, manner, onlyIf, around }
  }

  /** A write knows every field of its record; its answer holds only those the caller may see. */
  #shown(resource: Resource, actor: Actor, { fields: all, row }: Written): ReadRecord {
    const fields = this.#reads.fields(resource, actor)
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

function permit(resource: Resource, operation: Operation, actor: Actor): void {
  const roles = resource.access[operation]
  if (roles === undefined) throw new Refusal(400, 16)
  if (!roles.includes(actor.role)) throw notAllowed(`${resource.name}: ${aRole(actor.role)} may not ${operation} it`)
}
