// The SQL of one resource for one kind of viewer: columns, joins, the row rule, whole selects. Built from the definition
// once per shape and remembered by the callers. Joins are left joins by account and id, written here and nowhere else, so
// that no definition can forget the account.
import { type Viewer, viewerKey } from '../define/actor.ts'
import { type Field, type Links, linkedIds } from '../define/fields.ts'
import type { Resource } from '../define/resource.ts'
import { isOneOf, pageOf } from '../io/dialect.ts'
import { account, allOf, type Fragment, joined, name, Slot, slot, sql, statement } from '../io/sql.ts'

export interface ShapeField {
  readonly name: string
  readonly field: Field
}

/** The fields of a record as this viewer gets them, in the definition's order. */
export const fieldsFor = (resource: Resource, viewer: Viewer): ShapeField[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.shown && !field.hideFrom.includes(viewer.role))
    .map(([fieldName, field]) => ({ name: fieldName, field }))

/** Every field, hidden and write-only ones too: what a write compares. Only what serves nothing but sorting is left out. */
export const allFields = (resource: Resource): ShapeField[] =>
  Object.entries(resource.fields)
    .filter(([, { shown, from }]) => shown || 'column' in from)
    .map(([fieldName, field]) => ({ name: fieldName, field }))

export const linksOf = (field: Field | undefined): Links | undefined =>
  field !== undefined && 'links' in field.from ? field.from.links : undefined

export function columnOf(resource: Resource, fieldName: string, field: Field, viewer: Viewer): Fragment {
  const from = field.from
  if ('column' in from) return name(`${resource.table}.${from.column}`)
  if ('counter' in from) return name(`${resource.table}.${fieldName}`)
  if ('sql' in from) return from.sql(viewer)
  return linkedIds(from.links, resource.table)
}

/** The text of a fragment, to see which joined tables it speaks of. */
export const textOf = (fragment: Fragment): string => statement(fragment).compiled('sqlite').text

/** The slots of a fragment that a caller fills. */
export const slotsIn = (fragment: Fragment): string[] =>
  statement(fragment)
    .compiled('sqlite')
    .parameters.flatMap((parameter) =>
      parameter instanceof Slot && parameter.name !== 'account' ? [parameter.name] : [],
    )

interface Join {
  readonly alias: string
  readonly table: string
  readonly key: string
}

const joinsOf = (resource: Resource): Join[] =>
  Object.entries(resource.joins ?? {}).map(([alias, join]) =>
    typeof join === 'string' ? { alias, table: alias, key: join } : { alias, table: join[0], key: join[1] },
  )

/** The joins that the fragments need, with the joins those need, in the definition's order. */
function neededJoins(resource: Resource, fragments: readonly Fragment[]): Join[] {
  const joins = joinsOf(resource)
  let text = fragments.map(textOf).join(' ')
  const needed = new Set<Join>()
  for (const join of [...joins].reverse()) {
    if (!new RegExp(`\\b${join.alias}\\.`).test(text)) continue
    needed.add(join)
    text += ` ${join.key}`
  }
  return joins.filter((join) => needed.has(join))
}

const joinTexts = (resource: Resource, joins: readonly Join[]): Fragment =>
  joined(
    joins.map(
      ({ alias, table, key }) =>
        sql` left join ${name(`${table} ${alias}`)} on ${name(alias)}.accountid = ${name(resource.table)}.accountid and ${name(alias)}.id = ${name(key)}`,
    ),
    '',
  )

const fromWhere = (resource: Resource, spoken: readonly Fragment[], where: Fragment): Fragment => {
  const joins = neededJoins(resource, [...spoken, where])
  return sql`from ${name(resource.table)}${joinTexts(resource, joins)} where ${name(resource.table)}.accountid = ${account} and ${where}`
}

export const visibleTo = (resource: Resource, viewer: Viewer): Fragment[] => {
  const rule = resource.visible(viewer)
  return rule === null ? [] : [rule]
}

/** Records by a condition of the caller's, in the given columns. */
export function selectWhere(
  resource: Resource,
  columns: readonly Fragment[],
  conditions: readonly Fragment[],
): Fragment {
  return sql`select ${joined(columns)} ${fromWhere(resource, columns, allOf(conditions))}`
}

export const selectOne = (resource: Resource, viewer: Viewer, columns: readonly Fragment[], seen: boolean): Fragment =>
  selectWhere(resource, columns, [
    sql`${name(resource.table)}.id = ${slot('id')}`,
    ...(seen ? visibleTo(resource, viewer) : []),
  ])

