// Lists: choose the page's ids first, then join names for those alone; know the exact number of matches without counting
// twice; stream what is large in chunks. Every number told in one answer comes from one statement, hence one snapshot (T-73).
import { type Actor, actorValues } from '../define/actor.ts'
import type { FilterUse } from '../define/filters.ts'
import type { Resource } from '../define/resource.ts'
import type { Database, ReadTransaction, Row } from '../io/database.ts'
import { type Fragment, type Statement, sql, statement, type Values } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
import { CountMemory } from './count-memory.ts'
import type { AppliedFilter, ListQuery } from './query.ts'
import { Selection } from './selection.ts'
import { columnOf, fieldsFor, linksOf, listTexts, type ShapeField, selectChunk, shapeKey, slotsIn } from './shape.ts'

export interface Listed {
  readonly fields: readonly ShapeField[]
  readonly count: number
  readonly rows: readonly Row[]
  /** What is left of a long list, in chunks; the first rows are in `rows`. */
  readonly more?: AsyncIterable<readonly Row[]>
}

interface Texts {
  readonly key: string
  /** The slots that decide how many records match: the instant of the request, for one, only shows in columns. */
  readonly countedBy: readonly string[]
  readonly selection: Selection
  readonly page: Statement
  readonly counted: Statement
  readonly ids: Statement
  readonly chunk: Statement
}

/** Longer lists are streamed, in chunks whose text stays small: large texts make the heap grow by hundreds of megabytes. */
const longestPage = 250
const chunkSize = 100
/** Pages are prepared for one of these sizes. */
const pageSizes = [10, 50, longestPage + 1]

export class Lists {
  readonly #database: Database
  readonly #texts = new Map<string, Texts>()
  readonly #counts = new CountMemory()

  constructor(database: Database) {
    this.#database = database
  }

  async list(resource: Resource, actor: Actor, query: ListQuery): Promise<Listed> {
    const wanted = query.limit === 0 ? Number.MAX_SAFE_INTEGER : query.limit
    const mostRows = pageSizes.find((size) => size >= wanted) ?? longestPage + 1
    const texts = this.#textsFor(resource, actor, query, mostRows)
    const values = { ...actorValues(actor), ...filterValues(query.filters) }
    if (wanted <= longestPage) return this.#page(resource, texts, actor, values, wanted, query)
    const firstPage = { ...values, limit: longestPage + 1, offset: query.offset }
    const rows = await this.#run(query, resource, actor.accountid, false, (tx) => tx.all(texts.page, firstPage))
    if (rows.length <= longestPage && (rows.length > 0 || query.offset === 0)) {
      return listed(texts, query.offset + rows.length, rows)
    }
    return this.#stream(texts, actor, values, wanted, query.offset)
  }

