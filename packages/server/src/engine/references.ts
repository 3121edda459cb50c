// References in a body must point at rows the caller can see, in the same account, still in use, and fitting the record
// (decision 33, T-02). Missing, invisible, foreign and inactive look the same: one sentence for all of them.
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import { ValidationErrors } from '../define/api-error.ts'
import type { Field } from '../define/fields.ts'
import { idMatches } from '../define/filters.ts'
import { type Change, changesField, type Resource, toIds, valueAfter } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import {
  accountSlot,
  allConditions,
  type Fragment,
  joinFragments,
  type Statement,
  slot,
  sql,
  sqlName,
  statement,
} from '../io/sql.ts'
import { ViewerCache, visibilityConditions } from './select-sql.ts'
import { writePlan } from './write-plan.ts'

interface ReferenceCheck {
  readonly name: string
  readonly field: Field
  readonly target: Resource
  readonly ids: readonly number[]
  /** True when the record points there already, and only what the reference depends on has changed. */
  readonly unchanged: boolean
}

/** The name of a slot for each field, put together once: as the key of a value a new text would be looked up every time. */
const slotNamer = (prefix: string): ((field: string) => string) => {
  const names = new Map<string, string>()
  return (field) => {
    const known = names.get(field) ?? `${prefix}.${field}`
    names.set(field, known)
    return known
  }
}

const idsSlot = slotNamer('ids')
const dependencySlot = slotNamer('of')

export class ReferenceChecker {
  readonly #resources: ReadonlyMap<string, Resource>
  readonly #statements = new ViewerCache(() => new Map<string, Statement>())

  constructor(resources: ReadonlyMap<string, Resource>) {
    this.#resources = resources
  }

  /** A fault for every reference of the change that may not be made. */
  async check(resource: Resource, change: Change): Promise<ValidationErrors> {
    const faults = new ValidationErrors()
    const pointing = this.#referencesToCheck(resource, change)
    if (pointing.length === 0) return faults
    const values = slotValues(change, pointing)
    const found = await change.tx.all(this.#statementFor(resource, change.actor, pointing), values)
    if (found.length < pointing.reduce((count, { ids }) => count + ids.length, 0))
      addReferenceErrors(pointing, found, faults)
    return faults
  }

  /** The references this change makes anew, or whose conditions it changes. */
  #referencesToCheck(resource: Resource, change: Change): ReferenceCheck[] {
    const pointing: ReferenceCheck[] = []
    for (const [fieldName, field] of writePlan(resource).references) {
      const moved = field.allowedTargets?.dependsOn.some((of) => changesField(change, of)) ?? false
      if (!moved && !Object.hasOwn(change.values, fieldName)) continue
      const had = moved ? [] : toIds(change.previous?.[fieldName])
      const ids = toIds(valueAfter(change, fieldName)).filter((id) => id !== 0 && !had.includes(id))
      if (ids.length === 0) continue
      const unchanged = change.previous !== null && !Object.hasOwn(change.values, fieldName)
      pointing.push({ name: fieldName, field, target: this.#target(resource, field), ids, unchanged })
    }
    return pointing
  }

  #target(resource: Resource, { target = '' }: Field): Resource {
    const found = this.#resources.get(target)
    if (found === undefined) throw new Error(`${resource.name} refers to ${target}, which is not defined`)
    return found
  }

  #statementFor(resource: Resource, actor: Actor, pointing: readonly ReferenceCheck[]): Statement {
    const statements = this.#statements.get(resource, actor)
    let key = ''
    for (const point of pointing) key += statementKey(point)
    let prepared = statements.get(key)
    if (prepared === undefined) {
      prepared = statement(
        joinFragments(
          pointing.map((point) => targetSelect(point, actor)),
          ' union all ',
        ),
      )
      statements.set(key, prepared)
    }
    return prepared
  }
}

function slotValues(change: Change, pointing: readonly ReferenceCheck[]): Record<string, unknown> {
  const values = actorValues(change.actor)
  for (const { name: fieldName, field, ids } of pointing) {
    values[idsSlot(fieldName)] = ids.length === 1 ? ids[0] : ids
    for (const of of field.allowedTargets?.dependsOn ?? []) values[dependencySlot(of)] = valueAfter(change, of) ?? 0
  }
  return values
}

function addReferenceErrors(
  pointing: readonly ReferenceCheck[],
  found: readonly Row[],
  faults: ValidationErrors,
): void {
  const allowed = new Set(found.map(([field, id]) => `${field} ${id}`))
  const unusable = new Map(
    pointing.map(({ name: field, ids }) => [field, ids.filter((id) => !allowed.has(`${field} ${id}`))] as const),
  )
  for (const { name: fieldName, field, target } of pointing) {
    // What depends on a reference that cannot be used is not judged: its verdict would tell about the unseen record (T-22).
    if (field.allowedTargets?.dependsOn.some((of) => (unusable.get(of)?.length ?? 0) > 0)) continue
    const missing = unusable.get(fieldName) ?? []
    if (missing.length > 0)
      faults.addInvalid(fieldName, missing.join(','), `is not ${withArticle(target.name)} that can be used here`)
  }
}

const withArticle = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`)

/** Nearly every reference names one record, which the database finds without unpacking a list. */
const idVariant = ({ ids }: ReferenceCheck): string => (ids.length === 1 ? 'one' : 'many')
const statementKey = (point: ReferenceCheck): string =>
  `${point.name}:${idVariant(point)}${point.unchanged ? '-kept' : ''} `

function targetSelect(point: ReferenceCheck, viewer: Viewer): Fragment {
  const { name: fieldName, field, target, unchanged } = point
  const table = sqlName(target.table)
  // What has become inactive stays where it is, also when the record moves.
  const mustBeActive = field.allowInactive !== true && !unchanged && Object.hasOwn(target.fields, 'active')
  const conditions = [
    idMatches(sql`${table}.id`, idVariant(point), idsSlot(fieldName)),
    ...(field.allowedTargets?.replacesVisibility === true ? [] : visibilityConditions(target, viewer)),
    ...(mustBeActive ? [sql`${table}.active = 't'`] : []),
    ...(field.allowedTargets === undefined
      ? []
      : [field.allowedTargets.where((of) => slot(dependencySlot(of)), viewer)]),
  ]
  return sql`select ${sql.lit(fieldName)}, ${table}.id from ${table} where ${table}.accountid = ${accountSlot} and ${allConditions(conditions)}`
}
