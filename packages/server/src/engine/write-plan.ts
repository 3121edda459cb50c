// What a write needs to know of a resource, picked from its definition once: walking all its fields for each of these
// questions on every write costs more than some of the statements.
import type { Field, Links } from '../define/fields.ts'
import type { Stored } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import { NextNumber } from '../io/database.ts'
import { linksOf } from './shape.ts'

export interface WritePlan {
  /** Fields that get a value when a record is made without them, or must not be missing. */
  readonly completed: readonly (readonly [name: string, field: Field])[]
  /** Settable references to other records. */
  readonly references: readonly (readonly [name: string, field: Field])[]
  /** Fields sealed before the transaction. */
  readonly sealed: readonly (readonly [name: string, field: Field])[]
  /** Queries of other lists that are kept in fields, each with its list. */
  readonly queries: readonly (readonly [name: string, list: string])[]
  /** Fields that are kept encrypted while a flag says so. */
  readonly encrypted: readonly (readonly [name: string, flag: string])[]
  /** Fields that are kept in a column of the record, each with its column. */
  readonly columns: readonly (readonly [name: string, column: string])[]
  /** Columns worked out from fields. */
  readonly derived: readonly (readonly [column: string, derive: (value: (field: string) => Stored) => Stored])[]
  readonly links: readonly (readonly [name: string, links: Links])[]
  /** The numbers a new record takes. */
  readonly numbers: Readonly<Record<string, NextNumber>>
}

const plans = new WeakMap<Resource, WritePlan>()

export function writePlan(resource: Resource): WritePlan {
  let plan = plans.get(resource)
  if (plan === undefined) {
    plan = newPlan(resource, Object.entries(resource.fields))
    plans.set(resource, plan)
  }
  return plan
}

const newPlan = ({ derived }: Resource, fields: readonly (readonly [string, Field])[]): WritePlan => ({
  completed: fields.filter(([, field]) => field.default !== undefined || (field.set !== 'never' && field.required)),
  references: fields.filter(([, field]) => field.target !== undefined && field.set !== 'never'),
  sealed: fields.filter(([, field]) => field.kind.seal !== undefined),
  queries: fields.flatMap(([name, { queryOf }]) => (queryOf === undefined ? [] : [[name, queryOf] as const])),
  encrypted: fields.flatMap(([name, { encryptedIf }]) =>
    encryptedIf === undefined ? [] : [[name, encryptedIf] as const],
  ),
  columns: fields.flatMap(([name, { from }]) =>
    'column' in from && name !== 'id' ? [[name, from.column] as const] : [],
  ),
  derived: Object.entries(derived ?? {}),
  links: fields.flatMap(([name, field]) => {
    const links = linksOf(field)
    return links === undefined ? [] : [[name, links] as const]
  }),
  numbers: Object.fromEntries(
    fields.flatMap(([name, { from }]) => ('counter' in from ? [[name, new NextNumber(from.counter)]] : [])),
  ),
})
