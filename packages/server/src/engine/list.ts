// Lists: selects the ids of the page first, then joins names for these only; finds the exact number of matches without
// counting twice; streams long lists in chunks. Every number in a response comes from one statement, so from one
// snapshot (T-73).
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import type { FilterContext, ParsedFilter } from '../define/filters.ts'
import type { Resource } from '../define/resource.ts'
import { inManyRows, isIndexed, withoutIndex } from '../define/search-filters.ts'
import type { Database, ReadTransaction, Row } from '../io/database.ts'
import { readsOnEventLoop } from '../io/dialect.ts'
import {
  allConditions,
  type Fragment,
  type SlotValues,
  type Statement,
  sql,
  statement,
  statementWithoutPlanCache,
} from '../io/sql.ts'
import { RepeatCache } from '../kit/lru-cache.ts'
import { CountCache } from './count-cache.ts'
import { mayField } from './may.ts'
import type { ListResult } from './operation-result.ts'
import type { AppliedFilter, ListQuery } from './query-parameters.ts'
import {
  columnSql,
  linkTableOf,
  listSql,
  type SelectedField,
  selectByIds,
  slotNamesIn,
  sqlCacheKey,
  visibleFields,
} from './select-sql.ts'
import { Selection } from './selection.ts'

interface ListStatements {
  readonly key: string
  readonly resource: string
  /** The slots that affect the number of matches. The time of the request, for example, only affects columns. */
  readonly countSlots: readonly string[]
  readonly selection: Selection
  readonly page: Statement
  readonly pageWithCount: Statement
  readonly ids: Statement
  readonly chunk: Statement
}

/** Longer lists are streamed in small chunks, because large statements make the heap grow by hundreds of megabytes. */
const maxPageSize = 250
const chunkSize = 100
/** Beyond these, a page reads so many rows that it would hold up the event loop. */
const maxShortOffset = 1000
const maxShortIds = 100
/** To find a page of more hits than these, reading all rows until it is full costs less than the search index. */
const maxIndexedHits = 500
/** Checking more rows of a search index would hold up the event loop. */
const maxShortIndexed = 500
/** Statements are prepared for these page sizes. */
const pageSizes = [10, 50, maxPageSize + 1]
/** Lists differ in filters, sort, page size and viewer. The statements of one need about 100 KB, its key 200 bytes. */
const maxCachedLists = 250
const maxRememberedLists = 2000

export class ListReader {
  readonly #database: Database
  readonly #statements: RepeatCache<ListStatements>
  /** By resource, viewer and added fields: other filters of a list do not change what is selected. */
  readonly #selections = new Map<string, Selection>()
  /** By resource, viewer, filter and its variant. */
  readonly #conditions = new Map<string, Fragment>()
  /** By resource, viewer and filters. */
  readonly #shortSearches = new Map<string, Statement>()
  readonly #countCache = new CountCache()

  readonly #resourceByName: (name: string) => Resource

  constructor(database: Database, resourceByName: (name: string) => Resource, maxLists = maxCachedLists) {
    this.#database = database
    this.#statements = new RepeatCache(maxLists, maxRememberedLists)
    this.#resourceByName = resourceByName
  }

  /** The number of lists whose statements are kept. */
  get cachedLists(): number {
    return this.#statements.size
  }

  /** `startStream` is called before a long list is read; it throws if the caller may not have it now. */
  async list(
    resource: Resource,
    actor: Actor,
    asked: ListQuery,
    startStream: () => void = () => undefined,
  ): Promise<ListResult> {
    const hasManyRows = this.#countCache.isLarge(`${actor.accountid}|${resource.name}`)
    const query = hasManyRows ? withSearches(asked, inManyRows) : asked
    const limit = query.limit === 0 ? Number.MAX_SAFE_INTEGER : query.limit
    const mostRows = pageSizes.find((size) => size >= limit) ?? maxPageSize + 1
    const values = { ...actorValues(actor), ...filterValues(query.filters) }
    if (limit <= maxPageSize) return this.#page(resource, actor, values, limit, query, mostRows)
    const statements = this.#statementsFor(resource, actor, query, mostRows)
    const firstPage = { ...values, limit: maxPageSize + 1, offset: query.offset }
    const rows = await this.#runRead({ query, resource, actor }, (tx) => tx.all(statements.page, firstPage))
    if (rows.length <= maxPageSize && (rows.length > 0 || query.offset === 0)) {
      return toListResult(statements, query.offset + rows.length, rows)
    }
    startStream()
    return this.#stream(statements, actor, values, limit, query.offset)
  }

