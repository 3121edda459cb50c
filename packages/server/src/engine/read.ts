// Reads one record as a viewer sees it: the select and the fields, built once and cached. A read, the response of a
// write and the text of a mail all use it, so that none of them can show more than another (T-15).
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import type { Mailer, MailSite, VisibleRecord } from '../define/mailer.ts'
import type { Report } from '../define/report.ts'
import type { Resource } from '../define/resource.ts'
import type { ColumnValue, ReadTransaction, Row } from '../io/database.ts'
import { type Statement, statement } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
import { mayField } from './may.ts'
import { type SelectedField, selectOne, ViewerCache, visibleFields } from './select-sql.ts'
import { Selection } from './selection.ts'

export interface ReadRecord {
  readonly fields: readonly SelectedField[]
  /** The values in the order of the fields. */
  readonly row: Row
  /** The fields that the ETag is computed of, when not of all: what a caller may do is no part of the record. */
  readonly etagFields?: readonly SelectedField[]
  /** The values that the ETag is computed of, when they differ. */
  readonly etagRow?: Row
}

interface ReadStatements {
  readonly selection: Selection
  readonly statement: Statement
}

export class RecordReader {
  readonly #resources: ReadonlyMap<string, Resource>
  readonly #reports: ReadonlyMap<string, Report> | null
  readonly #vault: Vault
  readonly #statements = new ViewerCache<ReadStatements>((resource, viewer) => this.#buildStatements(resource, viewer))

  readonly #statementsWithMay = new ViewerCache<ReadStatements>((resource, viewer) =>
    this.#buildStatements(resource, viewer, [mayField(resource, viewer, (name) => this.resource(name))]),
  )

  constructor(
    resources: ReadonlyMap<string, Resource>,
    vault: Vault,
    reports: ReadonlyMap<string, Report> | null = null,
  ) {
    this.#resources = resources
    this.#reports = reports
    this.#vault = vault
  }

  resource(name: string): Resource {
    const resource = this.#resources.get(name)
    if (resource === undefined) throw new Error(`there is no resource ${name}`)
    return resource
  }

  report(name: string): Report | undefined {
    return this.#reports?.get(name)
  }

  visibleFields(resource: Resource, viewer: Viewer): readonly SelectedField[] {
    return this.#statements.get(resource, viewer).selection.fields
  }

  /** The record, or undefined when the actor does not see it. */
  async find(tx: ReadTransaction, resource: Resource, actor: Actor, id: number): Promise<ReadRecord | undefined> {
    const { selection, statement: select } = this.#statements.get(resource, actor)
    const row = await tx.first(select, { ...actorValues(actor), id })
    return row === undefined ? undefined : { fields: selection.fields, row: selection.read(row) }
  }

  /** The same with the field `may`. */
  async findWithMay(
    tx: ReadTransaction,
    resource: Resource,
    actor: Actor,
    id: number,
  ): Promise<ReadRecord | undefined> {
    const { selection, statement: select } = this.#statementsWithMay.get(resource, actor)
    const row = await tx.first(select, { ...actorValues(actor), id })
    if (row === undefined) return undefined
    return { fields: selection.fields, row: selection.read(row), etagFields: this.visibleFields(resource, actor) }
  }

  /** The mailer of one write. It reads in the same transaction, so it sees the record as written. */
  mailerFor(tx: ReadTransaction, site: MailSite | null, isSilent = false): Mailer {
    return { site, isSilent, readAs: (reader, name, id) => this.#readAs(tx, reader, this.resource(name), id) }
  }

  async #readAs(tx: ReadTransaction, reader: Actor, resource: Resource, id: number): Promise<VisibleRecord | null> {
    const { list, read } = resource.access
    if (!(read ?? list ?? []).includes(reader.role)) return null
    const record = await this.find(tx, resource, reader, id)
    if (record === undefined) return null
    const { fields, row } = record
    return Object.fromEntries(fields.map(({ name, field }, at) => [name, field.kind.serialize(row[at] as ColumnValue)]))
  }

  #buildStatements(resource: Resource, viewer: Viewer, more: readonly SelectedField[] = []): ReadStatements {
    const selection = new Selection(resource, viewer, [...visibleFields(resource, viewer), ...more], this.#vault)
    return { selection, statement: statement(selectOne(resource, viewer, selection.columns, true)) }
  }
}