export const selectChunk = (resource: Resource, viewer: Viewer, columns: readonly Fragment[]): Fragment =>
  selectWhere(resource, columns, [isOneOf(name(`${resource.table}.id`), 'ids'), ...visibleTo(resource, viewer)])

export interface SortBy {
  readonly field: string
  readonly descending: boolean
}

/** Nulls last in both directions and ids to break ties, so that the order is total (decision 13). */
export function orderOf(resource: Resource, viewer: Viewer, sort: SortBy | null): Fragment {
  const byId = name(`${resource.table}.id`)
  if (sort === null || (sort.field === 'id' && !sort.descending)) return byId
  const field = resource.fields[sort.field]
  if (field === undefined) throw new Error(`${resource.name} has no field ${sort.field} to sort by`)
  const column = columnOf(resource, sort.field, field, viewer)
  const direction = sql.raw(sort.descending ? ' desc' : '')
  if (sort.field === 'id') return sql`${column}${direction}`
  const nullsLast = field.nullable || 'sql' in field.from || 'links' in field.from ? sql`${column} is null, ` : sql``
  return sql`${nullsLast}${column}${direction}, ${byId}`
}

export interface ListShape {
  readonly viewer: Viewer
  readonly columns: readonly Fragment[]
  readonly conditions: readonly Fragment[]
  readonly sort: SortBy | null
  /** At least the limit of any page that this shape is used for. */
  readonly mostRows: number
  /** True for first pages. PostgreSQL takes an unknown offset for a tenth of the list, and would plan anew every time. */
  readonly fromStart: boolean
}

export interface ListTexts {
  readonly page: Fragment
  readonly counted: Fragment
  readonly count: Fragment
  readonly ids: Fragment
}

export function listTexts(resource: Resource, shape: ListShape): ListTexts {
  const { viewer, columns } = shape
  const where = allOf([...visibleTo(resource, viewer), ...shape.conditions])
  const order = orderOf(resource, viewer, shape.sort)
  const idOf = name(`${resource.table}.id`)
  const count = sql`(select count(*) ${fromWhere(resource, [], where)})`
  const ids = sql`select ${idOf} as id ${fromWhere(resource, [order], where)} order by ${order}`
  const version = sql`(select coalesce(sum(tableversion.n), 0) from tableversion where tableversion.accountid = ${account}
    and tableversion.tablename in (${joined(tablesIn(count).map((table) => sql.lit(table)))}))`
  const joins = joinTexts(resource, neededJoins(resource, [...columns, order]))
  // The cast, because SQLite looks at a bare bound limit when it plans, and so would plan anew at every run (3 times slower).
  const from = shape.fromStart ? sql`` : sql` offset ${slot('offset')}`
  const chosen = pageOf(sql`${ids} limit cast(${slot('limit')} as bigint)${from}`, shape.mostRows)
  // A cross join, because SQLite keeps its order: the ten ids lead. Without statistics its planner else begins with the table.
  const page = (extra: Fragment): Fragment =>
    sql`select ${joined(columns)}, cast(${version} as bigint)${extra} from (${chosen}) page
      cross join ${name(resource.table)}${joins} where ${name(resource.table)}.accountid = ${account} and ${idOf} = page.id order by ${order}`
  // All ids in their order as one text: a row for each would take ten times the memory on its way from a reader.
  const allIds = sql`select string_agg(cast(numbered.id as text), ',' order by numbered.place) from (select ${idOf} as id,
    row_number() over (order by ${order}) as place ${fromWhere(resource, [order], where)}) numbered`
  return { page: page(sql``), counted: page(sql`, ${count}`), count, ids: allIds }
}

/** The tables a text reads: a remembered count lives as long as none of them is written. */
const tablesIn = (fragment: Fragment): string[] => [
  ...new Set([...textOf(fragment).matchAll(/\b(?:from|join)\s+([a-z]+)/g)].map((match) => match[1] ?? '')),
]

export const shapeKey = (viewer: Viewer, parts: readonly string[]): string => [viewerKey(viewer), ...parts].join('|')

/** What is made once for each resource and kind of viewer; found without putting a key together, for every request asks. */
export class PerViewer<T> {
  readonly #make: (resource: Resource, viewer: Viewer) => T
  readonly #made = new Map<Resource, Map<string, T>>()

  constructor(make: (resource: Resource, viewer: Viewer) => T) {
    this.#make = make
  }

  of(resource: Resource, { role, restricted }: Viewer): T {
    const key = viewerKey({ role, restricted })
    let made = this.#made.get(resource)?.get(key)
    if (made === undefined) {
      made = this.#make(resource, { role, restricted })
      this.#made.set(resource, (this.#made.get(resource) ?? new Map<string, T>()).set(key, made))
    }
    return made
  }
}