  async #page(
    resource: Resource,
    actor: Actor,
    values: SlotValues,
    limit: number,
    query: ListQuery,
    mostRows: number,
  ): Promise<ListResult> {
    const { accountid } = actor
    const byIndex = this.#statementsFor(resource, actor, query, mostRows)
    const versionAt = byIndex.selection.columns.length
    const pageValues = { ...values, limit, offset: query.offset }
    const key = `${accountid}|${byIndex.key}|${JSON.stringify(byIndex.countSlots.map((name) => values[name]))}`
    const cached = this.#countCache.get(key)
    const hasManyHits = cached !== undefined && cached.count > maxIndexedHits
    const statements = hasManyHits
      ? this.#statementsFor(resource, actor, withSearches(query, withoutIndex), mostRows)
      : byIndex
    if (cached !== undefined) {
      const read = { query, resource, actor, short: cached.short }
      const rows = await this.#runRead(read, (tx) => tx.all(statements.page, pageValues))
      const count =
        countFromPage(rows, limit, query.offset) ??
        (versionFrom(rows, versionAt) === cached.version ? cached.count : null)
      if (count !== null) return toListResult(statements, count, rows)
    }
    const short = !hasManyHits && (await this.#isShortSearch(resource, actor, query, values))
    const read = { query, resource, actor, counting: true, short }
    const rows = await this.#runRead(read, (tx) => tx.all(statements.pageWithCount, pageValues))
    const [first] = rows
    if (first === undefined) {
      const count = query.offset === 0 ? 0 : (await this.#allIds(statements, actor, pageValues)).count
      return toListResult(statements, count, rows)
    }
    const count = Number(first[versionAt + 1])
    this.#countCache.set(key, { version: Number(first[versionAt]), count, short })
    this.#countCache.recordSize(`${accountid}|${resource.name}`, count)
    return toListResult(statements, count, rows)
  }

  /** True when search indexes give few rows for the list. */
  async #isShortSearch(resource: Resource, actor: Actor, query: ListQuery, values: SlotValues): Promise<boolean> {
    const slow = query.filters.filter(({ filter }) => filter.slow)
    if (slow.length === 0 || !slow.every(usesIndex) || !readsOnEventLoop(this.#database.dialect)) return false
    const viewer = { role: actor.role, restricted: actor.restricted }
    const key = sqlCacheKey(viewer, [resource.name, ...slow.map(({ name }) => name)])
    let question = this.#shortSearches.get(key)
    if (question === undefined) {
      const answers = slow.map(({ name, filter, parsed }) => {
        const use = filterContext(resource, viewer, name, parsed.variant, this.#database)
        return filter.hasFewIndexed?.(use, maxShortIndexed) ?? sql`1 = 0`
      })
      question = statement(sql`select case when ${allConditions(answers)} then 1 else 0 end`)
      this.#shortSearches.set(key, question)
    }
    const asked = question
    const row = await this.#database.read(actor.accountid, (tx) => tx.first(asked, values))
    return row?.[0] === 1
  }

  /** The ids of a page of any length, and the number of all records, also for a page beyond the end. */
  async #allIds(statements: ListStatements, actor: Actor, pageValues: SlotValues): Promise<ListIds> {
    const row = await this.#database.readOffloaded(actor.accountid, (tx) => tx.first(statements.ids, pageValues))
    return { count: Number(row?.[0] ?? 0), text: String(row?.[1] ?? '') }
  }

  /** Reads of many rows run off the event loop (T-78). */
  #runRead<T>(
    { query, resource, actor: { accountid }, counting = false, short = false }: ListRead,
    work: (tx: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    const slow =
      query.offset > maxShortOffset ||
      query.filters.some(({ filter, parsed }) => (filter.slow && !short) || isLongList(parsed.value)) ||
      (query.sort !== null && !sortsByColumn(resource, query.sort.field)) ||
      (counting && !short && this.#countCache.isLarge(`${accountid}|${resource.name}`))
    return slow ? this.#database.readOffloaded(accountid, work) : this.#database.read(accountid, work)
  }

  /** Reads all ids at once, then the records in chunks, so that a slow client keeps no transaction open (T-74). */
  async #stream(
    statements: ListStatements,
    actor: Actor,
    values: SlotValues,
    limit: number,
    offset: number,
  ): Promise<ListResult> {
    const { accountid } = actor
    const database = this.#database
    const { count, text } = await this.#allIds(statements, actor, { ...values, limit, offset })
    async function* chunks(): AsyncIterable<readonly Row[]> {
      for (const chunkIds of idChunks(text)) {
        const rows = await database.readOffloaded(accountid, (tx) =>
          tx.all(statements.chunk, { ...values, ids: chunkIds }),
        )
        const byId = new Map(rows.map((row) => [row[0], row]))
        yield chunkIds.flatMap((id) => {
          const row = byId.get(id)
          return row === undefined ? [] : [statements.selection.read(row)]
        })
        // Node handles all messages of a thread that have arrived in one turn, which would be many chunks.
        await nextTurn()
      }
    }
    return { ...toListResult(statements, count, []), chunks: chunks() }
  }

  #statementsFor(resource: Resource, actor: Actor, query: ListQuery, maxRows: number): ListStatements {
    const { sort } = query
    const parts = query.filters.map(({ name, parsed }) => `${name}:${parsed.variant}`).sort()
    const order = sort === null ? '' : `${sort.field} ${sort.descending}`
    const key = sqlCacheKey(actor, [resource.name, ...parts, order])
    const pageKey = `${key}|${maxRows}|${query.offset === 0}|${query.may}`
    return this.#statements.get(pageKey, (kept) => {
      const viewer = { role: actor.role, restricted: actor.restricted }
      return buildStatements(key, resource, viewer, {
        ...query,
        maxRows,
        kept,
        selection: this.#selectionFor(resource, viewer, query),
        conditions: query.filters.map((applied) => this.#conditionFor(resource, viewer, applied)),
        count: countAlone(resource, viewer, query.filters, this.#database),
      })
    })
  }

  #conditionFor(resource: Resource, viewer: Viewer, applied: AppliedFilter): Fragment {
    const key = sqlCacheKey(viewer, [resource.name, applied.name, applied.parsed.variant])
    const condition = this.#conditions.get(key) ?? buildCondition(resource, viewer, applied, this.#database)
    this.#conditions.set(key, condition)
    return condition
  }

  #selectionFor(resource: Resource, viewer: Viewer, query: ListQuery): Selection {
    const added = query.filters.flatMap(({ filter, parsed }) =>
      parsed.variant === 'f' ? [] : Object.entries(filter.addsFields ?? {}),
    )
    const key = sqlCacheKey(viewer, [resource.name, String(query.may), ...added.map(([name]) => name)])
    let selection = this.#selections.get(key)
    if (selection === undefined) {
      const fields = [
        ...visibleFields(resource, viewer),
        ...added.map(([name, build]): SelectedField => ({ name, field: build(name) })),
        ...(query.may ? [mayField(resource, viewer, this.#resourceByName)] : []),
      ]
      selection = new Selection(resource, viewer, fields, this.#database.vault)
      this.#selections.set(key, selection)
    }
    return selection
  }
}

interface ListIds {
  readonly count: number
  /** The ids, separated by commas. */
  readonly text: string
}

/** Splits the ids when they are needed: to split a million at once would hold up the event loop. */
function* idChunks(text: string): Iterable<number[]> {
  let ids: number[] = []
  for (let at = 0; at < text.length; ) {
    const comma = text.indexOf(',', at)
    const end = comma === -1 ? text.length : comma
    ids.push(Number(text.slice(at, end)))
    at = end + 1
    if (ids.length < chunkSize && at < text.length) continue
    yield ids
    ids = []
  }
}

interface ListRead {
  readonly query: ListQuery
  readonly resource: Resource
  readonly actor: Actor
  /** True when the statement counts the whole list. */
  readonly counting?: boolean
  /** True for a search that reads few rows. */
  readonly short?: boolean
}

interface StatementOptions extends ListQuery {
  readonly maxRows: number
  readonly selection: Selection
  readonly conditions: readonly Fragment[]
  readonly count: Fragment | undefined
  /** False when the statements are used once, so that PostgreSQL need not keep them either. */
  readonly kept: boolean
}

export const filterContext = (
  resource: Resource,
  viewer: Viewer,
  name: string,
  variant: string,
  database: Database,
): FilterContext => ({
  variant,
  slotName: filterSlot(name),
  viewer,
  table: resource.table,
  hasSearchIndex: (table, columns) => database.hasSearchIndex(table, columns),
  linkTable: (field) => linkTableOf(resource.fields[field]),
  column: (fieldName) => {
    const field = resource.fields[fieldName]
    if (field === undefined) throw new Error(`${resource.name} has no field ${fieldName}`)
    return columnSql(resource, fieldName, field, viewer)
  },
})

const buildCondition = (
  resource: Resource,
  viewer: Viewer,
  { name, filter, parsed }: AppliedFilter,
  database: Database,
): Fragment => sql`(${filter.where(filterContext(resource, viewer, name, parsed.variant, database))})`

/** Only for a viewer who sees every record, and without another filter: both would change the number. */
function countAlone(
  resource: Resource,
  viewer: Viewer,
  filters: readonly AppliedFilter[],
  database: Database,
): Fragment | undefined {
  const [applied, ...others] = filters
  if (applied === undefined || others.length > 0 || resource.visible(viewer) !== null) return undefined
  const { name, filter, parsed } = applied
  return filter.countAlone?.(filterContext(resource, viewer, name, parsed.variant, database)) ?? undefined
}

const usesIndex = ({ filter, parsed }: AppliedFilter): boolean =>
  filter.hasFewIndexed !== undefined && isIndexed(parsed.variant)

/** The same query, with its searches in another variant. */
const withSearches = (query: ListQuery, change: (parsed: ParsedFilter) => ParsedFilter): ListQuery =>
  query.filters.some(usesIndex)
    ? {
        ...query,
        filters: query.filters.map((applied) =>
          usesIndex(applied) ? { ...applied, parsed: change(applied.parsed) } : applied,
        ),
      }
    : query

function buildStatements(key: string, resource: Resource, viewer: Viewer, query: StatementOptions): ListStatements {
  const { sort, maxRows, offset, selection, conditions, count } = query
  const { columns } = selection
  const prepare = query.kept ? statement : statementWithoutPlanCache
  const statements = listSql(resource, { viewer, columns, conditions, count, sort, maxRows, isFirstPage: offset === 0 })
  return {
    key,
    resource: resource.name,
    countSlots: slotNamesIn(statements.count),
    selection,
    page: prepare(statements.page),
    pageWithCount: prepare(statements.pageWithCount),
    ids: prepare(statements.ids),
    chunk: prepare(() => selectByIds(resource, viewer, columns)),
  }
}

const toListResult = ({ resource, selection }: ListStatements, count: number, rows: readonly Row[]): ListResult => ({
  kind: 'list',
  status: 200,
  resource,
  fields: selection.fields,
  count,
  rows: rows.map((row) => selection.read(row)),
})

export const filterSlot = (name: string): string => `filter.${name}`

const filterValues = (filters: readonly AppliedFilter[]): SlotValues =>
  Object.fromEntries(filters.map(({ name, parsed }) => [filterSlot(name), parsed.value]))

/** A page that is not full is the last one, so its offset and length give the count. */
const countFromPage = (rows: readonly Row[], limit: number, offset: number): number | null =>
  rows.length < limit && (rows.length > 0 || offset === 0) ? offset + rows.length : null

const versionFrom = (rows: readonly Row[], at: number): number => Number(rows[0]?.[at] ?? -1)

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > maxShortIds

const sortsByColumn = (resource: Resource, fieldName: string): boolean => {
  const from = resource.fields[fieldName]?.from
  return from !== undefined && ('column' in from || 'counter' in from)
}
