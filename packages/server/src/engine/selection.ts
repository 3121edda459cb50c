// The columns of a select for some fields, and its rows as the values of those fields. Fields that can take their values
// from one text (the ids and the names of the same people, the kinds of hours) share one column, so that the database
// works it out once per record: that is most of what a record costs.
import type { Viewer } from '../define/actor.ts'
import { extractPersonIds, type Field, linkedPeopleSql, type SharedColumn } from '../define/fields.ts'
import type { StoredValue } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { type Fragment, sqlName } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'
import { associatedDataFor } from './encryption.ts'
import { columnSql, type SelectedField, sqlText } from './select-sql.ts'

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
  /** For each field the column it is in, and the fields that are only a part of theirs. */
  readonly #columnIndexes: readonly number[]
  readonly #extracted: readonly ExtractedValue[]
  readonly #encrypted: readonly EncryptedColumn[]
  readonly #idIndex: number
  /** The column of the account, selected only where a text is bound to it. */
  readonly #accountIndex: number
  readonly #resource: Resource
  readonly #vault: Vault

  constructor(resource: Resource, viewer: Viewer, fields: readonly SelectedField[], vault: Vault) {
    const columns: Fragment[] = []
    const texts = fields.map(({ field }) => sharedColumnOf(resource, field))
    const keys = texts.map((shared) => (shared === undefined ? undefined : sqlText(shared.expression)))
    const known = new Map<string, number>()
    const taken: ExtractedValue[] = []
    this.#columnIndexes = fields.map(({ name, field }, at) => {
      const { renderFor } = field
      if (renderFor !== undefined) taken.push({ at, extract: (text) => renderFor(text, viewer) })
      const key = keys[at]
      const shared = texts[at]
      // A text that only one field wants is asked for in that field's own, simpler form.
      if (key === undefined || shared === undefined || keys.indexOf(key) === keys.lastIndexOf(key)) {
        return columns.push(columnSql(resource, name, field, viewer)) - 1
      }
      const column = known.get(key) ?? columns.push(shared.expression) - 1
      known.set(key, column)
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

  /** The values in the order of the fields; what the select has behind our columns follows them. */
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

  /** The same with encrypted texts left as they are: what is to be removed need not open. */
  readEncrypted(row: Row): unknown[] {
    const values: unknown[] = []
    for (const column of this.#columnIndexes) values.push(row[column])
    for (const { at, extract } of this.#extracted) values[at] = extract(values[at] as StoredValue)
    for (let at = this.columns.length; at < row.length; at++) values.push(row[at])
    return values
  }
}
