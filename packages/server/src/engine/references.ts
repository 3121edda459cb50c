// References in a body must name records that the caller sees, in the same account, active, and allowed for this record
// (decision 33, T-02). A missing, invisible or foreign record gives the same error. If the caller sees the record, the
// error says why it cannot be named: it is inactive, or the condition of the field is not met.
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import { ValidationErrors } from '../define/api-error.ts'
import type { Field } from '../define/fields.ts'
import { idMatches } from '../define/filters.ts'
import { changesField, type FieldChange, type Resource, toIds, valueAfter } from '../define/resource.ts'
import type { ReadTransaction, Row } from '../io/database.ts'
import { isOneOf } from '../io/dialect.ts'
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
import { LruCache } from '../kit/lru-cache.ts'
import { sqlCacheKey, visibilityConditions } from './select-sql.ts'
import { writePlan } from './write-plan.ts'

interface ReferenceCheck {
  readonly name: string
  readonly field: Field
  readonly target: Resource
  readonly ids: readonly number[]
  /** True when the record has this reference already, and only a field that its condition uses has changed. */
  readonly unchanged: boolean
  /** True when a field that its condition uses is not valid, so that only its visibility can be checked. */
  readonly conditionUnknown: boolean
}

/** Slot names, built once per field: reusing the same string keeps the lookup of values fast. */
const slotNamer = (prefix: string): ((field: string) => string) => {
  const names = new Map<string, string>()
  return (field) => {
    const name = names.get(field) ?? `${prefix}.${field}`
    names.set(field, name)
    return name
  }
}

const maxCachedStatements = 300

const idsSlot = slotNamer('ids')
const dependencySlot = slotNamer('of')

export class ReferenceChecker {
  readonly #resources: ReadonlyMap<string, Resource>
  /** By resource, viewer and the references of a change, of which a caller can send any combination. */
  readonly #statements = new LruCache<string, Statement>(maxCachedStatements)

  constructor(resources: ReadonlyMap<string, Resource>) {
    this.#resources = resources
  }

  /** An error for every reference of the change that is not allowed. */
  async check(resource: Resource, tx: ReadTransaction, change: FieldChange): Promise<ValidationErrors> {
    const errors = new ValidationErrors()
    const pointing = this.#referencesToCheck(resource, change)
    if (pointing.length === 0) return errors
    const values = slotValues(change, pointing)
    const rows = await tx.all(this.#statementFor(resource, change.actor, pointing), values)
    if (rows.length === pointing.reduce((count, { ids }) => count + ids.length, 0)) return errors
    for (const { point, missing } of rejectedReferences(pointing, rows))
      await this.#addReasons(tx, change.actor, point, missing, errors)
    return errors
  }

  /** The reason is given only for records that the caller sees. All others get the same text (T-22). */
  async #addReasons(
    tx: ReadTransaction,
    actor: Actor,
    point: ReferenceCheck,
    missing: readonly number[],
    errors: ValidationErrors,
  ): Promise<void> {
    const values = { ...actorValues(actor), seen: missing }
    const rows = canRead(point.target, actor) ? await tx.all(this.#seenStatement(point.target, actor), values) : []
    const isActive = new Map(rows.map(([id, active]) => [Number(id), active === 't']))
    const idsByReason = Map.groupBy(missing, (id) => rejectionReason(point, isActive.get(id)))
    for (const [reason, ids] of idsByReason) errors.addInvalid(point.name, ids.join(','), reason)
  }

  #seenStatement(target: Resource, viewer: Viewer): Statement {
    const key = sqlCacheKey(viewer, [target.name, 'seen'])
    const prepared = this.#statements.get(key) ?? seenTargets(target, viewer)
    this.#statements.set(key, prepared)
    return prepared
  }

  /** The references that this change sets, or whose conditions it affects. */
  #referencesToCheck(resource: Resource, change: FieldChange): ReferenceCheck[] {
    const pointing: ReferenceCheck[] = []
    for (const [fieldName, field] of writePlan(resource).references) {
      const moved = field.allowedTargets?.dependsOn.some((of) => changesField(change, of)) ?? false
      if (!moved && !Object.hasOwn(change.values, fieldName)) continue
      if (change.invalid.has(fieldName)) continue
      const conditionUnknown = field.allowedTargets?.dependsOn.some((of) => change.invalid.has(of)) ?? false
      // Such a condition decides alone who may name the record. Without it nothing can be said (T-22).
      if (conditionUnknown && field.allowedTargets?.replacesVisibility === true) continue
      const had = moved ? [] : toIds(change.previous?.[fieldName])
      const ids = toIds(valueAfter(change, fieldName)).filter((id) => id !== 0 && !had.includes(id))
      if (ids.length === 0) continue
      const unchanged = change.previous !== null && !Object.hasOwn(change.values, fieldName)
      const target = this.#target(resource, field)
      pointing.push({ name: fieldName, field, target, ids, unchanged, conditionUnknown })
    }
    return pointing
  }

  #target(resource: Resource, { target = '' }: Field): Resource {
    const targetResource = this.#resources.get(target)
    if (targetResource === undefined) throw new Error(`${resource.name} refers to ${target}, which is not defined`)
    return targetResource
  }

  #statementFor(resource: Resource, actor: Actor, pointing: readonly ReferenceCheck[]): Statement {
    let key = sqlCacheKey(actor, [resource.name, ''])
    for (const point of pointing) key += statementKey(point)
    let prepared = this.#statements.get(key)
    if (prepared === undefined) {
      prepared = statement(
        joinFragments(
          pointing.map((point) => targetSelect(point, actor)),
          ' union all ',
        ),
      )
      this.#statements.set(key, prepared)
    }
    return prepared
  }
}

