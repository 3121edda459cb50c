// Lists: choose the page's ids first, then join names for those alone; know the exact number of matches without counting
// twice; stream what is large in chunks. Every number told in one answer comes from one statement, hence one snapshot (T-73).
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import type { FilterContext } from '../define/filters.ts'
import type { Resource } from '../define/resource.ts'
import type { Database, ReadTransaction, Row } from '../io/database.ts'
import { type Fragment, type SlotValues, type Statement, sql, statement } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
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
  /** The slots that decide how many records match: the instant of the request, for one, only shows in columns. */
  readonly countSlots: readonly string[]
  readonly selection: Selection
  readonly page: Statement
  readonly pageWithCount: Statement
  readonly ids: Statement
  readonly chunk: Statement
}

/** Longer lists are streamed, in chunks whose text stays small: large texts make the heap grow by hundreds of megabytes. */
const maxPageSize = 250
const chunkSize = 100
/** Pages are prepared for one of these sizes. */
const pageSizes = [10, 50, maxPageSize + 1]

export class ListReader {
  readonly #database: Database
  readonly #statements = new Map<string, ListStatements>()
  readonly #countCache = new CountCache()

  readonly #resourceByName: (name: string) => Resource

  constructor(database: Database, resourceByName: (name: string) => Resource) {
    this.#database = database
    this.#resourceByName = resourceByName
  }

  async list(resource: Resource, actor: Actor, query: ListQuery): Promise<ListResult> {
    const wanted = query.limit === 0 ? Number.MAX_SAFE_INTEGER : query.limit
    const mostRows = pageSizes.find((size) => size >= wanted) ?? maxPageSize + 1
    const texts = this.#statementsFor(resource, actor, query, mostRows)
    const values = { ...actorValues(actor), ...filterValues(query.filters) }
    if (wanted <= maxPageSize) return this.#page(resource, texts, actor, values, wanted, query)
    const firstPage = { ...values, limit: maxPageSize + 1, offset: query.offset }
    const rows = await this.#runRead(query, resource, actor.accountid, false, (tx) => tx.all(texts.page, firstPage))
    if (rows.length <= maxPageSize && (rows.length > 0 || query.offset === 0)) {
      return toListResult(texts, query.offset + rows.length, rows)
    }
    return this.#stream(texts, actor, values, wanted, query.offset)
  }

