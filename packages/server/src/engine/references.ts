// References in a body must point at rows the caller can see, in the same account, still in use, and fitting the record
// (decision 33, T-02). Missing, invisible, foreign and inactive look the same: one sentence for all of them.
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import type { Field } from '../define/fields.ts'
import { amongIds } from '../define/filters.ts'
import { Faults } from '../define/refusal.ts'
import { after, type Change, changes, idsOf, type Resource } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { account, allOf, type Fragment, joined, name, type Statement, slot, sql, statement } from '../io/sql.ts'
import { PerViewer, visibleTo } from './shape.ts'
import { writePlan } from './write-plan.ts'

interface Pointing {
  readonly name: string
  readonly field: Field
  readonly target: Resource
  readonly ids: readonly number[]
  /** True when the record points there already, and only what the reference depends on has changed. */
  readonly kept: boolean
}

/** The name of a slot for each field, put together once: as the key of a value a new text would be looked up every time. */
const slotNames = (prefix: string): ((field: string) => string) => {
  const names = new Map<string, string>()
  return (field) => {
    const known = names.get(field) ?? `${prefix}.${field}`
    names.set(field, known)
    return known
  }
}

const idsSlot = slotNames('ids')
const ofSlot = slotNames('of')

export class References {
  readonly #resources: ReadonlyMap<string, Resource>
  readonly #statements = new PerViewer(() => new Map<string, Statement>())

  constructor(resources: ReadonlyMap<string, Resource>) {
    this.#resources = resources
  }

  /** A fault for every reference of the change that may not be made. */
  async check(resource: Resource, change: Change): Promise<Faults> {
    const faults = new Faults()
    const pointing = this.#pointing(resource, change)
    if (pointing.length === 0) return faults
    const values = slotValues(change, pointing)
    const found = await change.tx.all(this.#statementFor(resource, change.actor, pointing), values)
    if (found.length < pointing.reduce((count, { ids }) => count + ids.length, 0)) judge(pointing, found, faults)
    return faults
  }

  /** The references this change makes anew, or whose conditions it changes. */
  #pointing(resource: Resource, change: Change): Pointing[] {
    const pointing: Pointing[] = []
    for (const [fieldName, field] of writePlan(resource).references) {
      const moved = field.among?.dependsOn.some((of) => changes(change, of)) ?? false
      if (!moved && !Object.hasOwn(change.values, fieldName)) continue
      const had = moved ? [] : idsOf(change.was?.[fieldName])
      const ids = idsOf(after(change, fieldName)).filter((id) => id !== 0 && !had.includes(id))
      if (ids.length === 0) continue
      const kept = change.was !== null && !Object.hasOwn(change.values, fieldName)
      pointing.push({ name: fieldName, field, target: this.#target(resource, field), ids, kept })
    }
    return pointing
  }

  #target(resource: Resource, { target = '' }: Field): Resource {
    const found = this.#resources.get(target)
    if (found === undefined) throw new Error(`${resource.name} refers to ${target}, which is not defined`)
    return found
  }

  #statementFor(resource: Resource, actor: Actor, pointing: readonly Pointing[]): Statement {
    const statements = this.#statements.of(resource, actor)
    let key = ''
    for (const point of pointing) key += keyOf(point)
    let prepared = statements.get(key)
    if (prepared === undefined) {
      prepared = statement(
        joined(
          pointing.map((point) => arm(point, actor)),
          ' union all ',
        ),
      )
      statements.set(key, prepared)
    }
    return prepared
  }
}

function slotValues(change: Change, pointing: readonly Pointing[]): Record<string, unknown> {
  const values = actorValues(change.actor)
  for (const { name: fieldName, field, ids } of pointing) {
    values[idsSlot(fieldName)] = ids.length === 1 ? ids[0] : ids
    for (const of of field.among?.dependsOn ?? []) values[ofSlot(of)] = after(change, of) ?? 0
  }
  return values
}

function judge(pointing: readonly Pointing[], found: readonly Row[], faults: Faults): void {
  const allowed = new Set(found.map(([field, id]) => `${field} ${id}`))
  const unusable = new Map(
    pointing.map(({ name: field, ids }) => [field, ids.filter((id) => !allowed.has(`${field} ${id}`))] as const),
  )
  for (const { name: fieldName, field, target } of pointing) {
    // What depends on a reference that cannot be used is not judged: its verdict would tell about the unseen record (T-22).
    if (field.among?.dependsOn.some((of) => (unusable.get(of)?.length ?? 0) > 0)) continue
    const missing = unusable.get(fieldName) ?? []
    if (missing.length > 0)
      faults.unfit(fieldName, missing.join(','), `is not ${withArticle(target.name)} that can be used here`)
  }
}

const withArticle = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`)

/** Nearly every reference names one record, which the database finds without unpacking a list. */
const shapeOf = ({ ids }: Pointing): string => (ids.length === 1 ? 'one' : 'many')
const keyOf = (point: Pointing): string => `${point.name}:${shapeOf(point)}${point.kept ? '-kept' : ''} `

function arm(point: Pointing, viewer: Viewer): Fragment {
  const { name: fieldName, field, target, kept } = point
  const table = name(target.table)
  // What has become inactive stays where it is, also when the record moves.
  const mustBeActive = field.inactive !== true && !kept && Object.hasOwn(target.fields, 'active')
  const conditions = [
    amongIds(sql`${table}.id`, shapeOf(point), idsSlot(fieldName)),
    ...(field.among?.instead === true ? [] : visibleTo(target, viewer)),
    ...(mustBeActive ? [sql`${table}.active = 't'`] : []),
    ...(field.among === undefined ? [] : [field.among.where((of) => slot(ofSlot(of)), viewer)]),
  ]
  return sql`select ${sql.lit(fieldName)}, ${table}.id from ${table} where ${table}.accountid = ${account} and ${allOf(conditions)}`
}