function slotValues(change: FieldChange, pointing: readonly ReferenceCheck[]): Record<string, unknown> {
  const values = actorValues(change.actor)
  for (const { name: fieldName, field, ids } of pointing) {
    values[idsSlot(fieldName)] = ids.length === 1 ? ids[0] : ids
    for (const of of field.allowedTargets?.dependsOn ?? []) values[dependencySlot(of)] = valueAfter(change, of) ?? 0
  }
  return values
}

interface RejectedReference {
  readonly point: ReferenceCheck
  readonly missing: readonly number[]
}

function rejectedReferences(pointing: readonly ReferenceCheck[], rows: readonly Row[]): RejectedReference[] {
  const allowed = new Set(rows.map(([field, id]) => `${field} ${id}`))
  const unusable = new Map(
    pointing.map(({ name: field, ids }) => [field, ids.filter((id) => !allowed.has(`${field} ${id}`))] as const),
  )
  return pointing.flatMap((point) => {
    // A condition that depends on an unusable reference is not reported: it would reveal facts of a hidden record
    // (T-22).
    if (point.field.allowedTargets?.dependsOn.some((of) => (unusable.get(of)?.length ?? 0) > 0)) return []
    const missing = unusable.get(point.name) ?? []
    return missing.length > 0 ? [{ point, missing }] : []
  })
}

const notSeen = 'does not exist, or you cannot see it'

/** Records of a resource that the role cannot read are hidden from it, and so are those whose state it does not see. */
const canRead = ({ access, fields }: Resource, { role }: Viewer): boolean =>
  (access.read?.includes(role) ?? false) && !(fields.active?.hideFrom.includes(role) ?? false)

/** `active` is undefined for a record that the caller does not see. */
function rejectionReason(point: ReferenceCheck, active: boolean | undefined): string {
  if (active === undefined) return notSeen
  return !active && mustBeActive(point) ? 'is inactive' : (point.field.allowedTargets?.reason ?? notSeen)
}

/** The records of the slot that the viewer sees, and whether they are active. */
function seenTargets(target: Resource, viewer: Viewer): Statement {
  const table = sqlName(target.table)
  const active = Object.hasOwn(target.fields, 'active') ? sql`${table}.active` : sql`'t'`
  const conditions = [isOneOf(sql`${table}.id`, 'seen'), ...visibilityConditions(target, viewer)]
  return statement(sql`select ${table}.id, ${active} from ${table}
    where ${table}.accountid = ${accountSlot} and ${allConditions(conditions)}`)
}

/** An existing reference to a record that became inactive stays valid, also when other fields change. */
const mustBeActive = ({ field, target, unchanged }: ReferenceCheck): boolean =>
  field.allowInactive !== true && !unchanged && Object.hasOwn(target.fields, 'active')

/** Nearly every reference names one record, which is faster than a list. */
const idVariant = ({ ids }: ReferenceCheck): string => (ids.length === 1 ? 'one' : 'many')
const statementKey = (point: ReferenceCheck): string =>
  `${point.name}:${idVariant(point)}${point.unchanged ? '-kept' : ''}${point.conditionUnknown ? '-visible' : ''} `

function targetSelect(point: ReferenceCheck, viewer: Viewer): Fragment {
  const { name: fieldName, field, target, conditionUnknown } = point
  const table = sqlName(target.table)
  const conditions = [
    idMatches(sql`${table}.id`, idVariant(point), idsSlot(fieldName)),
    ...(field.allowedTargets?.replacesVisibility === true ? [] : visibilityConditions(target, viewer)),
    ...(mustBeActive(point) ? [sql`${table}.active = 't'`] : []),
    ...(field.allowedTargets === undefined || conditionUnknown
      ? []
      : [field.allowedTargets.where((of) => slot(dependencySlot(of)), viewer)]),
  ]
  return sql`select ${sql.lit(fieldName)}, ${table}.id from ${table} where ${table}.accountid = ${accountSlot} and ${allConditions(conditions)}`
}
