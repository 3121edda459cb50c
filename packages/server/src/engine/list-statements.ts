// The statements of lists, prepared once and kept: the ids of a page are selected first, then names are joined for
// these only. They depend on resource, viewer, filters, sort and page size, not on values. Nothing is read here.
import type { Actor, Viewer } from '../define/actor.ts'
import type { FilterContext } from '../define/filters.ts'
import type { Resource } from '../define/resource.ts'
import type { Database } from '../io/database.ts'
import { allConditions, type Fragment, type Statement, sql, statement, statementWithoutPlanCache } from '../io/sql.ts'
import { RepeatCache } from '../kit/lru-cache.ts'
import { mayField } from './may.ts'
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

export interface ListStatements {
  readonly key: string
  readonly resource: string
  /** The slots that affect the number of matches. The time of the request, for example, only affects columns. */
  readonly countSlots: readonly string[]
  readonly selection: Selection
  readonly isWhole: boolean
  /** One index has the records of the list in its order. */
  readonly isIndexed: boolean
  readonly storedCounts: readonly string[]
  /** The version is in the column after the last one of the selection; in a whole list the number of rows follows. */
  readonly page: Statement
  readonly pageWithCount: Statement
  readonly ids: Statement
  readonly chunk: Statement
}

/** Checking more rows of a search index would hold up the event loop. */
const maxShortIndexed = 500
/** Lists differ in filters, sort, page size and viewer. The statements of one need about 100 KB, its key 200 bytes. */
const maxCachedLists = 250
const maxRememberedLists = 2000

export class ListStatementCache {
  readonly #database: Database
  readonly #resourceByName: (name: string) => Resource
  readonly #statements: RepeatCache<ListStatements>
  /** By resource, viewer and added fields: other filters of a list do not change what is selected. */
  readonly #selections = new Map<string, Selection>()
  /** By resource, viewer, filter and its variant. */
  readonly #conditions = new Map<string, Fragment>()
  /** By resource, viewer and filters. */
  readonly #shortSearches = new Map<string, Statement>()

  constructor(database: Database, resourceByName: (name: string) => Resource, maxLists = maxCachedLists) {
    this.#database = database
    this.#resourceByName = resourceByName
    this.#statements = new RepeatCache(maxLists, maxRememberedLists)
  }

  /** The number of lists whose statements are kept. */
  get size(): number {
    return this.#statements.size
  }

  forList(resource: Resource, actor: Actor, query: ListQuery, maxRows: number): ListStatements {
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
        ...aloneOptions(resource, viewer, query, this.#database),
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

  /** The question whether search indexes give few rows for these filters. */
  forShortSearch(resource: Resource, actor: Actor, filters: readonly AppliedFilter[]): Statement {
    const viewer = { role: actor.role, restricted: actor.restricted }
    const key = sqlCacheKey(viewer, [resource.name, ...filters.map(({ name }) => name)])
    let question = this.#shortSearches.get(key)
    if (question === undefined) {
      const answers = filters.map(({ name, filter, parsed }) => {
        const use = filterContext(resource, viewer, name, parsed.variant, this.#database)
        return filter.hasFewIndexed?.(use, maxShortIndexed) ?? sql`1 = 0`
      })
      question = statement(sql`select case when ${allConditions(answers)} then 1 else 0 end`)
      this.#shortSearches.set(key, question)
    }
    return question
  }
}

interface StatementOptions extends ListQuery {
  readonly maxRows: number
  readonly selection: Selection
  readonly conditions: readonly Fragment[]
  readonly count?: Fragment | undefined
  readonly isIndexed?: boolean
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
  searchIndexColumns: (table) => database.searchIndexColumns(table),
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

/** What a filter knows for a viewer who sees every record, without another filter: both would change the list. */
function aloneOptions(
  resource: Resource,
  viewer: Viewer,
  { filters, sort }: ListQuery,
  database: Database,
): Partial<StatementOptions> {
  const [applied, ...others] = filters
  if (applied === undefined || others.length > 0 || resource.visible(viewer) !== null) return {}
  const { name, filter, parsed } = applied
  const use = filterContext(resource, viewer, name, parsed.variant, database)
  const count = filter.countAlone?.(use) ?? undefined
  if (filter.whereAlone === undefined || (sort !== null && sort.field !== 'id')) return { count }
  return { count, conditions: [filter.whereAlone(use)], isIndexed: true }
}

function buildStatements(key: string, resource: Resource, viewer: Viewer, query: StatementOptions): ListStatements {
  const { sort, maxRows, offset, selection, conditions, count, isIndexed = false } = query
  const { columns } = selection
  const prepare = query.kept ? statement : statementWithoutPlanCache
  const statements = listSql(resource, { viewer, columns, conditions, count, sort, maxRows, isFirstPage: offset === 0 })
  return {
    key,
    resource: resource.name,
    countSlots: slotNamesIn(statements.count),
    selection,
    isWhole: statements.isWhole,
    isIndexed,
    storedCounts: statements.storedCounts,
    page: prepare(statements.page),
    pageWithCount: prepare(statements.pageWithCount),
    ids: prepare(statements.ids),
    chunk: prepare(() => selectByIds(resource, viewer, columns)),
  }
}

export const filterSlot = (name: string): string => `filter.${name}`
