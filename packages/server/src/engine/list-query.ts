// Saved queries: a field of one resource keeps a query of another's list, and a filter of that list applies it. Both ends
// are read with the list's own reading, for whoever writes it and again for whoever applies it, so that a saved query never
// shows more than the same parameters would if they were sent.
import type { Actor } from '../define/actor.ts'
import { badRequest, ValidationErrors } from '../define/api-error.ts'
import type { Filter } from '../define/filters.ts'
import { parseQueryString } from '../define/query-string.ts'
import { type Change, changesField, type Resource } from '../define/resource.ts'
import type { Database } from '../io/database.ts'
import { excerpt } from '../kit/text.ts'
import { mayParameter } from './may.ts'
import { type ListQuery, parseListQuery, validateListQuery } from './query-parameters.ts'
import type { RecordReader } from './read.ts'
import { writePlan } from './write-plan.ts'

/** A fault for every part of a query about to be saved that its list would not take from this caller. */
export function validateSavedQueries(reads: RecordReader, resource: Resource, change: Change): void {
  for (const [field, list] of writePlan(resource).savedQueries) {
    if (!changesField(change, field)) continue
    const text = String(change.values[field] ?? '')
    for (const sentence of savedQueryErrors(reads.resource(list), change.actor, text))
      change.errors.add(field, sentence)
  }
}

function savedQueryErrors(list: Resource, actor: Actor, text: string): readonly string[] {
  const faults = new ValidationErrors()
  const pairs = new Map(parseQueryString(text, faults))
  for (const name of pairs.keys()) {
    // A page belongs to the moment, and a saved query inside another could lead back to itself.
    const ofRequest = name === 'limit' || name === 'offset' || name === mayParameter
    if (!ofRequest && list.filters?.[name]?.savedQuery === undefined) continue
    faults.add(excerpt(name), 'cannot be part of a saved query')
    pairs.delete(name)
  }
  validateListQuery(list, actor, pairs, faults)
  return faults.messages
}

export class ListQueryReader {
  readonly #database: Database
  readonly #recordReader: RecordReader

  constructor(database: Database, reads: RecordReader) {
    this.#database = database
    this.#recordReader = reads
  }

  /** What a list is asked for, the saved query that it names included; what the request itself says wins. */
  async read(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): Promise<ListQuery> {
    const asked = parseListQuery(resource, actor, query)
    const naming = asked.filters.find(({ filter }) => filter.savedQuery !== undefined)
    const place = naming?.filter.savedQuery
    if (naming === undefined || place === undefined) return asked
    const id = Number(naming.parsed.value)
    const refused = (why: string) => badRequest(`${naming.name}: "${id}" ${why}`)
    const text = await this.#savedQueryText(place, actor, id)
    if (text === undefined) throw refused(`is not a ${place.resource} that can be used here`)
    const faults = new ValidationErrors()
    const meant = validateListQuery(resource, actor, new Map([...parseQueryString(text, faults), ...query]), faults)
    if (faults.hasErrors) throw refused('holds parameters that are not available to you')
    return { ...meant, filters: meant.filters.filter((applied) => applied.filter.savedQuery === undefined) }
  }

  /** The query of a record that the caller sees. */
  async #savedQueryText(
    { resource: name, field }: NonNullable<Filter['savedQuery']>,
    actor: Actor,
    id: number,
  ): Promise<string | undefined> {
    const resource = this.#recordReader.resource(name)
    const record = await this.#database.read(actor.accountid, (tx) => this.#recordReader.find(tx, resource, actor, id))
    const at = record?.fields.findIndex((shown) => shown.name === field) ?? -1
    return at === -1 ? undefined : String(record?.row[at])
  }
}
