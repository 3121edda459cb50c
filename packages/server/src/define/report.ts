// A report: rows worked out from many records, for people who decide. Nothing of it can be written and none of its rows
// has an id, so it is not a resource; all of it is beyond the reference, and documents mark it as ours. It states what
// it takes and gives; who prints it as JSON, XML or CSV is not its business.
import type { ReadTransaction } from '../io/database.ts'
import { printUnits } from '../kit/decimal.ts'
import { type Actor, type Role, type Viewer, viewerKey } from './actor.ts'
import { type FieldValue, hoursScale, type Kind, money, moneyScale, quantity, type StoredValue } from './kinds.ts'

/** A column of the answer, or a parameter of the question. */
export interface ReportField {
  readonly kind: Kind
  readonly doc: string
  /** True for a column that a row may have nothing in. */
  readonly nullable: boolean
}

export const reportField = (kind: Kind, doc: string): ReportField => ({ kind, doc, nullable: false })

/** A column that a row may have nothing in. */
export const nullableReportField = (kind: Kind, doc: string): ReportField => ({ kind, doc, nullable: true })

/** Sums of any length are whole numbers of the column's unit. */
export type ReportCell = StoredValue | bigint

/** What was asked, by parameter; what was not sent is not in it. */
export type ReportParameters = ReadonlyMap<string, FieldValue>

export interface ReportDefinition<Column extends string> {
  readonly doc: string
  readonly roles: readonly Role[]
  readonly columns: Readonly<Record<Column, ReportField>>
  readonly parameters: Readonly<Record<string, ReportField>>
  /** All rows that this actor may see. One statement is one snapshot (T-73), so it should ask only one. */
  readonly rows: (
    tx: ReadTransaction,
    actor: Actor,
    asked: ReportParameters,
  ) => Promise<readonly Readonly<Record<Column, ReportCell>>[]>
}

export interface Report extends ReportDefinition<string> {
  readonly name: string
}

/** The rows must have exactly the columns: that is checked here, by their type, once for each report. */
export const defineReport = <Column extends string>(name: string, report: ReportDefinition<Column>): Report => ({
  name,
  ...report,
})

/** Whatever is built for a kind of viewer is built once for each. */
export function cachePerViewer<T>(build: (viewer: Viewer) => T): (viewer: Viewer) => T {
  const built = new Map<string, T>()
  return ({ role, restricted }) => {
    const key = viewerKey({ role, restricted })
    const known = built.get(key)
    if (known !== undefined) return known
    const made = build({ role, restricted })
    built.set(key, made)
    return made
  }
}

/** A sum has no largest value, and so is printed from a whole number of any length. */
export const sumKind = (kind: Kind, scale: number): Kind => ({
  ...kind,
  serialize: (stored) => (stored === null ? '' : printUnits(BigInt(stored), scale)),
})

export const moneySum: Kind = sumKind(money, moneyScale)
export const hoursSum: Kind = sumKind(quantity, hoursScale)
