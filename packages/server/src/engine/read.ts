// One record as one kind of viewer gets it: the select and the fields, built once and remembered. A read, the answer of a
// write and what a mail may tell its reader all come from here, so that none of them can show more than another (T-15).
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import type { MailSite, Post, ShownRecord } from '../define/post.ts'
import type { Resource } from '../define/resource.ts'
import type { ReadTransaction, Row, Stored } from '../io/database.ts'
import { type Statement, statement } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
import { Selection } from './selection.ts'
import { fieldsFor, PerViewer, type ShapeField, selectOne } from './shape.ts'

export interface ReadRecord {
  readonly fields: readonly ShapeField[]
  /** The values in the order of the fields. */
  readonly row: Row
}

interface ReadTexts {
  readonly selection: Selection
  readonly statement: Statement
}

export class Reads {
  readonly #resources: ReadonlyMap<string, Resource>
  readonly #vault: Vault
  readonly #texts = new PerViewer<ReadTexts>((resource, viewer) => this.#newTexts(resource, viewer))

  constructor(resources: ReadonlyMap<string, Resource>, vault: Vault) {
    this.#resources = resources
    this.#vault = vault
  }

  resource(name: string): Resource {
    const found = this.#resources.get(name)
    if (found === undefined) throw new Error(`there is no resource ${name}`)
    return found
  }

  fields(resource: Resource, viewer: Viewer): readonly ShapeField[] {
    return this.#texts.of(resource, viewer).selection.fields
  }

  /** The record, or undefined when the actor does not see it. */
  async one(tx: ReadTransaction, resource: Resource, actor: Actor, id: number): Promise<ReadRecord | undefined> {
    const { selection, statement: select } = this.#texts.of(resource, actor)
    const row = await tx.first(select, { ...actorValues(actor), id })
    return row === undefined ? undefined : { fields: selection.fields, row: selection.read(row) }
  }

  /** The post of one write: what it reads for others is what that write has made of it. */
  post(tx: ReadTransaction, { publicUrl, domain }: MailSite): Post {
    return { publicUrl, domain, readAs: (reader, name, id) => this.#readAs(tx, reader, this.resource(name), id) }
  }

  async #readAs(tx: ReadTransaction, reader: Actor, resource: Resource, id: number): Promise<ShownRecord | null> {
    const { list, read } = resource.access
    if (!(read ?? list ?? []).includes(reader.role)) return null
    const record = await this.one(tx, resource, reader, id)
    if (record === undefined) return null
    const { fields, row } = record
    return Object.fromEntries(fields.map(({ name, field }, at) => [name, field.kind.print(row[at] as Stored)]))
  }

  #newTexts(resource: Resource, viewer: Viewer): ReadTexts {
    const selection = new Selection(resource, viewer, fieldsFor(resource, viewer), this.#vault)
    return { selection, statement: statement(selectOne(resource, viewer, selection.columns, true)) }
  }
}
