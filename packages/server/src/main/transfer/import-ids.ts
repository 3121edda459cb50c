// Assigns new ids to the records of an imported account. Ids come from one sequence per server, so the ids of another
// server cannot be kept. Every record gets a new id in the same order, and references follow: foreign keys, fields
// that name another resource, and saved queries. Ids that are the same in every account (groups, terms) and local
// numbers stay.
import type { Resource } from '../../define/resource.ts'
import { associatedDataFor } from '../../engine/encryption.ts'
import { writePlan } from '../../engine/write-plan.ts'
import type { Row } from '../../io/database.ts'
import type { CopySource, Table, WritableStore } from '../../io/store.ts'
import type { Vault } from '../../io/vault.ts'
import { resources } from '../../resources/all.ts'

/** The sequence starts after this id. */
const lastFixedId = 1000

const resourceOf = ({ name }: Table): Resource | undefined =>
  [...resources.values()].find(({ table }) => table === name)

/** Columns with ids of other records. A record that may be deleted is named without a foreign key. */
function referringColumns(table: Table): string[] {
  const fields = Object.values(resourceOf(table)?.fields ?? {})
  const named = fields.flatMap(({ target, from }) => (target !== undefined && 'column' in from ? [from.column] : []))
  return [...table.references.map(({ column }) => column), ...named]
}

/**
 * Every id of the account that came from the sequence, in order. Those of deleted records that others still name are
 * among them, so that they do not become the ids of other records.
 */
export async function sequenceIdsOf(from: CopySource): Promise<number[]> {
  const ids = new Set<number>()
  for (const table of from.tables.filter(({ name }) => name !== 'account')) {
    const idColumns = new Set(['id', ...referringColumns(table)])
    const places = table.columns.flatMap(({ name }, at) => (idColumns.has(name) ? [at] : []))
    if (places.length === 0) continue
    for await (const rows of from.rows(table)) {
      for (const row of rows) for (const at of places) if (Number(row[at]) > lastFixedId) ids.add(Number(row[at]))
    }
  }
  return [...ids].sort((a, b) => a - b)
}

export class IdMapping {
  readonly accountid: number
  readonly #ids: ReadonlyMap<number, number>
  readonly #vault: Vault

  constructor(accountid: number, ids: ReadonlyMap<number, number>, vault: Vault) {
    this.accountid = accountid
    this.#ids = ids
    this.#vault = vault
  }

  /** The columns whose values change. */
  changedColumns(table: Table): ReadonlySet<string> {
    return new Set(['accountid', 'id', ...referringColumns(table)])
  }

  /** Converts a row of the old account to one of the new. */
  rowMapper(table: Table): (row: Row) => Row {
    const changed = this.changedColumns(table)
    const resource = resourceOf(table)
    const plan = resource === undefined ? undefined : writePlan(resource)
    const queries = new Map(plan?.savedQueries)
    const encrypted = new Map(plan?.encrypted)
    const indexOf = (name: string): number => table.columns.findIndex((column) => column.name === name)
    const idAt = indexOf('id')
    return (row) =>
      table.columns.map(({ name }, at) => {
        const value = row[at]
        if (name === 'accountid' || (table.name === 'account' && name === 'id')) return this.accountid
        if (changed.has(name) && typeof value === 'number') return this.#newId(value)
        const list = queries.get(name)
        if (list !== undefined) return this.#listQuery(resources.get(list), String(value))
        const flag = encrypted.get(name)
        if (resource === undefined || flag === undefined || row[indexOf(flag)] !== 't') return value
        const id = this.#newId(Number(row[idAt]))
        return this.#vault.encrypt(String(value), associatedDataFor(this.accountid, resource, name, id))
      })
  }

  #newId(id: number): number {
    return this.#ids.get(id) ?? id
  }

  /** Replaces ids in a list query. Values that are no ids, or whose records are gone, stay unchanged. */
  #listQuery(list: Resource | undefined, text: string): string {
    const parts = text.split('&').map((part) => {
      const [name = '', value] = part.split('=', 2)
      const filter = list?.filters?.[decodeURIComponent(name)]
      const source = list?.fields[filter?.field ?? '']?.from
      if (value === undefined || filter?.type !== 'integer' || (source !== undefined && 'counter' in source))
        return part
      const ids = decodeURIComponent(value).split(',')
      return `${name}=${ids.map((id) => this.#ids.get(Number(id)) ?? id).join(',')}`
    })
    return parts.join('&')
  }
}

/** Reserves one new id for each old one. */
export async function mapIds(from: CopySource, to: WritableStore, accountid: number, vault: Vault): Promise<IdMapping> {
  const oldIds = await sequenceIdsOf(from)
  const newIds = await to.takeIds(oldIds.length)
  return new IdMapping(accountid, new Map(oldIds.map((id, at) => [id, newIds[at] ?? 0])), vault)
}
