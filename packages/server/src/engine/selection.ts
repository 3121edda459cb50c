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

interface Place {
  readonly column: number
  readonly take: Shared['take'] | undefined
}

const sharedOf = (resource: Resource, { from, shared }: Field): Shared | undefined =>
  'links' in from ? { text: linkedPeople(from.links, resource.table), take: idsTaken } : shared

export class Selection {
  readonly fields: readonly ShapeField[]
  readonly columns: readonly Fragment[]
  readonly #places: readonly Place[]

  constructor(resource: Resource, viewer: Viewer, fields: readonly ShapeField[]) {
    const columns: Fragment[] = []
    const texts = fields.map(({ field }) => sharedOf(resource, field))
    const keys = texts.map((shared) => (shared === undefined ? undefined : textOf(shared.text)))
    const known = new Map<string, number>()
    this.#places = fields.map(({ name, field }, at): Place => {
      const key = keys[at]
      const shared = texts[at]
      // A text that only one field wants is asked for in that field's own, simpler form.
      if (key === undefined || shared === undefined || keys.indexOf(key) === keys.lastIndexOf(key)) {
        return { column: columns.push(columnOf(resource, name, field, viewer)) - 1, take: undefined }
      }
      const column = known.get(key) ?? columns.push(shared.text) - 1
      known.set(key, column)
      return { column, take: shared.take }
    })
    this.fields = fields
    this.columns = columns
  }

  /** The values in the order of the fields; what the select has behind our columns follows them. */
  read(row: Row): Row {
    const more = row.length - this.columns.length
    const count = this.#places.length
    const values = new Array<unknown>(count + more)
    for (let at = 0; at < count; at++) {
      const place = this.#places[at]
      if (place === undefined) continue
      const value = row[place.column]
      values[at] = place.take === undefined ? value : place.take(value as Stored)
    }
    for (let at = 0; at < more; at++) values[count + at] = row[this.columns.length + at]
    return values
  }
}