  async #page(
    resource: Resource,
    texts: ListStatements,
    actor: Actor,
    values: SlotValues,
    limit: number,
    query: ListQuery,
  ): Promise<ListResult> {
    const { accountid } = actor
    const versionAt = texts.selection.columns.length
    const all = { ...values, limit, offset: query.offset }
    const key = `${accountid}|${texts.key}|${JSON.stringify(texts.countSlots.map((name) => values[name]))}`
    const known = this.#countCache.get(key)
    if (known !== undefined) {
      const rows = await this.#runRead(query, resource, accountid, false, (tx) => tx.all(texts.page, all))
      const count =
        countFromPage(rows, limit, query.offset) ??
        (versionFrom(rows, versionAt) === known.version ? known.count : null)
      if (count !== null) return toListResult(texts, count, rows)
    }
    const rows = await this.#runRead(query, resource, accountid, true, (tx) => tx.all(texts.pageWithCount, all))
    const [first] = rows
    if (first === undefined) {
      const count = query.offset === 0 ? 0 : await this.#countPastEnd(texts, actor, values)
      return toListResult(texts, count, rows)
    }
    const count = Number(first[versionAt + 1])
    this.#countCache.set(key, { version: Number(first[versionAt]), count })
    this.#countCache.recordSize(`${accountid}|${resource.name}`, count)
    return toListResult(texts, count, rows)
  }

  /** A page beyond the end has no row to tell the count: ask for the ids alone. */
  async #countPastEnd(texts: ListStatements, actor: Actor, values: SlotValues): Promise<number> {
    return (await this.#allIds(texts, actor, values)).length
  }

  async #allIds(texts: ListStatements, actor: Actor, values: SlotValues): Promise<number[]> {
    const row = await this.#database.readOffloaded(actor.accountid, (tx) => tx.first(texts.ids, values))
    return row?.[0] ? String(row[0]).split(',').map(Number) : []
  }

  /** Reads that look at many rows run apart from the event loop's connection (T-78). */
  #runRead<T>(
    query: ListQuery,
    resource: Resource,
    accountid: number,
    counting: boolean,
    work: (tx: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    const slow =
      query.filters.some(({ filter }) => filter.slow) ||
      (query.sort !== null && !sortsByColumn(resource, query.sort.field)) ||
      (counting && this.#countCache.isLarge(`${accountid}|${resource.name}`))
    return slow ? this.#database.readOffloaded(accountid, work) : this.#database.read(accountid, work)
  }

  /** A snapshot of the ids, then the records chunk by chunk in short reads, so that a slow reader holds nothing open (T-74). */
  async #stream(
    texts: ListStatements,
    actor: Actor,
    values: SlotValues,
    limit: number,
    offset: number,
  ): Promise<ListResult> {
    const { accountid } = actor
    const database = this.#database
    const all = await this.#allIds(texts, actor, values)
    const ids = all.slice(offset, offset + limit)
    async function* chunks(): AsyncIterable<readonly Row[]> {
      for (let at = 0; at < ids.length; at += chunkSize) {
        const wanted = ids.slice(at, at + chunkSize)
        const rows = await database.readOffloaded(accountid, (tx) => tx.all(texts.chunk, { ...values, ids: wanted }))
        const byId = new Map(rows.map((row) => [row[0], row]))
        yield wanted.flatMap((id) => {
          const row = byId.get(id)
          return row === undefined ? [] : [texts.selection.read(row)]
        })
      }
    }
    return { ...toListResult(texts, all.length, []), chunks: chunks() }
  }

  #statementsFor(resource: Resource, actor: Actor, query: ListQuery, maxRows: number): ListStatements {
    const { sort } = query
    const parts = query.filters.map(({ name, parsed }) => `${name}:${parsed.variant}`).sort()
    const order = sort === null ? '' : `${sort.field} ${sort.descending}`
    const key = sqlCacheKey(actor, [resource.name, ...parts, order])
    const pageKey = `${key}|${maxRows}|${query.offset === 0}|${query.may}`
    let texts = this.#statements.get(pageKey)
    if (texts === undefined) {
      const viewer = { role: actor.role, restricted: actor.restricted }
      const more = query.may ? [mayField(resource, viewer, this.#resourceByName)] : []
      texts = buildStatements(key, resource, viewer, { ...query, maxRows, vault: this.#database.vault, more })
      this.#statements.set(pageKey, texts)
    }
    return texts
  }
}

interface StatementOptions extends ListQuery {
  readonly maxRows: number
  readonly vault: Vault
  /** Fields after those of the resource. */
  readonly more: readonly SelectedField[]
}

function buildStatements(key: string, resource: Resource, viewer: Viewer, query: StatementOptions): ListStatements {
  const added = query.filters.flatMap(({ filter, parsed }) =>
    Object.entries(parsed.variant === 'f' ? {} : (filter.addsFields ?? {})).map(
      ([name, build]): SelectedField => ({ name, field: build(name) }),
    ),
  )
  const fields = [...visibleFields(resource, viewer), ...added, ...query.more]
  const conditions = query.filters.map(({ name, filter, parsed }): Fragment => {
    const use: FilterContext = {
      variant: parsed.variant,
      slotName: filterSlot(name),
      viewer,
      table: resource.table,
      linkTable: (field) => linkTableOf(resource.fields[field]),
      column: (fieldName) => {
        const field = resource.fields[fieldName]
        if (field === undefined) throw new Error(`${resource.name} has no field ${fieldName}`)
        return columnSql(resource, fieldName, field, viewer)
      },
    }
    return sql`(${filter.where(use)})`
  })
  const selection = new Selection(resource, viewer, fields, query.vault)
  const { columns } = selection
  const { sort, maxRows, offset } = query
  const texts = listSql(resource, { viewer, columns, conditions, sort, maxRows, isFirstPage: offset === 0 })
  return {
    key,
    resource: resource.name,
    countSlots: slotNamesIn(texts.count),
    selection,
    page: statement(texts.page),
    pageWithCount: statement(texts.pageWithCount),
    ids: statement(texts.ids),
    chunk: statement(selectByIds(resource, viewer, columns)),
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

/** A page that is not full ends the list: its place tells the count. */
const countFromPage = (rows: readonly Row[], limit: number, offset: number): number | null =>
  rows.length < limit && (rows.length > 0 || offset === 0) ? offset + rows.length : null

const versionFrom = (rows: readonly Row[], at: number): number => Number(rows[0]?.[at] ?? -1)

const sortsByColumn = (resource: Resource, fieldName: string): boolean => {
  const from = resource.fields[fieldName]?.from
  return from !== undefined && ('column' in from || 'counter' in from)
}
