// Saved queries: a field of one resource stores a query of another resource's list, and a filter of that list applies
// it. The query is validated as the list validates it, for the writer and again for each reader, so that a saved query
// never shows more than the same parameters in a request. A query of a report is saved alike.
import type { Actor } from '../define/actor.ts'
import { badRequest, ValidationErrors } from '../define/api-error.ts'
import type { Filter } from '../define/filters.ts'
import { parseQueryString } from '../define/query-string.ts'
import { formatParameter, parseReportQuery } from '../define/report.ts'
import { changesField, type FieldChange, knownValue, type Resource } from '../define/resource.ts'
import type { Database } from '../io/database.ts'
import { excerpt } from '../kit/text.ts'
import { mayParameter } from './may.ts'
import { type ListQuery, parseListQuery, validateListQuery } from './query-parameters.ts'
import type { RecordReader } from './read.ts'
import { writePlan } from './write-plan.ts'

/** Adds an error for each part of a new saved query that the list would reject from this caller. */
export function validateSavedQueries(recordReader: RecordReader, resource: Resource, change: FieldChange): void {
  for (const [field, list] of writePlan(resource).savedQueries) {
    if (!changesField(change, field)) continue
    const text = String(change.values[field] ?? '')
    for (const sentence of savedQueryErrors(recordReader.resource(list), change.actor, text))
      change.errors.add(field, sentence)
  }
  for (const [field, named] of writePlan(resource).savedReportQueries) {
    if (changesField(change, field) || changesField(change, named))
      validateReportQuery(recordReader, change, field, named)
  }
}

/** The caller must be allowed to read the report with this query. */
function validateReportQuery(recordReader: RecordReader, change: FieldChange, field: string, named: string): void {
  const name = String(knownValue(change, named) ?? '')
  if (name === '') return
  const report = recordReader.report(name)
  if (report === undefined || !report.roles.includes(change.actor.role)) {
    change.errors.addInvalid(named, name, 'is not a report, or you may not read it')
    return
  }
  const errors = new ValidationErrors()
  const pairs = new Map(parseQueryString(String(knownValue(change, field) ?? ''), errors))
  if (pairs.delete(formatParameter)) errors.add(formatParameter, 'cannot be part of a saved query')
  parseReportQuery(report, pairs, errors)
  for (const sentence of errors.messages) change.errors.add(field, sentence)
}

function savedQueryErrors(list: Resource, actor: Actor, text: string): readonly string[] {
  const errors = new ValidationErrors()
  const pairs = new Map(parseQueryString(text, errors))
  for (const name of pairs.keys()) {
    // Pagination is not part of a saved query, and a saved query inside another could refer to itself.
    const isRequestOnly = name === 'limit' || name === 'offset' || name === mayParameter
    const filter = Object.hasOwn(list.filters ?? {}, name) ? list.filters?.[name] : undefined
    if (!isRequestOnly && filter?.savedQuery === undefined) continue
    errors.add(excerpt(name), 'cannot be part of a saved query')
    pairs.delete(name)
  }
  validateListQuery(list, actor, pairs, errors)
  return errors.messages
}

export class ListQueryReader {
  readonly #database: Database
  readonly #recordReader: RecordReader

  constructor(database: Database, recordReader: RecordReader) {
    this.#database = database
    this.#recordReader = recordReader
  }

  /** The query of a list, with the saved query that it names. Parameters of the request take precedence. */
  async read(resource: Resource, actor: Actor, query: ReadonlyMap<string, string>): Promise<ListQuery> {
    const parsed = parseListQuery(resource, actor, query)
    await this.#check(resource, actor, query)
    const savedFilter = parsed.filters.find(({ filter }) => filter.savedQuery !== undefined)
    const source = savedFilter?.filter.savedQuery
    if (savedFilter === undefined || source === undefined) return parsed
    const id = Number(savedFilter.parsed.value)
    const unusable = (why: string) => badRequest(`${savedFilter.name}: "${id}" ${why}`)
    const text = await this.#savedQueryText(source, actor, id)
    if (text === undefined) throw unusable(`does not exist, or you cannot see it`)
    const errors = new ValidationErrors()
    const combined = validateListQuery(resource, actor, new Map([...parseQueryString(text, errors), ...query]), errors)
    if (errors.hasErrors) throw unusable('holds parameters that are not available to you')
    return combined
  }

  async #check({ checkQuery }: Resource, { accountid }: Actor, query: ReadonlyMap<string, string>): Promise<void> {
    if (checkQuery === undefined) return
    const errors = new ValidationErrors()
    await this.#database.read(accountid, (tx) => checkQuery(tx, query, errors))
    errors.throwIfAny()
  }

  /** The saved query of a record that the caller sees. */
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
