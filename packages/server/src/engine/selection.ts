// The columns of a select for some fields, and its rows as the values of those fields. Fields that can take their values
// from one text (the ids and the names of the same people, the kinds of hours) share one column, so that the database
// works it out once per record: that is most of what a record costs.
import type { Viewer } from '../define/actor.ts'
import { type Field, idsTaken, linkedPeople, type Shared } from '../define/fields.ts'
import type { Stored } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import type { Fragment } from '../io/sql.ts'
import { columnOf, type ShapeField, textOf } from './shape.ts'

interface Taken {
  readonly at: number
  readonly take: Shared['take']
}

const sharedOf = (resource: Resource, { from, shared }: Field): Shared | undefined =>
  'links' in from ? { text: linkedPeople(from.links, resource.table), take: idsTaken } : shared

export class Selection {
  readonly fields: readonly ShapeField[]
  readonly columns: readonly Fragment[]
  /** For each field the column it is in, and the fields that are only a part of theirs. */
  readonly #places: readonly number[]
  readonly #taken: readonly Taken[]

  constructor(resource: Resource, viewer: Viewer, fields: readonly ShapeField[]) {
    const columns: Fragment[] = []
    const texts = fields.map(({ field }) => sharedOf(resource, field))
    const keys = texts.map((shared) => (shared === undefined ? undefined : textOf(shared.text)))
    const known = new Map<string, number>()
    const taken: Taken[] = []
    this.#places = fields.map(({ name, field }, at) => {
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
    this.fields = fields
    this.columns = columns
  }

  /** The values in the order of the fields; what the select has behind our columns follows them. */
  read(row: Row): Row {
    const values: unknown[] = []
    for (const column of this.#places) values.push(row[column])
    for (const { at, take } of this.#taken) values[at] = take(values[at] as Stored)
    for (let at = this.columns.length; at < row.length; at++) values.push(row[at])
    return values
  }
}
