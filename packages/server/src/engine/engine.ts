// The engine: the five operations on any resource, and its actions, for any caller. It reads definitions and names no resource; who may do
// what is decided here, before a record is looked at, so that a refusal tells nothing about it (T-08).
import { type Actor, aRole } from '../define/actor.ts'
import type { MailSite } from '../define/post.ts'
import { notAllowed, notFound, Refusal } from '../define/refusal.ts'
import type { Manner, Operation, Resource, StoredFile } from '../define/resource.ts'
import type { Database } from '../io/database.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { type Listed, Lists } from './list.ts'
import { type ReadRecord, Reads } from './read.ts'
import { SavedQueries } from './saved-query.ts'
import { Writes, type Written } from './write.ts'

/** The body of a request, read when it is asked for; one with a file is not there yet. */
export type Sending = () => WireValue | undefined | Promise<WireValue | undefined>

/** The record an action answers: the one it made, or the one it was done to. */
export interface Acted extends ReadRecord {
  readonly resource: string
  readonly made: boolean
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

  /** The file of a record: whoever reads the record may have it. */
  async file(resource: Resource, actor: Actor, id: number, version: number | null): Promise<StoredFile> {
    permit(resource, 'read', actor)
    return this.#database.read(actor.accountid, async (tx) => {
      const record = await this.#reads.one(tx, resource, actor, id)
      if (record === undefined) throw notFound(resource.name, id)
      const found = await resource.download?.find(tx, id, version)
      if (found === undefined) throw new Refusal(404, 14, [`${resource.name} ${id} has no version ${version}`])
      return found
    })
  }

  /** The body is read only once the operation is permitted: a refusal tells nothing about fields either. */
  async create(resource: Resource, actor: Actor, body: Sending, manner: Manner): Promise<ReadRecord> {
    permit(resource, 'create', actor)
    return this.#shown(resource, actor, await this.#writes.create(resource, actor, await body(), manner))
  }

  async update(resource: Resource, actor: Actor, id: number, body: Sending, manner: Manner): Promise<ReadRecord> {
    permit(resource, 'update', actor)
    return this.#shown(resource, actor, await this.#writes.update(resource, actor, id, await body(), manner))
  }

  async act(resource: Resource, name: string, actor: Actor, id: number, body: Sending, manner: Manner): Promise<Acted> {
    const action = resource.actions?.[name]
    if (action === undefined) throw new Refusal(400, 15)
    if (!action.roles.includes(actor.role))
      throw notAllowed(`${resource.name}: ${aRole(actor.role)} may not ${name} it`)
    const made = 'makes' in action
    const answered = made ? this.#reads.resource(action.makes) : resource
    if (made) permit(answered, 'create', actor)
    const written = await this.#writes.act(resource, action, actor, id, { body: await body(), manner })
    return { resource: answered.name, made, ...this.#shown(answered, actor, written) }
  }

  async remove(resource: Resource, actor: Actor, id: number): Promise<void> {
    permit(resource, 'delete', actor)
    await this.#writes.remove(resource, actor, id)
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
