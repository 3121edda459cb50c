// Searches the records of all resources at once. Each resource is searched by its own filter `search` and its own
// condition `visible`, so that a search finds what the lists would give. The best matches of a resource come first.
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import { Invalid } from '../define/api-error.ts'
import type { Filter } from '../define/filters.ts'
import type { StoredValue } from '../define/kinds.ts'
import type { FoundRecord } from '../define/report.ts'
import type { Resource, SearchEntry } from '../define/resource.ts'
import { inManyRows, isIndexed } from '../define/search-filters.ts'
import type { Database, ReadTransaction, Row } from '../io/database.ts'
import { containsText, hasSearchForManyRows, inSearchForm } from '../io/dialect.ts'
import { tablesWithManyRows } from '../io/row-counts.ts'
import { type Fragment, joinFragments, type SlotValues, type Statement, sql, statement } from '../io/sql.ts'
import { searchedForm } from '../kit/text.ts'
import { largeThreshold } from './count-cache.ts'
import { filterContext, filterSlot } from './list-statements.ts'
import { columnSql, selectWhere, sqlCacheKey, visibilityConditions } from './select-sql.ts'

const foundPerResource = 5
const filterName = 'search'
const noTables: ReadonlySet<string> = new Set()
/** Cannot be in a stored or a searched text (T-30), so it marks the ends of a text. */
const end = '\u0001'

interface SearchedResource {
  readonly resource: Resource
  readonly entry: SearchEntry
  readonly filter: Filter
}

export class RecordSearch {
  readonly #database: Database
  readonly #searched: readonly SearchedResource[]
  /** By resource, viewer and variant of the filter. */
  readonly #statements = new Map<string, Statement>()

  constructor(database: Database, resources: Iterable<Resource>) {
    this.#database = database
    this.#searched = [...resources].flatMap((resource) => {
      const [entry, filter] = [resource.inSearch, resource.filters?.[filterName]]
      return entry === undefined || filter === undefined ? [] : [{ resource, entry, filter }]
    })
  }

  /** Up to five records of each resource that the caller may list. */
  async find(tx: ReadTransaction, actor: Actor, text: string): Promise<readonly FoundRecord[]> {
    const found: FoundRecord[] = []
    const large = await this.#largeTables(tx)
    for (const searched of this.#searched) {
      const { resource, filter } = searched
      const parsed = filter.parse(text)
      if (parsed instanceof Invalid || resource.access.list?.includes(actor.role) !== true) continue
      const values = { ...actorValues(actor), [filterSlot(filterName)]: parsed.value, ...rankValues(text) }
      const { variant } = isIndexed(parsed.variant) && large.has(resource.table) ? inManyRows(parsed) : parsed
      const rows = await tx.all(this.#statementFor(searched, actor, variant), values)
      found.push(...rows.map((row) => foundRecord(searched, row)))
    }
    return found
  }

  /** The tables in which the account has so many rows that a search has a statement of its own. */
  async #largeTables(tx: ReadTransaction): Promise<ReadonlySet<string>> {
    if (!hasSearchForManyRows(this.#database.dialect)) return noTables
    const rows = await tx.all(tablesWithManyRows, { many: largeThreshold })
    return new Set(rows.map(([table]) => String(table)))
  }

  #statementFor(searched: SearchedResource, { role, restricted }: Viewer, variant: string): Statement {
    const key = sqlCacheKey({ role, restricted }, [searched.resource.name, variant])
    const cached = this.#statements.get(key) ?? statement(this.#searchSql(searched, { role, restricted }, variant))
    this.#statements.set(key, cached)
    return cached
  }

  #searchSql({ resource, entry, filter }: SearchedResource, viewer: Viewer, variant: string): Fragment {
    const column = (field: string): Fragment => fieldSql(resource, field, viewer)
    const title = joinFragments(entry.title.map(column), " || ' ' || ")
    const number = Object.hasOwn(resource.fields, 'localid') ? column('localid') : sql`null`
    const columns = [
      column('id'),
      entry.number === undefined ? number : column(entry.number),
      title,
      entry.context === undefined ? sql`cast(null as text)` : column(entry.context),
      rankSql(title, number),
    ]
    const found = selectWhere(resource, columns, [
      ...visibilityConditions(resource, viewer),
      sql`(${filter.where(filterContext(resource, viewer, filterName, variant, this.#database))})`,
      ...(entry.only === undefined ? [] : [entry.only]),
    ])
    return sql`${found} order by 5, 1 desc limit ${sql.lit(foundPerResource)}`
  }
}

/** A field that is hidden from the viewer is null. */
function fieldSql(resource: Resource, name: string, viewer: Viewer): Fragment {
  const field = resource.fields[name]
  if (field === undefined) throw new Error(`${resource.name} has no field ${name}`)
  return field.hideFrom.includes(viewer.role) ? sql`cast(null as text)` : columnSql(resource, name, field, viewer)
}

/** The whole title or number first, then its beginning, then the beginning of a word, then all others. */
function rankSql(title: Fragment, number: Fragment): Fragment {
  const form = inSearchForm(title)
  const mark = sql.lit(end)
  return sql`case
    when ${containsText(sql`${mark} || ${form} || ${mark}`, 'whole')} then 0
    when ${containsText(sql`${mark} || coalesce(cast(${number} as text), '') || ${mark}`, 'number')} then 0
    when ${containsText(sql`${mark} || ${form}`, 'beginning')} then 1
    when ${containsText(sql`' ' || ${form}`, 'word')} then 2
    else 3 end`
}

function rankValues(text: string): SlotValues {
  const form = searchedForm(text)
  return {
    whole: `${end}${form}${end}`,
    number: `${end}${form.replace(/^0+/, '')}${end}`,
    beginning: `${end}${form}`,
    word: ` ${form}`,
  }
}

function foundRecord({ resource, entry }: SearchedResource, [id, number, title, context]: Row): FoundRecord {
  const field = resource.fields[entry.number ?? 'localid']
  const localid = field?.kind.serialize(number as StoredValue) ?? null
  return {
    resource: resource.name,
    id: Number(id),
    localid,
    title: String(title),
    context: context === null ? null : String(context),
  }
}
