// Lists: selects the ids of the page first, then joins names for these only; finds the exact number of matches without
// counting twice; streams long lists in chunks. Every number in a response comes from one statement, so from one
// snapshot (T-73).
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
/** Statements are prepared for these page sizes. */
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
    const limit = query.limit === 0 ? Number.MAX_SAFE_INTEGER : query.limit
    const mostRows = pageSizes.find((size) => size >= limit) ?? maxPageSize + 1
    const statements = this.#statementsFor(resource, actor, query, mostRows)
    const values = { ...actorValues(actor), ...filterValues(query.filters) }
    if (limit <= maxPageSize) return this.#page(resource, statements, actor, values, limit, query)
    const firstPage = { ...values, limit: maxPageSize + 1, offset: query.offset }
    const rows = await this.#runRead(query, resource, actor.accountid, false, (tx) =>
      tx.all(statements.page, firstPage),
    )
    if (rows.length <= maxPageSize && (rows.length > 0 || query.offset === 0)) {
      return toListResult(statements, query.offset + rows.length, rows)
    }
    return this.#stream(statements, actor, values, limit, query.offset)
  }

  async #page(
    resource: Resource,
    statements: ListStatements,
    actor: Actor,
    values: SlotValues,
    limit: number,
    query: ListQuery,
  ): Promise<ListResult> {
    const { accountid } = actor
    const versionAt = statements.selection.columns.length
    const pageValues = { ...values, limit, offset: query.offset }
    const key = `${accountid}|${statements.key}|${JSON.stringify(statements.countSlots.map((name) => values[name]))}`
    const cached = this.#countCache.get(key)
    if (cached !== undefined) {
      const rows = await this.#runRead(query, resource, accountid, false, (tx) => tx.all(statements.page, pageValues))
      const count =
        countFromPage(rows, limit, query.offset) ??
        (versionFrom(rows, versionAt) === cached.version ? cached.count : null)
      if (count !== null) return toListResult(statements, count, rows)
    }
    const rows = await this.#runRead(query, resource, accountid, true, (tx) =>
      tx.all(statements.pageWithCount, pageValues),
    )
    const [first] = rows
    if (first === undefined) {
      const count = query.offset === 0 ? 0 : await this.#countPastEnd(statements, actor, values)
      return toListResult(statements, count, rows)
    }
    const count = Number(first[versionAt + 1])
    this.#countCache.set(key, { version: Number(first[versionAt]), count })
    this.#countCache.recordSize(`${accountid}|${resource.name}`, count)
    return toListResult(statements, count, rows)
  }

  /** A page beyond the end has no row with the count, so the ids are read and counted. */
  async #countPastEnd(statements: ListStatements, actor: Actor, values: SlotValues): Promise<number> {
    return (await this.#allIds(statements, actor, values)).length
  }

  async #allIds(statements: ListStatements, actor: Actor, values: SlotValues): Promise<number[]> {
    const row = await this.#database.readOffloaded(actor.accountid, (tx) => tx.first(statements.ids, values))
    return row?.[0] ? String(row[0]).split(',').map(Number) : []
  }

  /** Reads of many rows run off the event loop (T-78). */
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
    const all = await this.#allIds(statements, actor, values)
    const ids = all.slice(offset, offset + limit)
    async function* chunks(): AsyncIterable<readonly Row[]> {
      for (let at = 0; at < ids.length; at += chunkSize) {
        const chunkIds = ids.slice(at, at + chunkSize)
        const rows = await database.readOffloaded(accountid, (tx) =>
          tx.all(statements.chunk, { ...values, ids: chunkIds }),
        )
        const byId = new Map(rows.map((row) => [row[0], row]))
        yield chunkIds.flatMap((id) => {
          const row = byId.get(id)
          return row === undefined ? [] : [statements.selection.read(row)]
        })
      }
    }
    return { ...toListResult(statements, all.length, []), chunks: chunks() }
  }

  #statementsFor(resource: Resource, actor: Actor, query: ListQuery, maxRows: number): ListStatements {
    const { sort } = query
    const parts = query.filters.map(({ name, parsed }) => `${name}:${parsed.variant}`).sort()
    const order = sort === null ? '' : `${sort.field} ${sort.descending}`
    const key = sqlCacheKey(actor, [resource.name, ...parts, order])
    const pageKey = `${key}|${maxRows}|${query.offset === 0}|${query.may}`
    let statements = this.#statements.get(pageKey)
    if (statements === undefined) {
      const viewer = { role: actor.role, restricted: actor.restricted }
      const extraFields = query.may ? [mayField(resource, viewer, this.#resourceByName)] : []
      statements = buildStatements(key, resource, viewer, {
        ...query,
        maxRows,
        vault: this.#database.vault,
        more: extraFields,
      })
      this.#statements.set(pageKey, statements)
    }
    return statements
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
  const statements = listSql(resource, { viewer, columns, conditions, sort, maxRows, isFirstPage: offset === 0 })
  return {
    key,
    resource: resource.name,
    countSlots: slotNamesIn(statements.count),
    selection,
    page: statement(statements.page),
    pageWithCount: statement(statements.pageWithCount),
    ids: statement(statements.ids),
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

/** A page that is not full is the last one, so its offset and length give the count. */
const countFromPage = (rows: readonly Row[], limit: number, offset: number): number | null =>
  rows.length < limit && (rows.length > 0 || offset === 0) ? offset + rows.length : null

const versionFrom = (rows: readonly Row[], at: number): number => Number(rows[0]?.[at] ?? -1)

const sortsByColumn = (resource: Resource, fieldName: string): boolean => {
  const from = resource.fields[fieldName]?.from
  return from !== undefined && ('column' in from || 'counter' in from)
}
