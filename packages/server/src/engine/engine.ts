// The engine: the five operations on any resource, and its actions, for any caller. It reads definitions and names no resource; who may do
// what is decided here, before a record is looked at, so that a refusal tells nothing about it (T-08).
import type { Actor, Viewer } from '../define/actor.ts'
import { actorValues } from '../define/actor.ts'
import { notAllowed, notFound, Refusal } from '../define/refusal.ts'
import type { Manner, Operation, Resource } from '../define/resource.ts'
import type { Database, Row } from '../io/database.ts'
import { type Statement, statement } from '../io/sql.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { type Listed, Lists } from './list.ts'
import { readListQuery } from './query.ts'
import { Selection } from './selection.ts'
import { fieldsFor, type ShapeField, selectOne, shapeKey } from './shape.ts'
import { Writes, type Written } from './write.ts'

export interface ReadRecord {
  readonly fields: readonly ShapeField[]
  readonly row: Row
}

/** The record an action answers: the one it made, or the one it was done to. */
export interface Acted extends ReadRecord {
  readonly resource: string
  readonly made: boolean
}

interface ReadTexts {
  readonly selection: Selection
  readonly statement: Statement
}

export class Engine {
  readonly #database: Database
  readonly #lists: Lists
  readonly #writes: Writes
  readonly #reads = new Map<string, ReadTexts>()

  constructor(database: Database, resources: ReadonlyMap<string, Resource>) {
    this.#database = database
    this.#lists = new Lists(database)
    this.#writes = new Writes(database, resources)
  }

  async list(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): Promise<Listed> {
    permit(resource, 'list', actor)
    return this.#lists.list(resource, actor, readListQuery(resource, actor, query))
  }

  async read(resource: Resource, actor: Actor, id: number): Promise<ReadRecord> {
    permit(resource, 'read', actor)
    const { selection, statement: select } = this.#readTexts(resource, actor)
    const row = await this.#database.read(actor.accountid, (tx) => tx.first(select, { ...actorValues(actor), id }))
    if (row === undefined) throw notFound(resource.name, id)
    return { fields: selection.fields, row: selection.read(row) }
  }

  /** The body is read only once the operation is permitted: a refusal tells nothing about fields either. */
  async create(
    resource: Resource,
    actor: Actor,
    body: () => WireValue | undefined,
    manner: Manner,
  ): Promise<ReadRecord> {
    permit(resource, 'create', actor)
    return this.#shown(resource, actor, await this.#writes.create(resource, actor, body(), manner))
  }

  async update(
    resource: Resource,
    actor: Actor,
    id: number,
    body: () => WireValue | undefined,
    manner: Manner,
  ): Promise<ReadRecord> {
    permit(resource, 'update', actor)
    return this.#shown(resource, actor, await this.#writes.update(resource, actor, id, body(), manner))
  }

  async act(
    resource: Resource,
    name: string,
    actor: Actor,
    id: number,
    body: () => WireValue | undefined,
    manner: Manner,
  ): Promise<Acted> {
    const action = resource.actions?.[name]
    if (action === undefined) throw new Refusal(400, 15)
    if (!action.roles.includes(actor.role)) throw notAllowed(`${resource.name}: a ${actor.role} may not ${name} it`)
    const made = 'makes' in action
    const answered = made ? this.#writes.resource(action.makes) : resource
    if (made) permit(answered, 'create', actor)
    const written = await this.#writes.act(resource, action, actor, id, { body: body(), manner })
    return { resource: answered.name, made, ...this.#shown(answered, actor, written) }
  }

  async remove(resource: Resource, actor: Actor, id: number): Promise<void> {
    permit(resource, 'delete', actor)
    await this.#writes.remove(resource, actor, id)
  }

  /** A write knows every field of its record; its answer holds only those the caller may see. */
  #shown(resource: Resource, actor: Actor, { fields: all, row }: Written): ReadRecord {
    const { fields } = this.#readTexts(resource, actor).selection
    const shown: unknown[] = []
    let at = 0
    // Both follow the definition's order, so one walk along it is enough.
    for (const { name } of fields) {
      while (at < all.length && all[at]?.name !== name) at++
      shown.push(row[at])
    }
    return { fields, row: shown }
  }

  #readTexts(resource: Resource, actor: Actor): ReadTexts {
    const key = shapeKey(actor, [resource.name])
    let texts = this.#reads.get(key)
    if (texts === undefined) {
      const viewer: Viewer = { role: actor.role, restricted: actor.restricted }
      const selection = new Selection(resource, viewer, fieldsFor(resource, viewer))
      texts = { selection, statement: statement(selectOne(resource, viewer, selection.columns, true)) }
      this.#reads.set(key, texts)
    }
    return texts
  }
}

function permit(resource: Resource, operation: Operation, actor: Actor): void {
  const roles = resource.access[operation]
  if (roles === undefined) throw new Refusal(400, 16)
  if (!roles.includes(actor.role)) throw notAllowed(`${resource.name}: a ${actor.role} may not ${operation} it`)
}