  async #page(
    resource: Resource,
    texts: Texts,
    actor: Actor,
    values: Values,
    limit: number,
    query: ListQuery,
  ): Promise<Listed> {
    const { accountid } = actor
    const versionAt = texts.selection.columns.length
    const all = { ...values, limit, offset: query.offset }
    const key = `${accountid}|${texts.key}|${JSON.stringify(texts.countedBy.map((name) => values[name]))}`
    const known = this.#counts.get(key)
    if (known !== undefined) {
      const rows = await this.#run(query, resource, accountid, false, (tx) => tx.all(texts.page, all))
      const count =
        countByPage(rows, limit, query.offset) ?? (versionIn(rows, versionAt) === known.version ? known.count : null)
      if (count !== null) return listed(texts, count, rows)
    }
    const rows = await this.#run(query, resource, accountid, true, (tx) => tx.all(texts.counted, all))
    const [first] = rows
    if (first === undefined) {
      const count = query.offset === 0 ? 0 : await this.#countBeyond(texts, actor, values)
      return listed(texts, count, rows)
    }
    const count = Number(first[versionAt + 1])
    this.#counts.set(key, { version: Number(first[versionAt]), count })
    this.#counts.noteSize(`${accountid}|${resource.name}`, count)
    return listed(texts, count, rows)
  }

  /** A page beyond the end has no row to tell the count: ask for the ids alone. */
  async #countBeyond(texts: Texts, actor: Actor, values: Values): Promise<number> {
    return (await this.#allIds(texts, actor, values)).length
  }

  async #allIds(texts: Texts, actor: Actor, values: Values): Promise<number[]> {
    const row = await this.#database.readApart(actor.accountid, (tx) => tx.first(texts.ids, values))
    return row?.[0] ? String(row[0]).split(',').map(Number) : []
  }

  /** Reads that look at many rows run apart from the event loop's connection (T-78). */
  #run<T>(
    query: ListQuery,
    resource: Resource,
    accountid: number,
    counting: boolean,
    work: (tx: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    const slow =
      query.filters.some(({ filter }) => filter.slow) ||
      (query.sort !== null && !sortsByColumn(resource, query.sort.field)) ||
      (counting && this.#counts.isLarge(`${accountid}|${resource.name}`))
    return slow ? this.#database.readApart(accountid, work) : this.#database.read(accountid, work)
  }

  /** A snapshot of the ids, then the records chunk by chunk in short reads, so that a slow reader holds nothing open (T-74). */
  async #stream(texts: Texts, actor: Actor, values: Values, limit: number, offset: number): Promise<Listed> {
    const { accountid } = actor
    const database = this.#database
    const all = await this.#allIds(texts, actor, values)
    const ids = all.slice(offset, offset + limit)
    async function* chunks(): AsyncIterable<readonly Row[]> {
      for (let at = 0; at < ids.length; at += chunkSize) {
        const wanted = ids.slice(at, at + chunkSize)
        const rows = await database.readApart(accountid, (tx) => tx.all(texts.chunk, { ...values, ids: wanted }))
        const byId = new Map(rows.map((row) => [row[0], row]))
        yield wanted.flatMap((id) => {
          const row = byId.get(id)
          return row === undefined ? [] : [texts.selection.read(row)]
        })
      }
    }
    return { fields: texts.selection.fields, count: all.length, rows: [], more: chunks() }
  }

  #textsFor(resource: Resource, actor: Actor, query: ListQuery, mostRows: number): Texts {
    const { sort } = query
    const parts = query.filters.map(({ name, parsed }) => `${name}:${parsed.shape}`).sort()
    const order = sort === null ? '' : `${sort.field} ${sort.descending}`
    const key = shapeKey(actor, [resource.name, ...parts, order])
    const pageKey = `${key}|${mostRows}|${query.offset === 0}`
    let texts = this.#texts.get(pageKey)
    if (texts === undefined) {
      texts = buildTexts(key, resource, actor, { ...query, mostRows, vault: this.#database.vault })
      this.#texts.set(pageKey, texts)
    }
    return texts
  }
}

interface Wanted extends ListQuery {
  readonly mostRows: number
  readonly vault: Vault
}

function buildTexts(key: string, resource: Resource, actor: Actor, query: Wanted): Texts {
  const viewer = { role: actor.role, restricted: actor.restricted }
  const added = query.filters.flatMap(({ filter, parsed }) =>
    Object.entries(parsed.shape === 'f' ? {} : (filter.adds ?? {})).map(
      ([name, build]): ShapeField => ({ name, field: build(name) }),
    ),
  )
  const fields = [...fieldsFor(resource, viewer), ...added]
  const conditions = query.filters.map(({ name, filter, parsed }): Fragment => {
    const use: FilterUse = {
      shape: parsed.shape,
      slotName: filterSlot(name),
      viewer,
      table: resource.table,
      links: (field) => linksOf(resource.fields[field]),
      column: (fieldName) => {
        const field = resource.fields[fieldName]
        if (field === undefined) throw new Error(`${resource.name} has no field ${fieldName}`)
        return columnOf(resource, fieldName, field, viewer)
      },
    }
    return sql`(${filter.where(use)})`
  })
  const selection = new Selection(resource, viewer, fields, query.vault)
  const { columns } = selection
  const { sort, mostRows, offset } = query
  const texts = listTexts(resource, { viewer, columns, conditions, sort, mostRows, fromStart: offset === 0 })
  return {
    key,
    countedBy: slotsIn(texts.count),
    selection,
    page: statement(texts.page),
    counted: statement(texts.counted),
    ids: statement(texts.ids),
    chunk: statement(selectChunk(resource, viewer, columns)),
  }
}

const listed = ({ selection }: Texts, count: number, rows: readonly Row[]): Listed => ({
  fields: selection.fields,
  count,
  rows: rows.map((row) => selection.read(row)),
})

export const filterSlot = (name: string): string => `filter.${name}`

const filterValues = (filters: readonly AppliedFilter[]): Values =>
  Object.fromEntries(filters.map(({ name, parsed }) => [filterSlot(name), parsed.value]))

/** A page that is not full ends the list: its place tells the count. */
const countByPage = (rows: readonly Row[], limit: number, offset: number): number | null =>
  rows.length < limit && (rows.length > 0 || offset === 0) ? offset + rows.length : null

const versionIn = (rows: readonly Row[], at: number): number => Number(rows[0]?.[at] ?? -1)

const sortsByColumn = (resource: Resource, fieldName: string): boolean => {
  const from = resource.fields[fieldName]?.from
  return from !== undefined && ('column' in from || 'counter' in from)
}
