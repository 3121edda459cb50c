// Saved queries: a field of one resource keeps a query of another's list, and a filter of that list applies it. Both ends
// are read with the list's own reading, for whoever writes it and again for whoever applies it, so that a saved query never
// shows more than the same parameters would if they were sent.
import type { Actor } from '../define/actor.ts'
import type { Filter } from '../define/filters.ts'
import { readPairs } from '../define/query-text.ts'
import { Faults, invalid } from '../define/refusal.ts'
import { type Change, changes, type Resource } from '../define/resource.ts'
import type { Database } from '../io/database.ts'
import { excerpt } from '../kit/text.ts'
import { judgeListQuery, type ListQuery, readListQuery } from './query.ts'
import type { Reads } from './read.ts'
import { writePlan } from './write-plan.ts'

/** A fault for every part of a query about to be saved that its list would not take from this caller. */
export function judgeSavedQueries(reads: Reads, resource: Resource, change: Change): void {
  for (const [field, list] of writePlan(resource).queries) {
    if (!changes(change, field)) continue
    const text = String(change.values[field] ?? '')
    for (const sentence of faultsIn(reads.resource(list), change.actor, text)) change.faults.add(field, sentence)
  }
}

function faultsIn(list: Resource, actor: Actor, text: string): readonly string[] {
  const faults = new Faults()
  const pairs = new Map(readPairs(text, faults))
  for (const name of pairs.keys()) {
    // A page belongs to the moment, and a saved query inside another could lead back to itself.
    if (name !== 'limit' && name !== 'offset' && list.filters?.[name]?.saved === undefined) continue
    faults.add(excerpt(name), 'cannot be part of a saved query')
    pairs.delete(name)
  }
  judgeListQuery(list, actor, pairs, faults)
  return faults.sentences
}

export class SavedQueries {
  readonly #database: Database
  readonly #reads: Reads

  constructor(database: Database, reads: Reads) {
    this.#database = database
    this.#reads = reads
  }

  /** What a list is asked for, the saved query that it names included; what the request itself says wins. */
  async read(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): Promise<ListQuery> {
    const asked = readListQuery(resource, actor, query)
    const naming = asked.filters.find(({ filter }) => filter.saved !== undefined)
    const place = naming?.filter.saved
    if (naming === undefined || place === undefined) return asked
    const id = Number(naming.parsed.value)
    const refused = (why: string) => invalid(`${naming.name}: "${id}" ${why}`)
    const text = await this.#textOf(place, actor, id)
    if (text === undefined) throw refused(`is not a ${place.resource} that can be used here`)
    const faults = new Faults()
    const meant = judgeListQuery(resource, actor, new Map([...readPairs(text, faults), ...query]), faults)
    if (faults.any) throw refused('holds parameters that are not available to you')
    return { ...meant, filters: meant.filters.filter((applied) => applied.filter.saved === undefined) }
  }

  /** The query of a record that the caller sees. */
  async #textOf(
    { resource: name, field }: NonNullable<Filter['saved']>,
    actor: Actor,
    id: number,
  ): Promise<string | undefined> {
    const resource = this.#reads.resource(name)
    const record = await this.#database.read(actor.accountid, (tx) => this.#reads.one(tx, resource, actor, id))
    const at = record?.fields.findIndex((shown) => shown.name === field) ?? -1
    return at === -1 ? undefined : String(record?.row[at])
  }
}
