// Lists: reads the page, finds the exact number of matches without counting twice, and streams long lists in chunks.
// Every number in a response comes from one statement, so from one snapshot (T-73). The statements are made by
// list-statements.ts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Actor, actorValues } from '../define/actor.ts'
import type { ParsedFilter } from '../define/filters.ts'
import type { Resource } from '../define/resource.ts'
import { inManyRows, isIndexed, withoutIndex } from '../define/search-filters.ts'
import type { Database, ReadTransaction, Row } from '../io/database.ts'
import { hasSearchForManyRows, readsOnEventLoop } from '../io/dialect.ts'
import { minStoredRows, RowCounter } from '../io/row-counts.ts'
import type { SlotValues } from '../io/sql.ts'
import { CountCache } from './count-cache.ts'
import { filterSlot, ListStatementCache, type ListStatements } from './list-statements.ts'
import type { ListResult } from './operation-result.ts'
import type { AppliedFilter, ListQuery } from './query-parameters.ts'

/** Longer lists are streamed in small chunks, because large statements make the heap grow by hundreds of megabytes. */
const maxPageSize = 250
const chunkSize = 100
/** Beyond these, a page reads so many rows that it would hold up the event loop. */
const maxShortOffset = 1000
const maxShortIds = 100
/** To find a page of more hits than these, reading all rows until it is full costs less than the search index. */
const maxIndexedHits = 500
/** Statements are prepared for these page sizes. */
const pageSizes = [10, 50, maxPageSize + 1]

export class ListReader {
  readonly #database: Database
  readonly #statements: ListStatementCache
  readonly #countCache = new CountCache()
  readonly #rowCounter: RowCounter

  constructor(database: Database, resourceByName: (name: string) => Resource, maxLists?: number) {
    this.#database = database
    this.#rowCounter = new RowCounter(database)
    this.#statements = new ListStatementCache(database, resourceByName, maxLists)
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
    const query = (await this.#isInManyRows(resource, actor, asked)) ? withSearches(asked, inManyRows) : asked
    const limit = query.limit === 0 ? Number.MAX_SAFE_INTEGER : query.limit
    const mostRows = pageSizes.find((size) => size >= limit) ?? maxPageSize + 1
    const values = { ...actorValues(actor), ...filterValues(query.filters) }
    if (limit <= maxPageSize) return this.#page(resource, actor, values, limit, query, mostRows)
    const statements = this.#statements.forList(resource, actor, query, mostRows)
    const firstPage = { ...values, limit: maxPageSize + 1, offset: query.offset }
    const rows = await this.#runRead({ query, resource, actor }, (tx) => tx.all(statements.page, firstPage))
    if (rows.length <= maxPageSize && (rows.length > 0 || query.offset === 0)) {
      return toListResult(statements, query.offset + rows.length, rows)
    }
    startStream()
    return this.#stream(statements, actor, values, limit, query.offset)
  }

  /**
   * True for a search in an account that is known to have many rows. Lists of all records tell that, but perhaps nobody
   * has read one since the server started. So where such a search has a statement of its own, the stored number tells.
   */
  async #isInManyRows({ name, table }: Resource, { accountid }: Actor, { filters }: ListQuery): Promise<boolean> {
    if (!filters.some(usesIndex)) return false
    const listKey = `${accountid}|${name}`
    if (!this.#countCache.isLarge(listKey) && hasSearchForManyRows(this.#database.dialect))
      this.#countCache.recordSize(listKey, (await this.#rowCounter.storedRows(accountid, table)) ?? 0)
    return this.#countCache.isLarge(listKey)
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
    const byIndex = this.#statements.forList(resource, actor, query, mostRows)
    const versionAt = byIndex.selection.columns.length
    const pageValues = { ...values, limit, offset: query.offset }
    const key = `${accountid}|${byIndex.key}|${JSON.stringify(byIndex.countSlots.map((name) => values[name]))}`
    const cached = this.#countCache.get(key)
    const hasManyHits = cached !== undefined && cached.count > maxIndexedHits
    const statements = hasManyHits
      ? this.#statements.forList(resource, actor, withSearches(query, withoutIndex), mostRows)
      : byIndex
    const listKey = `${accountid}|${resource.name}`
    if (cached !== undefined || (statements.isWhole && this.#countCache.isLarge(listKey))) {
      const read = { query, resource, actor, short: statements.isIndexed || (cached?.short ?? false) }
      const rows = await this.#runRead(read, (tx) => tx.all(statements.page, pageValues))
      const count =
        countFromPage(rows, limit, query.offset) ??
        (statements.isWhole ? numberAt(rows, versionAt + 1) : null) ??
        (cached !== undefined && numberAt(rows, versionAt) === cached.version ? cached.count : null)
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
    this.#countCache.recordSize(listKey, count)
    if (count >= minStoredRows || this.#countCache.isLarge(listKey))
      this.#rowCounter.storeLater(accountid, statements.storedCounts)
    return toListResult(statements, count, rows)
  }

  /** True when search indexes give few rows for the list. */
  async #isShortSearch(resource: Resource, actor: Actor, query: ListQuery, values: SlotValues): Promise<boolean> {
    const slow = query.filters.filter(({ filter }) => filter.slow)
    if (slow.length === 0 || !slow.every(usesIndex) || !readsOnEventLoop(this.#database.dialect)) return false
    const search = this.#statements.forShortSearch(resource, actor, slow)
    const row = await this.#database.read(actor.accountid, (tx) => tx.first(search, values))
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

const toListResult = ({ resource, selection }: ListStatements, count: number, rows: readonly Row[]): ListResult => ({
  kind: 'list',
  status: 200,
  resource,
  fields: selection.fields,
  count,
  rows: rows.map((row) => selection.read(row)),
})

const filterValues = (filters: readonly AppliedFilter[]): SlotValues =>
  Object.fromEntries(filters.map(({ name, parsed }) => [filterSlot(name), parsed.value]))

/** A page that is not full is the last one, so its offset and length give the count. */
const countFromPage = (rows: readonly Row[], limit: number, offset: number): number | null =>
  rows.length < limit && (rows.length > 0 || offset === 0) ? offset + rows.length : null

const numberAt = (rows: readonly Row[], at: number): number | null => {
  const value = rows[0]?.[at] ?? null
  return value === null ? null : Number(value)
}

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > maxShortIds

const sortsByColumn = (resource: Resource, fieldName: string): boolean => {
  const from = resource.fields[fieldName]?.from
  return from !== undefined && ('column' in from || 'counter' in from)
}
