// The joins of a resource as SQL. All of them are left joins by account and id, written only here, so that no
// definition can forget the account.
import { accountSlot, type Fragment, joinFragments, sql, sqlName, sqlText } from '../io/sql.ts'
import type { Viewer } from './actor.ts'
import type { Resource } from './resource.ts'

export interface Join {
  /** Finds uses of the join's alias. */
  readonly uses: RegExp
  readonly key: string
  readonly fragment: Fragment
}

const joinsByResource = new WeakMap<Resource, readonly Join[]>()

function joinsOf(resource: Resource): readonly Join[] {
  let joins = joinsByResource.get(resource)
  if (joins === undefined) {
    joins = Object.entries(resource.joins ?? {}).map(([alias, join]) => {
      const [table, key] = typeof join === 'string' ? [alias, join] : join
      const fragment = sql` left join ${sqlName(`${table} ${alias}`)} on ${sqlName(alias)}.accountid = ${sqlName(resource.table)}.accountid and ${sqlName(alias)}.id = ${sqlName(key)}`
      return { uses: new RegExp(`\\b${alias}\\.`), key, fragment }
    })
    joinsByResource.set(resource, joins)
  }
  return joins
}

export const joinSql = (joins: readonly Join[]): Fragment =>
  joinFragments(
    joins.map(({ fragment }) => fragment),
    '',
  )

/** The joins that the fragments need, directly or through other joins, in the order of the definition. */
export function neededJoins(resource: Resource, fragments: readonly Fragment[]): Join[] {
  const joins = joinsOf(resource)
  let text = fragments.map(sqlText).join(' ')
  const needed = new Set<Join>()
  for (const join of [...joins].reverse()) {
    if (!join.uses.test(text)) continue
    needed.add(join)
    text += ` ${join.key}`
  }
  return joins.filter((join) => needed.has(join))
}

/** True when a record of the resource with this id exists and the viewer sees it. */
export function isVisibleRecord(resource: Resource, viewer: Viewer, id: Fragment): Fragment {
  const table = sqlName(resource.table)
  const visible = resource.visible(viewer) ?? sql`1 = 1`
  return sql`exists (select 1 from ${table}${joinSql(neededJoins(resource, [visible]))} where ${table}.accountid = ${accountSlot}
    and ${table}.id = ${id} and (${visible}))`
}
