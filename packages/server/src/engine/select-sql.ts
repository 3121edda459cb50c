// The SQL of one resource for one viewer: columns, joins, the `visible` condition, whole selects. It is built from the
// definition once and cached by the callers.
import { type Viewer, viewerKey } from '../define/actor.ts'
import { type Field, type LinkTable, linkedIdsSql } from '../define/fields.ts'
import { joinSql, neededJoins } from '../define/joins.ts'
import type { Resource } from '../define/resource.ts'
import { isOneOf, pageWithFixedLimit } from '../io/dialect.ts'
import { rowCount, storedCountsIn, storedRowCount } from '../io/row-counts.ts'
import {
  accountSlot,
  allConditions,
  compileOnce,
  type Fragment,
  joinFragments,
  Slot,
  slot,
  sql,
  sqlName,
  sqlText,
} from '../io/sql.ts'

export interface SelectedField {
  readonly name: string
  readonly field: Field
}

/** The fields that this viewer sees, in the order of the definition. */
export const visibleFields = (resource: Resource, viewer: Viewer): SelectedField[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.shown && !field.hideFrom.includes(viewer.role))
    .map(([fieldName, field]) => ({ name: fieldName, field: field.shownOnce ? withoutValue(field) : field }))

/** A secret is not even read, so that nothing but the write that sets it can return it. */
const withoutValue = ({ encryptedIf: _, ...field }: Field): Field => ({ ...field, from: { sql: () => sql`null` } })

/** Every field that a write compares, including hidden and write-only ones; without fields that only serve sorting. */
export const allFields = (resource: Resource): SelectedField[] =>
  Object.entries(resource.fields)
    .filter(([, { shown, from }]) => shown || 'column' in from)
    .map(([fieldName, field]) => ({ name: fieldName, field }))

export const linkTableOf = (field: Field | undefined): LinkTable | undefined =>
  field !== undefined && 'links' in field.from ? field.from.links : undefined

export function columnSql(resource: Resource, fieldName: string, field: Field, viewer: Viewer): Fragment {
  const from = field.from
  if ('column' in from) {
    const column = sqlName(`${resource.table}.${from.column}`)
    const condition = field.shownIf?.(viewer) ?? null
    return condition === null ? column : sql`case when ${condition} then ${column} end`
  }
  if ('counter' in from) return sqlName(`${resource.table}.${fieldName}`)
  if ('sql' in from) return from.sql(viewer)
  return linkedIdsSql(from.links, resource.table)
}

/** The slots of a fragment that the caller must fill. */
export const slotNamesIn = (fragment: Fragment): string[] =>
  compileOnce(fragment).parameters.flatMap((parameter) =>
    parameter instanceof Slot && parameter.name !== 'account' ? [parameter.name] : [],
  )

const fromWhere = (resource: Resource, spoken: readonly Fragment[], where: Fragment): Fragment => {
  const joins = neededJoins(resource, [...spoken, where])
  return sql`from ${sqlName(resource.table)}${joinSql(joins)} where ${sqlName(resource.table)}.accountid = ${accountSlot} and ${where}`
}

export const visibilityConditions = (resource: Resource, viewer: Viewer): Fragment[] => {
  const rule = resource.visible(viewer)
  return rule === null ? [] : [rule]
}

/** Selects the given columns of the records that match a condition. */
export function selectWhere(
  resource: Resource,
  columns: readonly Fragment[],
  conditions: readonly Fragment[],
): Fragment {
  return sql`select ${joinFragments(columns)} ${fromWhere(resource, columns, allConditions(conditions))}`
}

export const selectOne = (resource: Resource, viewer: Viewer, columns: readonly Fragment[], seen: boolean): Fragment =>
  selectWhere(resource, columns, [
    sql`${sqlName(resource.table)}.id = ${slot('id')}`,
    ...(seen ? visibilityConditions(resource, viewer) : []),
  ])

export const selectByIds = (resource: Resource, viewer: Viewer, columns: readonly Fragment[]): Fragment =>
  selectWhere(resource, columns, [
    isOneOf(sqlName(`${resource.table}.id`), 'ids'),
    ...visibilityConditions(resource, viewer),
  ])

export interface SortBy {
  readonly field: string
  readonly descending: boolean
}

/** Nulls last in both directions and ids to break ties, so that the order is total (decision 13). */
export function orderSql(resource: Resource, viewer: Viewer, sort: SortBy | null): Fragment {
  const byId = sqlName(`${resource.table}.id`)
  if (sort === null || (sort.field === 'id' && !sort.descending)) return byId
  const field = resource.fields[sort.field]
  if (field === undefined) throw new Error(`${resource.name} has no field ${sort.field} to sort by`)
  const column = columnSql(resource, sort.field, field, viewer)
  const direction = sql.raw(sort.descending ? ' desc' : '')
  if (sort.field === 'id') return sql`${column}${direction}`
  const nullsLast = field.nullable || 'sql' in field.from ? sql`${column} is null, ` : sql``
  return sql`${nullsLast}${column}${direction}, ${byId}`
}

