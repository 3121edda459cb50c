// The columns of a select for some fields, and its rows as the values of those fields. Fields that can take their values
// from one text (the ids and the names of the same people, the kinds of hours) share one column, so that the database
// works it out once per record: that is most of what a record costs.
import type { Viewer } from '../define/actor.ts'
import { type Field, idsTaken, linkedPeople, type Shared } from '../define/fields.ts'
import type { Stored } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { type Fragment, name as sqlName } from '../io/sql.ts'
import { isSealed, type Vault } from '../io/vault.ts'
import { placeOf } from './encryption.ts'
import { columnOf, type ShapeField, textOf } from './shape.ts'

interface Taken {
  readonly at: number
  readonly take: Shared['take']
}

interface Encrypted {
  readonly at: number
  readonly name: string
}

const sharedOf = (resource: Resource, { from, shared }: Field): Shared | undefined =>
  'links' in from ? { text: linkedPeople(from.links, resource.table), take: idsTaken } : shared

export class Selection {
  readonly fields: readonly ShapeField[]
  readonly columns: readonly Fragment[]
  /** For each field the column it is in, and the fields that are only a part of theirs. */
  readonly #places: readonly number[]
  readonly #taken: readonly Taken[]
  readonly #encrypted: readonly Encrypted[]
  readonly #idAt: number
  /** The column of the account, selected only where a text is bound to it. */
  readonly #accountAt: number
  readonly #resource: Resource
  readonly #vault: Vault

  constructor(resource: Resource, viewer: Viewer, fields: readonly ShapeField[], vault: Vault) {
    const columns: Fragment[] = []
    const texts = fields.map(({ field }) => sharedOf(resource, field))
    const keys = texts.map((shared) => (shared === undefined ? undefined : textOf(shared.text)))
    const known = new Map<string, number>()
    const taken: Taken[] = []
    this.#places = fields.map(({ name, field }, at) => {
      const { seenAs } = field
      if (seenAs !== undefined) taken.push({ at, take: (text) => seenAs(text, viewer) })
      const key = keys[at]
      const shared = texts[at]
      // A text that only one field wants is asked for in that field's own, simpler form.
      if (key === undefined || shared === undefined || keys.indexOf(key) === keys.lastIndexOf(key)) {
        return columns.push(columnOf(resource, name, field, viewer)) - 1
      }
      const column = known.get(key) ?? columns.push(shared.text) - 1
      known.set(key, column)
      taken.push({ at, take: shared.take })
      return column
    })
    this.#taken = taken
    this.#encrypted = fields.flatMap(({ name, field }, at) => (field.encryptedIf === undefined ? [] : [{ at, name }]))
    this.#idAt = fields.findIndex(({ name }) => name === 'id')
    this.#accountAt = this.#encrypted.length === 0 ? -1 : columns.push(sqlName(`${resource.table}.accountid`)) - 1
    this.#resource = resource
    this.#vault = vault
    this.fields = fields
    this.columns = columns
  }

  /** The values in the order of the fields; what the select has behind our columns follows them. */
  read(row: Row): Row {
    const values = this.readClosed(row)
    for (const { at, name } of this.#encrypted) {
      const text = values[at]
      if (!isSealed(text)) continue
      const [accountid, id] = [Number(row[this.#accountAt]), Number(values[this.#idAt])]
      values[at] = this.#vault.open(text, placeOf(accountid, this.#resource, name, id))
    }
    return values
  }

  /** The same with encrypted texts left as they are: what is to be removed need not open. */
  readClosed(row: Row): unknown[] {
    const values: unknown[] = []
    for (const column of this.#places) values.push(row[column])
    for (const { at, take } of this.#taken) values[at] = take(values[at] as Stored)
    for (let at = this.columns.length; at < row.length; at++) values.push(row[at])
    return values
  }
}
