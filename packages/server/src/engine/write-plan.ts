// What a write needs to know about a resource, computed from its definition once. Scanning all fields on every write
// would cost more than some of the statements.
import type { Field, LinkTable } from '../define/fields.ts'
import type { StoredValue } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import { NextNumber } from '../io/database.ts'
import { linkTableOf } from './select-sql.ts'

export interface WritePlan {
  /** Fields with a default, or required on create. */
  readonly defaultedOrRequired: readonly (readonly [name: string, field: Field])[]
  /** Settable references to other records. */
  readonly references: readonly (readonly [name: string, field: Field])[]
  /** Fields that are prepared before the transaction, such as passwords. */
  readonly preparable: readonly (readonly [name: string, field: Field])[]
  /** Fields with a saved query, each with the resource of its list. */
  readonly savedQueries: readonly (readonly [name: string, list: string])[]
  /** Fields with a query of a report, each with the field that names the report. */
  readonly savedReportQueries: readonly (readonly [name: string, report: string])[]
  /** Fields that are encrypted while a flag is set. */
  readonly encrypted: readonly (readonly [name: string, flag: string])[]
  /** Fields that are stored in a column of the record, each with its column. */
  readonly columns: readonly (readonly [name: string, column: string])[]
  /** Columns computed from fields. */
  readonly derived: readonly (readonly [
    column: string,
    derive: (value: (field: string) => StoredValue) => StoredValue,
  ])[]
  readonly links: readonly (readonly [name: string, links: LinkTable])[]
  /** The sequence numbers of a new record. */
  readonly numbers: Readonly<Record<string, NextNumber>>
}

const plans = new WeakMap<Resource, WritePlan>()

export function writePlan(resource: Resource): WritePlan {
  let plan = plans.get(resource)
  if (plan === undefined) {
    plan = buildPlan(resource, Object.entries(resource.fields))
    plans.set(resource, plan)
  }
  return plan
}

const buildPlan = ({ derivedColumns }: Resource, fields: readonly (readonly [string, Field])[]): WritePlan => ({
  defaultedOrRequired: fields.filter(
    ([, field]) => field.default !== undefined || (field.settable !== 'never' && field.required),
  ),
  references: fields.filter(([, field]) => field.target !== undefined && field.settable !== 'never'),
  preparable: fields.filter(([, field]) => field.kind.prepare !== undefined),
  savedQueries: fields.flatMap(([name, { queryOf }]) => (queryOf === undefined ? [] : [[name, queryOf] as const])),
  savedReportQueries: fields.flatMap(([name, { queryOfReport }]) =>
    queryOfReport === undefined ? [] : [[name, queryOfReport] as const],
  ),
  encrypted: fields.flatMap(([name, { encryptedIf }]) =>
    encryptedIf === undefined ? [] : [[name, encryptedIf] as const],
  ),
  columns: fields.flatMap(([name, { from }]) =>
    'column' in from && name !== 'id' ? [[name, from.column] as const] : [],
  ),
  derived: Object.entries(derivedColumns ?? {}),
  links: fields.flatMap(([name, field]) => {
    const links = linkTableOf(field)
    return links === undefined ? [] : [[name, links] as const]
  }),
  numbers: Object.fromEntries(
    fields.flatMap(([name, { from }]) => ('counter' in from ? [[name, new NextNumber(from.counter)]] : [])),
  ),
})