export interface ListSqlOptions {
  readonly viewer: Viewer
  readonly columns: readonly Fragment[]
  readonly conditions: readonly Fragment[]
  /** The number of matches, where a filter knows a shorter way to it. */
  readonly count?: Fragment | undefined
  readonly sort: SortBy | null
  /** At least the limit of any page that uses this statement. */
  readonly maxRows: number
  /** True for first pages. PostgreSQL estimates an unknown offset as a tenth of the list, and would plan each time. */
  readonly isFirstPage: boolean
}

/** The statements of a list. A request needs one or two of them, so each is built when it is asked for. */
export interface ListSql {
  readonly page: () => Fragment
  readonly pageWithCount: () => Fragment
  readonly count: Fragment
  /** True for a list of all records. Then a page has the stored number of rows after the version. */
  readonly isWhole: boolean
  /** The tables whose stored numbers of rows the count reads. */
  readonly storedCounts: readonly string[]
  readonly ids: () => Fragment
}

export function listSql(resource: Resource, shape: ListSqlOptions): ListSql {
  const { viewer, columns } = shape
  const where = allConditions([...visibilityConditions(resource, viewer), ...shape.conditions])
  const order = orderSql(resource, viewer, shape.sort)
  const idOf = sqlName(`${resource.table}.id`)
  const isWhole = visibilityConditions(resource, viewer).length + shape.conditions.length === 0
  const count =
    shape.count ?? (isWhole ? rowCount(resource.table) : sql`(select count(*) ${fromWhere(resource, [], where)})`)
  const page = (extra: Fragment): Fragment => {
    const ids = sql`select ${idOf} as id ${fromWhere(resource, [order], where)} order by ${order}`
    const version = sql`(select coalesce(sum(tableversion.n), 0) from tableversion where tableversion.accountid = ${accountSlot}
    and tableversion.tablename in (${joinFragments(tablesIn(count).map((table) => sql.lit(table)))}))`
    const joins = joinSql(neededJoins(resource, [...columns, order]))
    // The cast avoids a new plan for every run: SQLite reads a plain bound limit while planning (3 times slower).
    const from = shape.isFirstPage ? sql`` : sql` offset ${slot('offset')}`
    const chosen = pageWithFixedLimit(sql`${ids} limit cast(${slot('limit')} as bigint)${from}`, shape.maxRows)
    // SQLite keeps the order of a cross join, so it starts with the ids of the page. Otherwise it may start with the
    // table.
    return sql`select ${joinFragments(columns)}, cast(${version} as bigint)${extra} from (${chosen}) page
      cross join ${sqlName(resource.table)}${joins} where ${sqlName(resource.table)}.accountid = ${accountSlot} and ${idOf} = page.id order by ${order}`
  }
  // The number of all records, and the ids of the page in order as one text: one row for each would need ten times
  // the memory.
  const ids = (): Fragment => {
    const isInPage = sql`numbered.place > cast(${slot('offset')} as bigint)
      and numbered.place - cast(${slot('limit')} as bigint) <= cast(${slot('offset')} as bigint)`
    return sql`select count(*), string_agg(cast(numbered.id as text), ',' order by numbered.place) filter (where ${isInPage})
      from (select ${idOf} as id, row_number() over (order by ${order}) as place ${fromWhere(resource, [order], where)}) numbered`
  }
  const known = isWhole ? sql`, ${storedRowCount(resource.table)}` : sql``
  const storedCounts = storedCountsIn(sqlText(count))
  return { page: () => page(known), pageWithCount: () => page(sql`, ${count}`), count, isWhole, storedCounts, ids }
}

/** The tables that a statement reads: a cached count is valid until one of them is written. */
const tablesIn = (fragment: Fragment): string[] =>
  [...new Set([...sqlText(fragment).matchAll(/\b(?:from|join)\s+([a-z]+)/g)].map(([, table = '']) => table))].filter(
    (table) => table !== 'tableversion',
  )

/** The tables that the list of a viewer depends on: its visible columns, their joins and the rule about visibility. */
export function tablesOfList(resource: Resource, viewer: Viewer): string[] {
  const columns = visibleFields(resource, viewer).map(({ name, field }) => columnSql(resource, name, field, viewer))
  return tablesIn(selectWhere(resource, columns, visibilityConditions(resource, viewer)))
}

export const sqlCacheKey = (viewer: Viewer, parts: readonly string[]): string => [viewerKey(viewer), ...parts].join('|')

/** A cache by resource and viewer. Looking up builds no key string, because every request does it. */
export class ViewerCache<T> {
  readonly #build: (resource: Resource, viewer: Viewer) => T
  readonly #cache = new Map<Resource, Map<string, T>>()

  constructor(make: (resource: Resource, viewer: Viewer) => T) {
    this.#build = make
  }

  get(resource: Resource, { role, restricted }: Viewer): T {
    const key = viewerKey({ role, restricted })
    let cached = this.#cache.get(resource)?.get(key)
    if (cached === undefined) {
      cached = this.#build(resource, { role, restricted })
      this.#cache.set(resource, (this.#cache.get(resource) ?? new Map<string, T>()).set(key, cached))
    }
    return cached
  }
}
