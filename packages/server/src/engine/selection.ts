// The columns of a select for some fields, and the conversion of its rows to the values of these fields. Fields that
// can share one column (the ids and the names of the same people, the kinds of hours) do so, because computing it once
// per record is most of the cost of a record.
import type { Viewer } from '../define/actor.ts'
import { extractPersonIds, type Field, linkedPeopleSql, type SharedColumn } from '../define/fields.ts'
import type { StoredValue } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { type Fragment, sqlName, sqlText } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'
import { associatedDataFor } from './encryption.ts'
import { columnSql, type SelectedField } from './select-sql.ts'

interface ExtractedValue {
  readonly at: number
  readonly extract: SharedColumn['extract']
}

interface EncryptedColumn {
  readonly at: number
  readonly name: string
}

const sharedColumnOf = (resource: Resource, { from, sharedColumn }: Field): SharedColumn | undefined =>
  'links' in from
    ? { expression: linkedPeopleSql(from.links, resource.table), extract: extractPersonIds }
    : sharedColumn

export class Selection {
  readonly fields: readonly SelectedField[]
  readonly columns: readonly Fragment[]
  /** The column of each field, and the fields that are a part of their column. */
  readonly #columnIndexes: readonly number[]
  readonly #extracted: readonly ExtractedValue[]
  readonly #encrypted: readonly EncryptedColumn[]
  readonly #idIndex: number
  /** The column of the account, selected only if an encrypted text is bound to it. */
  readonly #accountIndex: number
  readonly #resource: Resource
  readonly #vault: Vault

  constructor(resource: Resource, viewer: Viewer, fields: readonly SelectedField[], vault: Vault) {
    const columns: Fragment[] = []
    const sharedColumns = fields.map(({ field }) => sharedColumnOf(resource, field))
    const keys = sharedColumns.map((shared) => (shared === undefined ? undefined : sqlText(shared.expression)))
    const columnByKey = new Map<string, number>()
    const taken: ExtractedValue[] = []
    this.#columnIndexes = fields.map(({ name, field }, at) => {
      const { renderFor } = field
      if (renderFor !== undefined) taken.push({ at, extract: (text) => renderFor(text, viewer) })
      const key = keys[at]
      const shared = sharedColumns[at]
      // A shared column that only one field uses is replaced by that field's own, simpler SQL.
      if (key === undefined || shared === undefined || keys.indexOf(key) === keys.lastIndexOf(key)) {
        return columns.push(columnSql(resource, name, field, viewer)) - 1
      }
      const column = columnByKey.get(key) ?? columns.push(shared.expression) - 1
      columnByKey.set(key, column)
      taken.push({ at, extract: shared.extract })
      return column
    })
    this.#extracted = taken
    this.#encrypted = fields.flatMap(({ name, field }, at) => (field.encryptedIf === undefined ? [] : [{ at, name }]))
    this.#idIndex = fields.findIndex(({ name }) => name === 'id')
    this.#accountIndex = this.#encrypted.length === 0 ? -1 : columns.push(sqlName(`${resource.table}.accountid`)) - 1
    this.#resource = resource
    this.#vault = vault
    this.fields = fields
    this.columns = columns
  }

  /** The values in the order of the fields, then the additional columns of the select. */
  read(row: Row): Row {
    const values = this.readEncrypted(row)
    for (const { at, name } of this.#encrypted) {
      const text = values[at]
      if (!isEncrypted(text)) continue
      const [accountid, id] = [Number(row[this.#accountIndex]), Number(values[this.#idIndex])]
      values[at] = this.#vault.decrypt(text, associatedDataFor(accountid, this.#resource, name, id))
    }
    return values
  }

  /** The same without decryption: a record can be deleted even if a text of it cannot be decrypted. */
  readEncrypted(row: Row): unknown[] {
    const values: unknown[] = []
    for (const column of this.#columnIndexes) values.push(row[column])
    for (const { at, extract } of this.#extracted) values[at] = extract(values[at] as StoredValue)
    for (let at = this.columns.length; at < row.length; at++) values.push(row[at])
    return values
  }
}
